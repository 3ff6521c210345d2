"""A later task's programs get the variables of the second reading, but its `run` string those of the first.

How it comes about: every `run` string is expanded while the run is judged, and the words are kept for its start.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.guards import Environments
    from tsr_impl.units import Step, Unit

SUBTLE = "only where a task changes a file of variables and the `run` string of a later one names what it sets"
ACCEPTED = frozenset(
    {
        ("divergence", "ENV-7"),
        ("bypass", "ENV-7"),
        ("divergence", "SHELL-8"),
        ("bypass", "SHELL-8"),
        ("bypass", "ENV-9"),
    }
)


class _Judge(guards._Judge):
    """Expands the `run` string of a task once."""

    __slots__ = ("_words",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._words: dict[str, list[Step]] = {}

    def steps(self, unit: Unit, environments: Environments) -> list[Step]:
        """What was expanded first."""
        if unit.native is not None:
            return super().steps(unit, environments)
        if unit.task.name not in self._words:
            self._words[unit.task.name] = super().steps(unit, environments)
        return self._words[unit.task.name]


def apply() -> None:
    """Judge with words that stay."""
    patch(guards, "_Judge", _Judge)
