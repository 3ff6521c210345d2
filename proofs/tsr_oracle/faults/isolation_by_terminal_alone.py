"""At a terminal no child has a group of its own, in a parallel run either.

How it comes about: groups were made for the terminal's sake, before there was `parallel`.
"""

from __future__ import annotations

from tsr_impl.children import Children
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-1")})
SUBTLE = "Standard input is a terminal, and something in the reach is `parallel`."


def apply() -> None:
    """Ask for the terminal, and for nothing else."""
    original = Children.__init__
    patch(Children, "__init__", lambda self, parallel: original(self, False))
