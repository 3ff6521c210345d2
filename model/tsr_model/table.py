"""The table after a failure (OUT-3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

SECONDS = "N.N s"
"""What stands for a number of seconds with one decimal."""


@dataclass(frozen=True, slots=True)
class Row:
    """What has become of a unit. `status`: of one that has ended by itself, or in which the runner could not go on."""

    label: str
    end: Literal["ended", "stopped", "skipped"]
    status: int = 0

    @property
    def result(self) -> str:
        """The result, in the words of the table."""
        if self.end != "ended":
            return self.end
        return f"exit {self.status}" if self.status else "ok"


def table(rows: Sequence[Row], exit: int) -> tuple[str, ...]:
    """The lines: a row a unit, in the plan's order, then the exit code of the run."""
    label = max(len(row.label) for row in rows)
    result = max(len(row.result) for row in rows)
    return (*(_line(row, label, result) for row in rows), f"exit code: {exit}")


def _line(row: Row, label: int, result: int) -> str:
    mark = "⊘" if row.end != "ended" else "✗" if row.status else "✓"
    seconds = "" if row.end == "skipped" else SECONDS
    return f"{mark} {row.label:<{label}}  {row.result:<{result}}  {seconds}".rstrip()
