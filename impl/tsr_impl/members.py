"""The entries of `members` and `packages`: what they are as text, where they lead, what they match (PKG-1, FENCE-9)."""

from __future__ import annotations

from tsr_impl import config_paths, globs, interrupts
from tsr_impl.places import DIRECTORY, Fault
from tsr_impl.report import ConfigFault, is_scarcity, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsr_impl.config import Config, Task
    from tsr_impl.fence import Fence
    from tsr_impl.places import Content

KEY = "[workspace] members"
_INSTALLED = "node_modules"  # what is in there was put there by a package manager, and is nobody's package


def normalised(entry: str) -> str:
    """An entry as text without what changes nothing: empty components, `.` and slashes at its end (PKG-1)."""
    start = "/" if entry.startswith("/") else ""
    return start + "/".join(part for part in entry.split("/") if part not in ("", ".")) or "."


def judge(config: Config, bounds: Fence) -> None:
    """Where the entries of `members` lead, as far as they are no patterns (FENCE-1). Raises `ConfigFault`."""
    for entry in config.members:
        _judge_entry(bounds, f"{KEY}: {quoted(entry)}", entry, ("workspace", "members"))


def judge_choice(task: Task, bounds: Fence) -> None:
    """The same of the `packages` of a task."""
    for entry in task.packages or []:
        what = f"task {quoted(task.name)}: `packages`: {quoted(entry)}"
        _judge_entry(bounds, what, entry, ("tasks", task.name, "packages"))


def _judge_entry(bounds: Fence, what: str, entry: str, place: tuple[str, ...]) -> None:
    start = "/" if entry.startswith("/") else ""
    literal = []
    for part in normalised(entry).split("/"):
        if globs.is_pattern(part):
            break
        literal.append(part)
    prefix = start + "/".join(part for part in literal if part) or "."
    try:
        with config_paths.content(bounds, what, prefix):
            pass
    except ConfigFault as fault:
        raise fault.at(*place, item=entry) from fault.__cause__


def matches(config: Config, bounds: Fence) -> Iterator[tuple[str, str, str]]:
    """Each entry with each path that it stands for, and the place of the directory there; empty if there is none."""
    for entry in dict.fromkeys(map(normalised, config.members)):
        what, paths = f"{KEY}: {quoted(entry)}", [entry]
        if globs.is_pattern(entry):
            paths = globs.directories(entry, bounds.root.descriptor, _INSTALLED)
        for path in paths:
            interrupts.check()
            with config_paths.content(bounds, f"{what}, with {quoted(path)},", path, "FENCE-9") as content:
                yield entry, path, content.place.path() if _is_directory(content) else ""


def _is_directory(content: Content) -> bool:
    try:
        return content.kind() == DIRECTORY
    except Fault as fault:
        if is_scarcity(fault):
            raise
        return False  # something on the way is none
