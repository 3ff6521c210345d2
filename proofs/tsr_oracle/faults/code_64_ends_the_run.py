"""A program that ends with 64 ends the run, as the runner itself does with that code.

How it comes about: a code that means "the runner can't go on" is looked for where codes come in.
"""

from __future__ import annotations

from tsr_impl.children import Child, Children
from tsr_impl.report import RUNNER_LEVEL, Stop
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EXIT-2")})
SUBTLE = "A program ends with 64, and something is to run behind it all the same."


def apply() -> None:
    """Stop at that code."""
    original = Children.status

    def status(self: Children, child: Child) -> int:
        found = original(self, child)
        if found == RUNNER_LEVEL:
            raise Stop(f"{child.program!r} can't go on — see what it says")
        return found

    patch(Children, "status", status)
