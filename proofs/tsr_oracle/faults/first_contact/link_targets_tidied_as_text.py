"""What a link says is tidied up as text before it is followed, so that `..` in it takes back a name and not a step.

How it comes about: the walk over the operand is physical, and `normpath` on what `readlink` gave looked harmless.
"""

from __future__ import annotations

import errno
import os
from typing import Any

from tsr_impl import calls, fence
from tsr_oracle.faults.patch import patch

SUBTLE = "only where `..` in the target of a link stands behind the name of another link"
ACCEPTED = frozenset(
    {("divergence", "FENCE-2"), ("stricter", "FENCE-2"), ("divergence", "FENCE-G2"), ("stricter", "FENCE-G2")}
)


def apply() -> None:
    """Normalise the target of each link that is followed."""

    def follow(self: Any, component: str, last: bool) -> None:
        if self._links == fence.LINK_BUDGET:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        target = fence._unchanged(calls.read_link, self.here.descriptor, component)
        self._links += 1
        if target.startswith("/"):
            self._move_to(self._from_root(self.here.label))
        self._pending.extend(fence._components(os.path.normpath(target)))
        if last:
            self.by_link = True
            self.slash = self.slash or target.endswith("/")

    patch(fence._Walk, "_follow", follow)
