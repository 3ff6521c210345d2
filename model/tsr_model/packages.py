"""The packages of a workspace: where they are, which a task selects, and what they depend on (PKG, FENCE-9).

What a manifest says is not read here: the question of a case declares it (`Declared`).
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_model import fence, kernel
from tsr_model.fence import Allowed, Bounds, Judged
from tsr_model.filesystem import Directory, File, FileSystem, Number, at_place
from tsr_model.globs import by_bytes, is_pattern, matching, selects
from tsr_model.graph import first_circle
from tsr_model.names import Place, path
from tsr_model.refusal import Notes, Refusal
from tsr_model.resolver import TooManyLinks
from tsr_model.world import place_in_world
from tsr_spec.case import Declared

Ecosystem: TypeAlias = Literal["npm", "bun", "cargo", "go", "python"]

MARKERS: dict[str, Ecosystem] = {
    "package.json": "npm",
    "Cargo.toml": "cargo",
    "go.mod": "go",
    "pyproject.toml": "python",
}
"""What makes a directory a package, in the order in which it is looked for (PKG-2)."""
BUN_LOCKS = ("bun.lock", "bun.lockb")
WHAT_IS_INSTALLED = "node_modules"


@dataclass(frozen=True, slots=True)
class Marker:
    """The manifest by which a directory is a package: its ecosystem, and where it physically lies."""

    ecosystem: Ecosystem
    place: Place


@dataclass(frozen=True, slots=True)
class Package:
    """A package: its path, what it is, its name if its manifest has one, and the names that this needs."""

    path: str
    ecosystem: Ecosystem
    name: str | None = None
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Workspace:
    """What packages are looked for in. `declared`: what the manifest at a place says."""

    files: FileSystem
    root: Number
    bounds: Bounds
    declared: Mapping[Place, Declared]
    notes: Notes


def in_order(paths: Collection[str]) -> list[str]:
    """Paths "by path": by their bytes."""
    return sorted(paths, key=by_bytes)


def normalised(written: str) -> str:
    """A path or a pattern without what is empty or `.` in it; the root itself is `.` (PKG-1)."""
    inner = "/".join(name for name in written.split("/") if name not in ("", "."))
    return f"/{inner}" if written.startswith("/") else inner or "."


# --- members (PKG-1, FENCE-1, FENCE-9) -------------------------------------------------------------------------------


def judge_prefix(space: Workspace, entry: str) -> Refusal | None:
    """What of an entry has a fixed place has to lie within bounds: all of a path, the beginning of a pattern
    (FENCE-1)."""
    names = normalised(entry).split("/")
    fixed = next((at for at, name in enumerate(names) if is_pattern(name)), len(names))
    written = "/".join(names[:fixed])
    start = "/" if normalised(entry).startswith("/") else "."
    return _outside(space, written or start, "FENCE-10")


def _outside(space: Workspace, written: str, clause: str) -> Refusal | None:
    decision = fence.content(space.files, space.root, space.bounds, path(written))
    space.notes.judged.append(Judged("content", "FENCE-9", path(written), space.files, space.root, decision))
    match decision:
        case Allowed():
            return None
        case TooManyLinks():
            return Refusal(("FENCE-2",))
        case _:
            return Refusal(("FENCE-1", clause))


def find_packages(space: Workspace, members: tuple[str, ...]) -> tuple[Package, ...] | Refusal:
    """Every package, by entry and then by path; of two paths to one directory the first (FENCE-9)."""
    found: dict[Number, Package] = {}
    for entry in members:
        for written in _expansions(space, normalised(entry)):
            outside = _outside(space, written, "FENCE-9")
            if outside is not None:
                return outside
            number = kernel.stat(space.files, space.root, path(written))
            assert not isinstance(number, str)
            marker = marker_in(space, number)
            if isinstance(marker, Refusal):
                return marker
            if marker is not None and number in found:
                space.notes.by("FENCE-9")
            elif marker is not None:
                package = _package(space, written, marker)
                if isinstance(package, Refusal):
                    return package
                found[number] = package
    return tuple(found.values())


def _expansions(space: Workspace, entry: str) -> Iterator[str]:
    """The directories that an entry names or matches; those of what is installed only where it says so (PKG-1)."""
    written = (entry,) if not is_pattern(entry) else matching(space.files, space.root, entry)
    for name in written:
        number = kernel.stat(space.files, space.root, path(name))
        installed = WHAT_IS_INSTALLED in name.split("/") and WHAT_IS_INSTALLED not in entry.split("/")
        if not installed and not isinstance(number, str) and isinstance(space.files.nodes[number], Directory):
            yield name


def marker_in(space: Workspace, directory: Number) -> Marker | Refusal | None:
    """The first marker that a directory has (PKG-2): a regular file within bounds, else it is refused (FENCE-1)."""
    for name, ecosystem in MARKERS.items():
        if not has_file(space.files, directory, name):
            continue
        landed = _landed(space, directory, name)
        if isinstance(landed, Refusal):
            return landed
        lock = _bun_lock(space, directory) if ecosystem == "npm" else None
        if isinstance(lock, Refusal):
            return lock
        return Marker(ecosystem if lock is None else "bun", landed)
    return None


def has_file(files: FileSystem, directory: Number, name: str) -> bool:
    """Whether a directory has a regular file of this name, or a link to one (PKG-2)."""
    number = kernel.stat(files, directory, path(name))
    return not isinstance(number, str) and isinstance(files.nodes[number], File)


def _landed(space: Workspace, directory: Number, name: str) -> Place | Refusal:
    """Where a file that the runner goes by lies; refused if that is outside (FENCE-1)."""
    decision = fence.content(space.files, directory, space.bounds, path(name))
    space.notes.judged.append(Judged("content", "FENCE-1", path(name), space.files, directory, decision))
    return decision.landing.place if isinstance(decision, Allowed) else Refusal(("FENCE-1", "FENCE-10"))


def _bun_lock(space: Workspace, directory: Number) -> Place | Refusal | None:
    """Where bun's lock file lies, the first that there is; it may as well be in the workspace root (PKG-2)."""
    for holder in (directory, space.root):
        name = next((name for name in BUN_LOCKS if has_file(space.files, holder, name)), None)
        if name is not None and (holder == directory or space.notes.choose("bun_lock") == "root too"):
            return _landed(space, holder, name)
    return None


