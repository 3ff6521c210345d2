"""`cp -r` judges its operands, and follows whatever link it then meets in the tree.

How it comes about: the check is made once, where the operands are, and the copying is left to a library.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import cp
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

ACCEPTED = frozenset({("escape", "FENCE-6")})


def apply() -> None:
    """Copy each entry of a tree unjudged."""
    original = cp._copy_judged

    def copy_judged(call: Any, pair: Any, name: str) -> None:
        with unjudged():
            original(call, pair, name)

    patch(cp, "_copy_judged", copy_judged)
