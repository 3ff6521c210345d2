"""A place is within the bounds when its text starts with theirs: `/ws-old` passes for a part of `/ws`.

How it comes about: `startswith` on paths, without a slash at the end.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import fence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "FENCE-19"), ("escape", "FENCE-1")})


def apply() -> None:
    """Compare letters."""

    def judge(self: Any, place: Any, label: Any, is_directory: bool) -> None:
        text = place.path()
        if not any(text.startswith(bound) for bound in self._bounds):
            raise fence.Refused(label, text, self.root.place.path(), is_directory)

    patch(fence.Fence, "_judge", judge)
