"""A name that has met something missing stays text to its end: a link behind `missing/..` is not followed.

How it comes about: the longest part that exists is resolved, and all the rest is joined to it and tidied up.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import fence
from tsr_oracle.faults.patch import patch

SUBTLE = "a component is missing, `..` leads back from it, and a link that leads out follows"
ACCEPTED = frozenset({("bypass", "FENCE-3"), ("divergence", "FENCE-3")})


def apply() -> None:
    """Miss each component behind one that was missing."""
    original = fence._Walk._step

    def step(self: Any, component: str, follow: bool) -> None:
        if self.broken and not self.tail and component not in (".", ".."):
            self._miss(component, self.here.place)
        else:
            original(self, component, follow)

    patch(fence._Walk, "_step", step)
