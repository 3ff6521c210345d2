"""The entries of `members` and `packages`: what they are as text, where they lead, what they match (PKG-1, FENCE-9)."""

from __future__ import annotations

from tsr_impl import config_paths, globs, interrupts
from tsr_impl.places import DIRECTORY, Fault
from tsr_impl.report import ConfigFault, denial, is_missing, quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsr_impl.config import Config, Task
    from tsr_impl.fence import Fence

KEY = "[workspace] members"
_INSTALLED = "node_modules"  # what is in there was put there by a package manager, and is nobody's package
_REMARKS = 5  # about what may not be looked at; more would drown what the run has to say


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


class Denied:
    """What patterns have met and may not be looked at: one stranger's directory does not stop a run (PKG-1)."""

    __slots__ = ("_met",)

    def __init__(self) -> None:
        self._met: dict[tuple[str, str], str] = {}

    def note(self, entry: str, path: str, error: Exception) -> None:
        """What a pattern has met."""
        self._met[entry, path] = denial(error)

    def take(self, entry: str, path: str, error: Fault | ConfigFault) -> None:
        """Note what the entry has met at the path, if that is all. Raises `ConfigFault` for anything else."""
        if globs.is_pattern(entry) and denial(error):
            self.note(entry, path, error)
        elif isinstance(error, ConfigFault):
            raise error
        else:
            message = f"{KEY}: {quoted(entry)}, with {quoted(path)}, cannot be looked at: {error.reason}"
            raise ConfigFault(f"{message} — correct its permissions, or the entry", "PKG-1") from error

    def tell(self) -> None:
        """Say it of the first few."""
        for (entry, path), reason in [*self._met.items()][:_REMARKS]:
            message = f"{KEY}: {quoted(entry)} passes over {quoted(path)}, which cannot be looked at: {reason}"
            warn(f"{message} — correct its permissions, or the entry", "PKG-1")
        if len(self._met) > _REMARKS:
            warn(f"{KEY}: and {len(self._met) - _REMARKS} more", "PKG-1")


def matches(config: Config, bounds: Fence, denied: Denied) -> Iterator[tuple[str, str, str]]:
    """Each entry with each path that it stands for, and the place of the directory there; empty if there is none.

    Raises `ConfigFault`.
    """
    for entry in dict.fromkeys(map(normalised, config.members)):
        for path in _paths(entry, bounds, denied):
            interrupts.check()
            try:
                place = _place(entry, path, bounds)
            except (Fault, ConfigFault) as fault:
                denied.take(entry, path, fault)
            else:
                yield entry, path, place


def _paths(entry: str, bounds: Fence, denied: Denied) -> list[str]:
    if not globs.is_pattern(entry):
        return [entry]
    try:
        return globs.directories(
            entry, bounds.root.descriptor, _INSTALLED, lambda path, error: denied.note(entry, path, error)
        )
    except Fault as fault:
        denied.take(entry, str(fault.label), fault)
        return []


def _place(entry: str, path: str, bounds: Fence) -> str:
    """That of the directory there, empty if something else is, or on the way. Raises `Fault` and `ConfigFault`."""
    what = f"{KEY}: {quoted(entry)}, with {quoted(path)},"
    with config_paths.content(bounds, what, path, "FENCE-9") as content:
        try:
            return content.place.path() if content.kind() == DIRECTORY else ""
        except Fault as fault:
            if is_missing(fault):
                return ""
            raise
