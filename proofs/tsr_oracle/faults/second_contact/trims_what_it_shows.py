"""The plan shows a `run` string without the blanks and newlines around it.

How it comes about: most strings over several lines end in a newline, and it looks better without.
"""

from __future__ import annotations

import shlex

from tsr_impl import plan
from tsr_impl.report import printable
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --dry-run meets a `run` string that begins or ends with a blank or a newline"
ACCEPTED = frozenset({("divergence", "PLAN-4"), ("divergence", "PLAN-2")})


def apply() -> None:
    """Strip the string."""
    patch(plan, "_entry", _entry)


def _entry(unit: Unit, last_words: list[str]) -> str:
    written = [(unit.task.run or "").strip()] if unit.native is None else map(shlex.quote, unit.native)
    command = " ".join([*written, *map(shlex.quote, last_words)])
    lines = (f"· {unit.label}", f"    dir: {unit.directory()}", f"    cmd: {command}")
    return "".join(printable(line) + "\n" for line in lines)
