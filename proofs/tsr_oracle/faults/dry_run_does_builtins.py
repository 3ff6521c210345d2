"""A dry run carries out builtins.

How it comes about: it is programs that are not started, and a builtin is none.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import cli, sequence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PLAN-1")})


def apply() -> None:
    """Show the plan, then run it without its programs."""
    original, attempt = cli._run, sequence.attempt

    def builtin_only(*call: Any) -> int:
        outcome = attempt(*call)
        return outcome if isinstance(outcome, int) else 0

    def run(asked: Any, *more: Any) -> int:
        status = original(asked, *more)
        if asked.dry_run:
            patch(sequence, "attempt", builtin_only)
            asked.dry_run = False
            original(asked, *more)
        return status

    patch(cli, "_run", run)
