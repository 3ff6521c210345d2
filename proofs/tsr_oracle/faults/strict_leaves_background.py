"""Under `--strict` what a task has put into the background is left there.

How it comes about: when the child has ended, so has the task.
"""

from __future__ import annotations

from tsr_impl.children import Child
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("leak", "TREE-G1"), ("divergence", "TREE-G1")})
SUBTLE = "With `--strict` a task leaves something behind."


def apply() -> None:
    """Never look at what is left."""
    patch(Child, "has_left_something", lambda self: False)
