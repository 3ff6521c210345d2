"""`--allow-unsafe-env` lifts all that `--strict` adds, where it may lift only what that adds to ENV and PATH.

How it comes about: "with all that `--strict` adds to them" is read without its last two words.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

SUBTLE = "only with both options, where `--strict` would refuse a file or a place"
ACCEPTED = frozenset(
    {
        ("bypass", "TIER-3"),
        ("bypass", "PERM-3"),
        ("bypass", "FENCE-10"),
        ("divergence", "TIER-3"),
        ("divergence", "FENCE-10"),
    }
)


def apply() -> None:
    """With the one, the other counts for nothing."""
    original: Any = Request.__init__

    def init(request: Any, *given: Any) -> None:
        original(request, *given)
        request.strict = request.strict and not request.allow_unsafe_env

    patch(Request, "__init__", init)
