"""What a unit runs where its task has no `run`: what its directory belongs to says so (FORM-1, FORM-3)."""

from __future__ import annotations

from tsr_impl import ecosystems, markers
from tsr_impl.fence import Refused
from tsr_impl.places import DIRECTORY, Fault
from tsr_impl.report import ConfigFault, is_missing, quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.fence import Fence
    from tsr_impl.roles import Content
    from tsr_impl.units import Unit


def detect(unit: Unit, bounds: Fence) -> None:
    """Give a unit whose task has neither `run` nor `delegate` the words of its command.

    Raises `ConfigFault` where nothing says what to run (CLI-10), for a directory that can't be looked into, and
    for a file that decides it and lies outside the bounds. A `dir` that does is not looked into, and the unit left
    as it is.
    """
    if unit.package:
        ecosystem: str | None = unit.package.ecosystem
    else:
        try:
            with bounds.content(bounds.root, unit.directory()) as content:
                ecosystem = _ecosystem(content, unit.directory(), bounds)
        except Refused:
            return  # and it is refused when `dir` is judged
        except Fault as fault:
            message = f"task {quoted(unit.task.name)}: what it runs, {quoted(unit.directory())} does not tell"
            raise ConfigFault(f"{message}: {fault.reason} — correct `dir`, or write `run`", "FORM-3") from fault
    if ecosystem is None:
        message = f"nothing says what task {quoted(unit.task.name)} runs: it has no `run`, `delegate` or `deps`, and in"
        place = f"{quoted(unit.directory())} there is none of {', '.join(markers.NAMES)}"
        raise ConfigFault(f"{message} {place} — write `run`", "CLI-10").at("tasks", unit.task.name)
    unit.native = ecosystems.command(ecosystem, unit.task.own_name)


def warn_about_words(unit: Unit, words: list[str]) -> None:
    """Say it where npm would keep one of the words for itself that are passed on to what it runs."""
    native = unit.native or ()
    if native[:2] != ("npm", "run") or "--" in native:
        return
    for word in words:
        if word == "--":
            return
        if word.startswith("-"):
            message = (
                f"task {quoted(unit.task.name)}: npm keeps {quoted(word)} for itself — put another `--` in front of it"
            )
            return warn(message, "FORM-2" if unit.task.delegate else "FORM-3")


def _ecosystem(content: Content, path: str, bounds: Fence) -> str | None:
    try:
        if content.kind() != DIRECTORY:
            return None
        with content.open_directory() as directory:
            found = ecosystems.of(directory, path, bounds)
    except Fault as fault:
        if is_missing(fault):
            return None  # nothing is there
        raise
    return found.ecosystem if found else None
