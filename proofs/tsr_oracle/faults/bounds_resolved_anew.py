"""The entries of `allow_paths` are resolved each time a place is judged.

How it comes about: the list is kept as it is written, and both sides of each comparison are resolved.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import fence, guards
from tsr_impl.places import is_within
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "FENCE-21")})


def apply() -> None:
    """Accept as well what lies within an entry as it leads now."""
    allowed, judge = guards._allowed, fence.Fence._judge
    entries: list[str] = []

    def remember(config: Any, root: Any) -> list[str]:
        entries[:] = config.allow_paths
        return allowed(config, root)

    def judge_anew(self: Any, place: Any, label: Any, is_directory: bool) -> None:
        if not any(is_within(place.path(), fence.landing(self.root, entry)[0]) for entry in entries):
            judge(self, place, label, is_directory)

    patch(guards, "_allowed", remember)
    patch(fence.Fence, "_judge", judge_anew)
