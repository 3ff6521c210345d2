"""The packages of a workspace: where they are, what they are called, what they depend on (PKG-1 to PKG-6)."""

from __future__ import annotations

import errno

from tsr_impl import calls, ecosystems, globs, interrupts, manifests, markers, members
from tsr_impl.places import Fault
from tsr_impl.report import ConfigFault, quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.config import Config, Task
    from tsr_impl.fence import Fence
    from tsr_impl.manifests import Manifest

_SHOWN = 8  # packages in a message


class Package:
    """A directory with a marker. `path` is its name in the workspace, `place` where it physically is."""

    __slots__ = ("ecosystem", "manifest", "path", "place")

    def __init__(self, path: str, place: str, ecosystem: str, manifest: Manifest) -> None:
        self.path = path
        self.place = place
        self.ecosystem = ecosystem
        self.manifest = manifest

    def sort_key(self) -> bytes:
        """By path always means by its bytes (PKG-1)."""
        return calls.encode(self.path)


class Packages:
    """All packages, in their order: by the entry of `members` that leads to each, then by path."""

    __slots__ = ("_by_name", "_by_path", "_dependencies", "all")

    def __init__(self, packages: list[Package]) -> None:
        self.all = packages
        self._by_path = {package.path: package for package in packages}
        self._by_name: dict[str, list[Package]] = {}
        for package in packages:
            if package.manifest.name:
                self._by_name.setdefault(manifests.folded(package.manifest.name), []).append(package)
        self._dependencies: dict[Package, list[Package]] = {}

    def dependencies(self, package: Package) -> list[Package]:
        """What the package depends on directly, by path, and never itself (PKG-6)."""
        found = self._dependencies.get(package)
        if found is None:
            named = {one for name in package.manifest.requires for one in self._named(name)}
            found = self._dependencies[package] = sorted(named - {package}, key=Package.sort_key)
        return found

    def called(self, entry: str) -> list[Package]:
        """What an entry without a pattern stands for: the package of that path, or else all of that name (PKG-4)."""
        package = self._by_path.get(members.normalised(entry))
        return [package] if package else self._named(entry)

    def chosen(self, task: Task) -> list[Package]:
        """Where the task is to run, in that order (PKG-4). Raises `ConfigFault` for an entry that says nowhere."""
        where, place = f"task {quoted(task.name)}: `packages`", ("tasks", task.name, "packages")
        if not task.packages:
            raise ConfigFault(f"{where} is empty — name packages, or remove it", "PKG-4").at(*place)
        found: dict[Package, None] = {}
        for entry in task.packages:
            packages = self._matching(entry) if globs.is_pattern(entry) else self.called(entry)
            if not packages:
                message = f"{where} names {quoted(entry)}, and {self.no_such(entry)}"
                raise ConfigFault(message, "PKG-4").at(*place, item=entry)
            found.update(dict.fromkeys(sorted(packages, key=Package.sort_key)))
        return list(found)

    def no_such(self, entry: str) -> str:
        """What to say of an entry, or a name that was typed, to which no package belongs."""
        if not self.all:
            return f"there are no packages — name their directories in `{members.KEY}`"
        there = f"the packages are {some(self.all)}"
        if globs.is_pattern(entry):
            return f"no package has a path like that — {there}"
        from tsr_impl import near

        names = [name for package in self.all for name in (package.path, package.manifest.name)]
        return "there is no such package" + near.way_out(entry, [name for name in names if name.isprintable()], there)

    def _named(self, name: str) -> list[Package]:
        """All that are called so, in their order."""
        return [one for one in self._by_name.get(manifests.folded(name), ()) if one.manifest.is_called(name)]

    def _matching(self, entry: str) -> list[Package]:
        pattern = globs.PathPattern(members.normalised(entry))
        return [package for package in self.all if pattern.matches(package.path)]


def some(packages: list[Package]) -> str:
    """The packages as a message names them."""
    shown = ", ".join(quoted(package.path) for package in packages[:_SHOWN])
    return shown if len(packages) <= _SHOWN else f"{shown} and {len(packages) - _SHOWN} more"


def listed(config: Config, bounds: Fence) -> Packages:
    """The packages that `members` lead to. Raises `ConfigFault` for what lies outside the bounds (FENCE-9).

    The same for what can't be looked at, but for what a pattern meets and permissions hide.
    """
    reader, denied = manifests.Reader(bounds), members.Denied()
    found: dict[str, Package | None] = {}
    for entry, path, place in list(members.matches(config, bounds, denied)):
        interrupts.check()
        if place and place not in found:
            try:
                found[place] = _package(path, place, reader)
            except (Fault, ConfigFault) as fault:
                denied.take(entry, path, fault)
                continue
        if not (globs.is_pattern(entry) or found.get(place)):
            what = f"has none of {', '.join(markers.NAMES)}" if place else "is no directory"
            warn(
                f"{members.KEY}: {quoted(entry)} {what}, and is passed over — correct the entry, or remove it", "PKG-1"
            )
    denied.tell()
    return Packages([package for package in found.values() if package])


def _package(path: str, place: str, reader: manifests.Reader) -> Package | None:
    """None without a marker, or if it is gone. Raises `Fault` and `ConfigFault`."""
    try:
        with reader.bounds.content(reader.bounds.root, path) as content, content.open_directory() as directory:
            found = ecosystems.of(directory, path, reader.bounds)
            if found:
                manifest = reader.manifest(directory, path, found.marker)
                return Package(path, place, found.ecosystem, manifest)
    except Fault as fault:
        if fault.number not in (errno.ENOENT, errno.ENOTDIR):
            raise
    return None
