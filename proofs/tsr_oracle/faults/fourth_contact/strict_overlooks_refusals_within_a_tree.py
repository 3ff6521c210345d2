"""With `--strict` a link out that `cp -r` meets in a tree ends the command with 1, and not the run.

How it comes about: `--strict` goes by what became of the operands, and what goes wrong further down in a tree is one
more failed entry by then, whatever was the reason.
"""

from __future__ import annotations

from tsr_impl.builtins import Call, cp
from tsr_impl.builtins.side_by_side import SideBySide
from tsr_oracle.faults.patch import patch

SUBTLE = "only where `--strict` and a link out of the bounds within a tree that is copied meet"
ACCEPTED = frozenset((kind, clause) for kind in ("divergence", "bypass") for clause in ("FENCE-6", "FENCE-10"))


def apply() -> None:
    """What was refused in a tree is forgotten."""
    original = cp._copy_tree

    def copy_tree(call: Call, pair: SideBySide) -> None:
        refused = call.refused
        original(call, pair)
        call.refused = refused

    patch(cp, "_copy_tree", copy_tree)
