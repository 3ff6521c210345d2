"""The bounded walk for `tasks.toml`, or without one for a project's marker; nothing can relax it (DISC, TIER-4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tsr_model import kernel
from tsr_model.filesystem import ROOT, Directory, File, FileSystem, Number
from tsr_model.names import path
from tsr_model.packages import MARKERS, has_file

CONFIG = "tasks.toml"


@dataclass(frozen=True, slots=True)
class Discovered:
    """The config that governs: the directory of its entry, which is the workspace root, and the file (FENCE-20)."""

    root: Number
    file: Number


@dataclass(frozen=True, slots=True)
class NotDiscovered:
    """No config governs, or there is no project: by which clause, and why."""

    clause: str
    why: str


def discover(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Discovered | NotDiscovered:
    """The nearest `tasks.toml` at or above the working directory, within the bound (DISC-1, DISC-2, DISC-4, DISC-5).

    `homes`: the home directory as `HOME` has it, and as the password database has it (DISC-6).
    """
    found = _nearest(files, cwd, homes, lambda at: CONFIG in files.directory(at).entries)
    return found if isinstance(found, NotDiscovered) else _governing(files, found)


def discover_project(files: FileSystem, cwd: Number, homes: tuple[str, ...]) -> Number | NotDiscovered:
    """The nearest directory with a project's marker, by the same walk (DISC-3)."""

    def has_marker(at: Number) -> bool:
        return any(has_file(files, at, name) for name in MARKERS)

    found = _nearest(files, cwd, homes, has_marker)
    return NotDiscovered("CLI-12", found.why) if isinstance(found, NotDiscovered) else found


def _nearest(
    files: FileSystem, cwd: Number, homes: tuple[str, ...], holds: Callable[[Number], bool]
) -> Number | NotDiscovered:
    """The nearest directory that holds it, at or above the working directory, within the bound."""
    ends = {ROOT, *(_home(files, home) for home in homes)}
    device = files.directory(cwd).device
    at = cwd
    while True:
        here = files.directory(at)
        if at != cwd and (at in ends or here.device != device):
            return NotDiscovered("DISC-2" if at in ends else "DISC-5", "the walk ends below")
        if holds(at):
            return at
        if ".git" in here.entries or at in ends:
            return NotDiscovered("DISC-1", "the walk ends here")
        at = here.parent


def _governing(files: FileSystem, root: Number) -> Discovered | NotDiscovered:
    """The config in this directory: a regular file or a link to one, else an error (DISC-4)."""
    number = kernel.stat(files, root, path(CONFIG))
    if isinstance(number, str) or not isinstance(files.nodes[number], File):
        return NotDiscovered("DISC-4", f"{CONFIG} is not a regular file")
    return Discovered(root, number)


def _home(files: FileSystem, home: str) -> Number | None:
    """The home directory, physically; an empty or relative one is none (DISC-2)."""
    if not path(home).absolute:
        return None
    number = kernel.stat(files, ROOT, path(home))
    return number if not isinstance(number, str) and isinstance(files.nodes[number], Directory) else None
