"""The walk for `tasks.toml` goes on over the edge of a file system.

How it comes about: `.git` and home were thought to be bounds enough.
"""

from __future__ import annotations

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "DISC-5")})


def apply() -> None:
    """Take every directory for one of the same file system."""
    patch(discovery, "_is_on", lambda here, device: True)
