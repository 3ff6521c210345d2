"""An entry of `allow_paths` may hold `*`, `?` and `[`, which are taken as letters.

How it comes about: nothing expands the entries, so nothing seems to be wrong with these characters.
"""

from __future__ import annotations

from tsr_impl import config
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "FENCE-13"), ("divergence", "FENCE-13")})


def apply() -> None:
    """Know of no such characters."""
    patch(config, "_PATTERN", "")
