"""Variables and patterns in a `delegate` are expanded.

How it comes about: it is a command like `run`, only shorter.
"""

from __future__ import annotations

import re
from typing import Any

from tsr_impl import calls
from tsr_impl.guards import _Judge
from tsr_impl.shell import Text
from tsr_impl.units import Step, Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-2")})


def apply() -> None:
    """Put values into its words, and take them for unquoted."""
    original = _Judge.steps

    def steps(self: _Judge, unit: Unit, environments: Any) -> list[Step]:
        environment = environments[unit.task.name]

        def value(found: re.Match[str]) -> str:
            return calls.decode(environment.get(calls.encode(found[1]), b""))

        steps = original(self, unit, environments)
        for word in steps[0].words[: len(unit.task.delegate or ())]:
            word[:] = [Text(re.sub(r"\$(\w+)", value, part.text), active=True) for part in word]
        return steps

    patch(_Judge, "steps", steps)
