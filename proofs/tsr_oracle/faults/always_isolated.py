"""Every child has a group of its own, a lone program at a terminal too.

How it comes about: whatever has to be torn down is given a group, and that anybody reads from a terminal is not
thought of.
"""

from __future__ import annotations

from tsr_impl.children import Children
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-1"), ("hang", "TREE-1")})


def apply() -> None:
    """As if every run were parallel."""
    original = Children.__init__
    patch(Children, "__init__", lambda self, parallel: original(self, True))
