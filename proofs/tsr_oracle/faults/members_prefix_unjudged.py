"""Entries of `members` and `packages` are not judged by themselves, only what they lead to.

How it comes about: a directory that is no package seems to be none of the runner's business.
"""

from __future__ import annotations

from tsr_impl import members
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "FENCE-1"), ("bypass", "FENCE-9"), ("divergence", "FENCE-1")})


def apply() -> None:
    """Pass every entry."""
    patch(members, "_judge_entry", lambda *entry: None)
