"""The count of followed links starts again with each component of an operand, so that a long name has no end of them.

How it comes about: the function that resolves one component has the counter, and is called once for each.
"""

from __future__ import annotations

import errno
import os
from typing import Any

from tsr_impl import fence
from tsr_oracle.faults.patch import patch

SUBTLE = "only where one name leads over more than 40 links, none of which is the target of too many others"
ACCEPTED = frozenset({("divergence", "FENCE-2"), ("escape", "FENCE-2"), ("loss", "FENCE-2")})
_MOST = fence.LINK_BUDGET


class _Walk(fence._Walk):
    """A walk that knows which of its components were written."""

    __slots__ = ("_counted", "_written")

    def __init__(self, start: Any, operand: str, *more: Any) -> None:
        self._written = len(fence._components(operand))
        self._counted = 0
        super().__init__(start, operand, *more)

    def _step(self, component: str, follow: bool) -> None:
        if len(self._pending) < self._written:
            self._written = len(self._pending)
            self._counted = self._links
        super()._step(component, follow)

    def _follow(self, component: str, last: bool) -> None:
        if self._links - self._counted == _MOST:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        super()._follow(component, last)


def apply() -> None:
    """Count the links of each component alone."""
    patch(fence, "LINK_BUDGET", -1)
    patch(fence, "_Walk", _Walk)
