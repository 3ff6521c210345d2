"""What `cp -r` meets behind a link within the tree is not judged any more.

How it comes about: the link was judged when it was followed, and what lies behind it is thought to lie there too.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import cp
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

SUBTLE = "a link in the tree leads to a directory inside, and a link in that leads out"
ACCEPTED = frozenset({("escape", "FENCE-6")})


def apply() -> None:
    """Judge nothing while the walk is behind a link."""
    original = cp._copy_judged

    def copy_judged(call: Any, pair: Any, name: str) -> None:
        if not any(pair.sources._held):
            return original(call, pair, name)
        with unjudged():
            return original(call, pair, name)

    patch(cp, "_copy_judged", copy_judged)
