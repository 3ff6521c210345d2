"""Of several sources of `cp` and `mv` all are judged beforehand, but the destination only as it is for the first.

How it comes about: there is one last operand, so one look at it seems to be enough.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins.destination import Destination
from tsr_impl.fence import Refused
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the name that a second source gets in the directory is a link to the outside"
ACCEPTED = frozenset({("divergence", "FENCE-22"), ("loss", "FENCE-22")})


def apply() -> None:
    """Behind the first source, where a source would arrive is refused only when it is done."""
    original: Any = Destination.judge

    def judge(destination: Any, operand: str, source: Any, target: Any, check: Any) -> None:
        if destination._arrivals and _is_refused(target, operand):
            here = destination._call.judged(source, operand)
            if here is not None:
                here.close()
            return
        original(destination, operand, source, target, check)

    patch(Destination, "judge", judge)


def _is_refused(target: Any, operand: str) -> bool:
    try:
        target(operand).close()
    except Refused:
        return True
    except Fault:
        return False
    return False
