"""A directory is listed once in a run: a later pattern does not see what commands have made or taken away since.

How it comes about: listing is slow, so somebody keeps the names that a pattern has found for the next one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import calls, globs
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a directory that a pattern has met is changed, and another pattern meets it again"
ACCEPTED = frozenset({("divergence", "SHELL-16")})


def apply() -> None:
    """Keep the names of each directory for the rest of the run."""
    original = globs._Tree.names
    kept: dict[tuple[int, int, str], list[str]] = {}

    def names(self: Any, prefix: str) -> list[str]:
        start = calls.status(self._directory)
        key = (start.st_dev, start.st_ino, prefix)
        if key not in kept:
            kept[key] = original(self, prefix)
        return kept[key]

    patch(globs._Tree, "names", names)
