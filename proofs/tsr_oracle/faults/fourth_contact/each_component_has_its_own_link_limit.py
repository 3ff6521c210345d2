"""The limit of 40 links counts for each component of a name, and not for the whole walk.

How it comes about: a component is resolved by a function of its own that counts the links it goes through, and is
called anew for the next one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import fence
from tsr_oracle.faults.patch import patch

SUBTLE = "only where more than 40 links stand side by side in one name, and few of them within one another"
ACCEPTED = frozenset(
    (kind, clause)
    for kind in ("divergence", "bypass")
    for clause in ("FENCE-1", "FENCE-2", "FENCE-4", "FENCE-6", "FENCE-13", "FENCE-19")
)


class _Walk(fence._Walk):
    """Counts anew when it comes to the next component of the operand."""

    __slots__ = ("_left", "_linked")

    def __init__(self, *given: Any) -> None:
        self._left: int | None = None
        self._linked = False
        super().__init__(*given)

    def _step(self, component: str, follow: bool) -> None:
        if self._left is None or len(self._pending) < self._left:
            self._left = len(self._pending)
            self._links = 0
        super()._step(component, follow)
        self._linked = self._linked or self._links > 0

    def is_plain(self) -> bool:
        return super().is_plain() and not self._linked


def apply() -> None:
    """A walk that counts so."""
    patch(fence, "_Walk", _Walk)
