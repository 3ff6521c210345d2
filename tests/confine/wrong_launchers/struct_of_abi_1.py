"""The attribute is passed with the size that it had in ABI 1, and the kernel never sees the scopes behind it."""

from __future__ import annotations

from tsr_landlock import rights

CAUGHT_BY = "outsiders_are_not_signalled"
TAKES_ABI = 6


def apply() -> None:
    rights.attribute_size = lambda abi: 8
