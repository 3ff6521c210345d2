"""Lets a walk go unjudged for a moment: what several of the faults are made with. No fault of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from tsr_impl import fence
from tsr_oracle.faults.patch import patch


@contextmanager
def unjudged() -> Iterator[None]:
    """Within it, no place is refused."""
    judge = fence.Fence._judge
    patch(fence.Fence, "_judge", lambda self, place, label, is_directory: None)
    try:
        yield
    finally:
        patch(fence.Fence, "_judge", judge)
