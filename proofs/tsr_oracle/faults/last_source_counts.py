"""Of several sources of `cp` and `mv` only the last decides the exit code.

How it comes about: the status is set in the loop, and each turn overwrites it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import cp, mv
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-7")})


def apply() -> None:
    """Forget with each source what became of the one before."""

    def forgetting(original: Any) -> Any:
        def one(call: Any, *given: Any, **named: Any) -> None:
            call.failed = False
            original(call, *given, **named)

        return one

    patch(cp, "_copy", forgetting(cp._copy))
    patch(mv, "_move", forgetting(mv._move))
