"""What an audit has to say about a workspace: where, by which clause, and what to do."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tsr_model.names import Place

Level: TypeAlias = Literal["error", "warning", "note"]
LEVELS: tuple[Level, ...] = ("error", "warning", "note")
"""The severest first: the runner refuses it; it reaches further than it seems to; it is worth knowing."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing. `line`: of the file at `place`, from 1; `tasks`: the tasks that it is about, none where all are.

    `what` and `do` never hold the value of a variable.
    """

    level: Level
    clause: str
    place: Place
    line: int
    what: str
    do: str
    tasks: tuple[str, ...] = ()


def together(found: list[Finding]) -> tuple[Finding, ...]:
    """Those that differ in their tasks only as one, the severest first, and then by file and line."""
    tasks: dict[Finding, dict[str, None]] = {}
    for one in found:
        tasks.setdefault(replace(one, tasks=()), {}).update(dict.fromkeys(one.tasks))
    merged = [replace(one, tasks=tuple(names)) for one, names in tasks.items()]
    return tuple(sorted(merged, key=lambda one: (LEVELS.index(one.level), one.place, one.line, one.clause, one.what)))
