"""What a task runs: what it delegates to, its `run` string, or what its project's tools have (FORM)."""

from __future__ import annotations

from tsr_model import kernel
from tsr_model.config import Task
from tsr_model.filesystem import ROOT, Directory, FileSystem, Number, place_of
from tsr_model.names import Place, beneath, path, text
from tsr_model.packages import WHAT_IS_INSTALLED, Ecosystem
from tsr_model.sequence import DEFAULT_PATH

TOOLS: dict[Ecosystem, tuple[str, ...]] = {
    "npm": ("npm", "run"),
    "bun": ("bun", "run"),
    "cargo": ("cargo",),
    "go": ("go",),
    "python": ("uv", "run"),
}
"""What each ecosystem runs a task by: these words, and the task's own name behind them (FORM-3)."""


def detected(ecosystem: Ecosystem, task: Task) -> tuple[str, ...]:
    """The words of a task that nothing but the marker of its directory says how to run (FORM-3)."""
    return (*TOOLS[ecosystem], task.own_name)


def with_installed(files: FileSystem, directory: Number, root: Place, environment: dict[str, str]) -> dict[str, str]:
    """The environment of a unit's programs: `PATH` begins with each `node_modules/.bin` from its directory up to the
    root, nearest first (FORM-4)."""
    found = [where for above in _up_to(place_of(files, directory), root) if (where := _installed_in(files, above))]
    if not found:
        return environment
    return {**environment, "PATH": ":".join([*found, environment.get("PATH", DEFAULT_PATH)])}


def _up_to(place: Place, root: Place) -> list[Place]:
    """A place and those above it, up to the root; where it isn't beneath the root it alone."""
    if not beneath(place, root):
        return [place]
    return [place[:count] for count in range(len(place), len(root) - 1, -1)]


def _installed_in(files: FileSystem, above: Place) -> str | None:
    written = text((*above, WHAT_IS_INSTALLED, ".bin"))
    number = kernel.stat(files, ROOT, path(written))
    is_there = not isinstance(number, str) and isinstance(files.nodes[number], Directory)
    return written if is_there and ":" not in written else None
