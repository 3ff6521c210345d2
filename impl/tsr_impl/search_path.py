"""What a config may do to `PATH` (PATH)."""

from __future__ import annotations

from tsr_impl.report import ConfigFault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.variables import Assignment, Merger, Source

_ON_PURPOSE = "pass `--allow-unsafe-env` if that is intended"
# Stands for the inherited `PATH`: no value can hold it (ENV-13).
_INHERITED = "\0"


def judge(source: Source, assignment: Assignment, merger: Merger, strict: bool) -> None:
    """Judge an assignment to `PATH` at the point that the merger has come to. Raises `ConfigFault`."""
    sets = f"{source.at(assignment.line)} sets 'PATH'"
    if not _refers_to_itself(assignment):
        message = f"{sets} without `$PATH`, so that it replaces the inherited one"
        raise ConfigFault(f"{message} — write `$PATH` into it, or {_ON_PURPOSE}", "PATH-1")
    entries = _entries(source, assignment, merger)
    if any(map(_is_wherever, entries)):
        message = f"{sets} with an entry that is empty or `.`, which is whatever directory a task runs in"
        raise ConfigFault(f"{message} — name the directory, or {_ON_PURPOSE}", "PATH-2")
    if strict and not (_are_strict(entries) and merger.environment.get(b"PATH")):
        message = f"{sets} with an entry that is not absolute, without `$PATH` as an entry of its own"
        message += ", or with nothing inherited to extend, which `--strict` does not take"
        way_out = "leave `--strict` away, or pass `--allow-unsafe-env`, if that is intended"
        raise ConfigFault(f"{message} — {way_out}", "PATH-3")


def _refers_to_itself(assignment: Assignment) -> bool:
    """Whether `$PATH` stands in the value as it is written (PATH-1)."""
    return ("PATH", True) in assignment.parts()


def _entries(source: Source, assignment: Assignment, merger: Merger) -> list[str]:
    """The entries once every other variable is expanded (PATH-2)."""
    return merger.expanded(source, assignment, own=_INHERITED).split(":")


def _is_wherever(entry: str) -> bool:
    """Whether an entry is whatever directory a program is started in (PATH-2)."""
    return entry in ("", ".")


def _are_strict(entries: list[str]) -> bool:
    """Whether each entry is absolute, or the inherited `PATH` and nothing else (PATH-3)."""
    return all(entry == _INHERITED or (entry.startswith("/") and _INHERITED not in entry) for entry in entries)
