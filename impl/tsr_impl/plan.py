"""What a run would do, as text (PLAN)."""

from __future__ import annotations

import shlex

from tsr_impl.report import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.request import Request
    from tsr_impl.units import Unit


def text(units: list[Unit], asked: Request) -> str:
    """Each of the units, which have a command, in the order in which they would run (PLAN-1)."""
    return "".join(_entry(unit, asked.last_words(unit.task)) for unit in units)


def _entry(unit: Unit, last_words: list[str]) -> str:
    """One of them, as it is written: nothing is expanded, and no line can be forged (PLAN-2, PLAN-4)."""
    written = [unit.task.run or ""] if unit.native is None else map(shlex.quote, unit.native)
    command = " ".join([*written, *map(shlex.quote, last_words)])
    lines = (f"· {unit.label}", f"    dir: {unit.directory()}", f"    cmd: {command}")
    return "".join(printable(line) + "\n" for line in lines)
