"""Variables: who sets them, and how their values come about (ENV)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from tsr_model.shell import NAME

REFERENCE = re.compile(rf"\$(?:({NAME.pattern})|\{{({NAME.pattern})\}})")
"""`$NAME` or `${NAME}` (SHELL-6). Every other `$` of a value is text (ENV-11)."""


@dataclass(frozen=True, slots=True)
class Source:
    """Where a config sets variables: a table (`[env]`, or a task's) or a file, and there the line.

    `file` is the path as it is written, `task` the task that it belongs to; the root `.env` belongs to none.
    """

    file: str | None = None
    task: str | None = None
    line: int = 0


@dataclass(frozen=True, slots=True)
class Assignment:
    """One assignment as a source writes it. `literal`: nothing in its value is a reference (ENV-8)."""

    name: str
    value: str
    source: Source
    literal: bool = False


def expand_value(value: str, environment: Mapping[str, str]) -> str:
    """The value with its references resolved; one to a variable that is not set is empty (ENV-11)."""
    return REFERENCE.sub(lambda found: environment.get(found[1] or found[2], ""), value)


def assigned(assignment: Assignment, environment: Mapping[str, str]) -> str:
    """What the variable gets, with what is merged so far (ENV-11)."""
    return assignment.value if assignment.literal else expand_value(assignment.value, environment)


def merge(environment: Mapping[str, str], assignments: Iterable[Assignment]) -> dict[str, str]:
    """The environment with the assignments made, one after another: merged, never replaced (ENV-10)."""
    merged = dict(environment)
    for assignment in assignments:
        merged[assignment.name] = assigned(assignment, merged)
    return merged
