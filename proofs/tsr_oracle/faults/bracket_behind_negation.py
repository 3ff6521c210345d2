"""A `]` right behind `[!` or `[^` closes the set.

How it comes about: that a first `]` is a member is asked right behind the `[`, where the `!` stands.
"""

from __future__ import annotations

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "a set is negated, and `]` is its first character"
ACCEPTED = frozenset({("divergence", "SHELL-18"), ("loss", "SHELL-18")})


def apply() -> None:
    """Pass over one character, whatever it is."""
    patch(globs, "_end_of_set", lambda characters, start, closing: closing[start + 2])
