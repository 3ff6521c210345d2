"""With `--strict` only what the last program of a sequence has left behind is torn down.

How it comes about: the unit remembers one child, the one that ended last, and its group.
"""

from __future__ import annotations

from tsr_impl.children import Child
from tsr_impl.scheduler import _Run
from tsr_oracle.faults.patch import patch

SUBTLE = "only where, with --strict, a program that is not the last of its sequence leaves something behind"
ACCEPTED = frozenset({("leak", "TREE-G1"), ("divergence", "TREE-G1")})


def apply() -> None:
    """Let go of an earlier child when the next one has ended."""
    original = _Run._take_child

    def take(run: _Run, child: Child) -> None:
        kept = run._by_child[child.id].kept
        while kept and run._children:
            run._children.reap(kept.pop())
        original(run, child)

    patch(_Run, "_take_child", take)
