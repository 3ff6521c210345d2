"""Manifests: the name of a package, and the names that it depends on (PKG-3, PKG-6, PKG-11)."""

from __future__ import annotations

import errno
import functools
import re

from tsr_impl import config_paths, markers, toml
from tsr_impl.places import Fault, is_within
from tsr_impl.report import is_scarcity, printable, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from tsr_impl.fence import Fence
    from tsr_impl.handles import Directory
    from tsr_impl.manifests.fields import Table

_LOOKS = 100  # at a file that somebody changes each time
_MOST_BYTES = 64 << 20
_SEPARATORS = re.compile(r"[-_.]+")


class Manifest:
    """What a manifest says. `name` is empty where the package has none; `requires` may name anything, also twice."""

    __slots__ = ("_is_python", "name", "requires")

    def __init__(self, name: str = "", requires: Iterable[str] = (), is_python: bool = False) -> None:
        self.name = name
        self.requires = [*requires]
        self._is_python = is_python

    def is_called(self, name: str) -> bool:
        """Whether the package goes by that name, as names are compared where it is from, whoever asks (PKG-3)."""
        return folded(name) == folded(self.name) if self._is_python else name == self.name


def folded(name: str) -> str:
    """A name of Python as such names are compared (PEP 503)."""
    return _SEPARATORS.sub("-", name).lower()


class Reader:
    """Reads manifests within the bounds; one that can't be read or parsed says nothing, with a warning (PKG-11)."""

    __slots__ = ("_broken", "_workspaces", "bounds")

    def __init__(self, bounds: Fence) -> None:
        self.bounds = bounds
        self._workspaces: dict[str, Table | None] = {}  # of cargo, by the place of a directory
        self._broken: set[str] = set()  # the places of those that were warned about

    def manifest(self, directory: Directory, path: str, marker: str) -> Manifest:
        """What the `marker` of the directory, which has that path, says. Raises `ConfigFault` (FENCE-1)."""
        try:
            return self._parsed(directory, path, marker, self._text(directory, path, marker))
        except (ValueError, RecursionError) as error:
            self._warn(directory, path, marker, error, "no name and no dependencies")
            return Manifest()

    def scripts(self, directory: Directory, path: str) -> list[str]:
        """The names of the scripts of the package.json of the directory, which has that path."""
        from tsr_impl.manifests import npm

        try:
            return npm.scripts(self._text(directory, path, "package.json"))
        except (ValueError, RecursionError) as error:
            self._warn(directory, path, "package.json", error, "no scripts")
            return []

    def _parsed(self, directory: Directory, path: str, marker: str, text: str) -> Manifest:
        if marker == "package.json":
            from tsr_impl.manifests import npm

            return npm.manifest(text)
        if marker == "go.mod":
            from tsr_impl.manifests import go

            return go.manifest(text)
        if marker == "pyproject.toml":
            from tsr_impl.manifests import python

            return python.manifest(text)
        from tsr_impl.manifests import cargo

        return cargo.manifest(text, functools.cache(lambda: self._cargo_workspace(directory, path)))

    def _text(self, directory: Directory, path: str, name: str) -> str:
        """The text of a file in the directory, without a byte order mark.

        Raises `ValueError` if there is none that can be read.
        """
        what = config_paths.inner(path, name)
        for look in range(_LOOKS, 0, -1):
            with config_paths.content(self.bounds, what, name, start=directory) as content:
                try:
                    with content.open_file() as file:
                        text = file.read_all(_MOST_BYTES)
                    break
                except Fault as fault:
                    if is_scarcity(fault):
                        raise
                    if fault.number != errno.ELOOP or look == 1:
                        raise ValueError(fault.reason) from fault
                    # A link has taken its place since it was judged (FENCE-R).
        if text is None:
            raise ValueError(f"it is larger than {_MOST_BYTES >> 20} MiB")
        return text.decode("utf-8-sig")

    def _warn(self, directory: Directory, path: str, name: str, error: Exception, nothing: str) -> None:
        """Say once of a file that can't be read, or parsed, that it gives `nothing`."""
        place = f"{directory.place.path()}/{name}"
        if place not in self._broken:
            self._broken.add(place)
            warn(f"{config_paths.inner(path, name)} gives {nothing}: {_reason(error)} — correct it", "PKG-11")

    def _cargo_workspace(self, directory: Directory, path: str) -> Table:
        """The `[workspace]` of the nearest Cargo.toml that has one, up to the root (PKG-8)."""
        root = self.bounds.root.place.path()
        here = directory.copy(directory.label)
        try:
            while (table := self._own_workspace(here, path)) is None:
                place = here.place.path()
                if place == root or not is_within(place, root):
                    return {}
                above = here.climb()
                here.close()
                here, path = above, f"{path}/.."
        finally:
            here.close()
        return table

    def _own_workspace(self, directory: Directory, path: str) -> Table | None:
        """The `[workspace]` of the Cargo.toml in that very directory."""
        place = directory.place.path()
        if place not in self._workspaces:
            from tsr_impl.manifests import cargo

            self._workspaces[place] = None
            if markers.has_file(directory, "Cargo.toml"):
                try:
                    self._workspaces[place] = cargo.workspace(self._text(directory, path, "Cargo.toml"))
                except (ValueError, RecursionError) as error:
                    self._warn(directory, path, "Cargo.toml", error, "no dependencies of a workspace")
        return self._workspaces[place]


def _reason(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deeply"
    if isinstance(error, UnicodeDecodeError):
        return "it is not UTF-8"
    if isinstance(error, toml.LongKey):
        return f"it has a key of more than {toml.MOST_PARTS} parts"
    return f"it cannot be read: {printable(str(error))}"
