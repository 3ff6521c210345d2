"""Behind a first missing component the rest of a name is text for good, and links in it are followed unjudged.

How it comes about: the part of the name that exists is resolved, the rest is put behind it and normalised, and what
comes out is compared with the bounds and handed to the kernel, as if nothing of it could exist.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from tsr_impl import fence
from tsr_impl.handles import Directory
from tsr_impl.places import Fault, Label, is_within
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a missing name that `..` takes back stands in front of a link that leads out"
ACCEPTED = frozenset(
    (kind, clause)
    for kind in ("escape", "bypass", "divergence")
    for clause in ("FENCE-1", "FENCE-2", "FENCE-3", "FENCE-4", "FENCE-10", "FENCE-15", "FENCE-G1", "FENCE-G4")
)


def apply() -> None:
    """The place that the text comes to is judged, and what it leads to is used."""
    patch(fence.Fence, "content", _by_text(fence.Fence.content))
    patch(fence.Fence, "entry", _by_text(fence.Fence.entry))


def _by_text(judged: Callable[..., Any]) -> Callable[..., Any]:
    def by_text(self: fence.Fence, start: Directory, operand: str, label: Label | None = None, **more: Any) -> Any:
        text = _resolved(start.place.path(), operand)
        if text is None or not is_within(text, self.root.place.path()):
            return judged(self, start, operand, label, **more)
        try:
            place, _ = fence.landing(start, os.path.dirname(text))
            end, _ = fence.landing(start, text)
        except Fault:
            return judged(self, start, operand, label, **more)
        return judged(fence.Fence(self.root, [place, end]), start, text, label or Label(operand), **more)

    return by_text


def _resolved(start: str, operand: str) -> str | None:
    """The place by its text, None where nothing is missing that `..` takes back."""
    here = "/" if operand.startswith("/") else start
    components = [component for component in operand.split("/") if component]
    for at, component in enumerate(components):
        if not os.path.lexists(os.path.join(here, component)):
            return os.path.normpath(os.path.join(here, *components[at:])) if ".." in components[at:] else None
        here = os.path.realpath(os.path.join(here, component))
    return None
