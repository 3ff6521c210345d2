"""What is decided before a task's first command, in the terms that all who decide share."""

from __future__ import annotations

from dataclasses import dataclass, field

from tsr_model.choices import Choices
from tsr_model.fence import Judged


@dataclass(slots=True)
class Notes:
    """The ways that are taken where the clauses leave some open; which were come upon; the clauses that decided; and
    the paths that were judged."""

    choices: Choices
    open: set[str] = field(default_factory=set)
    clauses: dict[str, None] = field(default_factory=dict)
    judged: list[Judged] = field(default_factory=list)

    def choose(self, name: str) -> str:
        """The way taken; notes that this choice was come upon."""
        self.open.add(name)
        way: str = getattr(self.choices, name)
        return way

    def by(self, *clauses: str) -> None:
        """Notes the clauses that a step was taken by."""
        self.clauses.update(dict.fromkeys(clauses))


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a run ends before a task's first command: by which clauses, and the line where its wording is fixed."""

    clauses: tuple[str, ...]
    says: str | None = None
