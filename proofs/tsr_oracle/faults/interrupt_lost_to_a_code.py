"""A run that was interrupted ends with the code of the program that was torn down.

How it comes about: the program ends for the interrupt, and the run then ends as it does behind any other program.
"""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_impl.children import Child, Children
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "INT-1"), ("divergence", "EXIT-6")})


def apply() -> None:
    """Put the status of the child that ended last before the interrupt's code."""
    reap, exit_code = Children.reap, interrupts.exit_code
    last: list[int] = []

    def noting(self: Children, child: Child) -> None:
        last[:] = [self.status(child)]
        reap(self, child)

    patch(Children, "reap", noting)
    patch(interrupts, "exit_code", lambda otherwise: last[0] if last and interrupts.first() else exit_code(otherwise))
