"""`cp a a d` ends with 0: a source that is named twice does not collide with itself.

How it comes about: what arrives at a name is compared with what arrived there before, and the same file destroys
nothing, as with GNU `cp`, which warns and goes on.
"""

from __future__ import annotations

from tsr_impl.builtins.destination import Destination
from tsr_impl.places import Place
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset(
    {("divergence", "FENCE-12"), ("divergence", "FENCE-22"), ("divergence", "BUILTIN-6"), ("divergence", "BUILTIN-7")}
)


def apply() -> None:
    """A source that was noted already is not noted again."""
    original = Destination._expect

    def expect(self: Destination, source: str, place: Place) -> None:
        if source not in self._arrivals.values():
            original(self, source, place)

    patch(Destination, "_expect", expect)
