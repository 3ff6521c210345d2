"""A program that is named by a path in the workspace is refused if that is a link which leads out (`.venv/bin/python`).

How it comes about: a path in a `run` string looks like any other that the fence has to judge.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import sequence
from tsr_impl.fence import Refused
from tsr_impl.places import Fault
from tsr_impl.report import ConfigFault, quoted
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the first word is a relative path to a link in the workspace, and its target lies outside"
ACCEPTED = frozenset({("stricter", "OPEN-2"), ("divergence", "OPEN-2")})


def apply() -> None:
    """What a relative path of a program leads to is judged before it is started."""
    original: Any = sequence.attempt

    def attempt(unit: Any, step: Any, directory: Any, admitted: Any) -> int | list[str]:
        outcome: int | list[str] = original(unit, step, directory, admitted)
        if isinstance(outcome, list) and "/" in outcome[0] and not outcome[0].startswith("/"):
            _judge(admitted.fence, directory, outcome[0])
        return outcome

    patch(sequence, "attempt", attempt)


def _judge(fence: Any, directory: Any, program: str) -> None:
    try:
        fence.entry(directory, program).close()
    except Fault:
        return  # its very name lies elsewhere
    try:
        fence.content(directory, program).close()
    except Refused as refused:
        message = f"{quoted(program)} leads to {quoted(refused.place)}, outside the workspace"
        raise ConfigFault(f"{message} — add it to `[security] allow_paths` if that is intended", "FENCE-1") from refused
    except Fault:
        return
