"""A link in the last place counts among the forty, also where it is not followed.

How it comes about: links are counted as they are met.
"""

from __future__ import annotations

import errno
import stat
from typing import Any

from tsr_impl import fence
from tsr_impl.places import system_fault
from tsr_oracle.faults.patch import patch

SUBTLE = "forty links are followed on the way to an entry that is a link itself"
ACCEPTED = frozenset({("stricter", "FENCE-2")})


def apply() -> None:
    """Count it when the walk is over."""
    original = fence.Fence._walked

    def walked(self: Any, start: Any, operand: str, follow: bool, label: Any, trail: Any = None) -> Any:
        walk = original(self, start, operand, follow, label, trail)
        if walk._links == fence.LINK_BUDGET and walk.seen is not None and stat.S_ISLNK(walk.seen.st_mode):
            walk.here.close()
            raise system_fault(label, errno.ELOOP)
        return walk

    patch(fence.Fence, "_walked", walked)