def _package(space: Workspace, written: str, marker: Marker) -> Package | Refusal:
    """The package, with what its manifest says; refused if another that has to be read for it lies outside."""
    says = space.declared.get(marker.place)
    if says is None:
        return Package(written, marker.ecosystem)
    for *above, name in map(place_in_world, says.through):
        holder = at_place(space.files, tuple(above))
        landed = _landed(space, holder, name) if holder is not None and has_file(space.files, holder, name) else None
        if isinstance(landed, Refusal):
            return landed
    return Package(written, marker.ecosystem, says.name, says.needs)


# --- selection (PKG-4) -----------------------------------------------------------------------------------------------


def select(packages: tuple[Package, ...], entries: tuple[str, ...]) -> tuple[str, ...] | None:
    """The paths of the packages that a task's entries select, by entry and then by path, each once; None where one of
    them selects nothing, or there is none."""
    found: dict[str, None] = {}
    for entry in entries:
        selected = _selected(packages, entry)
        if not selected:
            return None
        found |= dict.fromkeys(selected)
    return tuple(found) or None


def _selected(packages: tuple[Package, ...], entry: str) -> list[str]:
    """What one entry selects: by a pattern, by a path, else by a name."""
    paths = [package.path for package in packages]
    if is_pattern(entry):
        return in_order([one for one in paths if selects(normalised(entry), one)])
    if normalised(entry) in paths:
        return [normalised(entry)]
    return in_order([package.path for package in packages if is_called(package, entry)])


# --- dependencies (PKG-6, PKG-12, PKG-13, GIT-3) ---------------------------------------------------------------------


def depends(packages: tuple[Package, ...]) -> dict[str, tuple[str, ...]]:
    """Which other packages each one depends on, by path: those whose names its manifest needs (PKG-6)."""
    return {
        one.path: tuple(
            in_order([other.path for other in packages if other != one and any(is_called(other, n) for n in one.needs)])
        )
        for one in packages
    }


def is_called(package: Package, name: str) -> bool:
    """Whether a name is this package's; that of one of python may be spelt in several ways (PKG-3)."""
    if package.name is None:
        return False
    if package.ecosystem == "python":
        return _spelt(package.name) == _spelt(name)
    return package.name == name


def _spelt(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def circle(depends: Mapping[str, tuple[str, ...]], starts: Collection[str]) -> tuple[str, ...] | None:
    """A way from a package back to itself, among those that the given ones lead to; or None (PKG-13)."""
    return first_circle(depends, in_order(starts))


def topological(depends: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """All packages, each behind what it depends on: again and again the first by path of those that may come now
    (PKG-12). Packages in a circle never may."""
    placed: list[str] = []
    while True:
        may_come = [one for one in depends if one not in placed and set(depends[one]) <= set(placed)]
        if not may_come:
            return tuple(placed)
        placed.append(in_order(may_come)[0])


def named(packages: tuple[Package, ...], written: str) -> str | None:
    """The package that is meant by a path, or else by a name: the first of those (PKG-12)."""
    if normalised(written) in (package.path for package in packages):
        return normalised(written)
    return next((package.path for package in packages if is_called(package, written)), None)


def affected(depends: Mapping[str, tuple[str, ...]], changed: Collection[str]) -> frozenset[str]:
    """The packages that have changed, and all that depend on one of them, through others too (GIT-3)."""
    found = frozenset(changed)
    while True:
        more = found | {one for one in depends if not found.isdisjoint(depends[one])}
        if more == found:
            return found
        found = more


def holder(paths: Collection[str], file: str) -> str | None:
    """The deepest of the packages that hold a file; None where none does (GIT-3)."""
    names = file.split("/")
    above = ["/".join(names[:count]) or "." for count in range(len(names))]
    return next((one for one in reversed(above) if one in paths), None)
