"""A directory that a pattern has been looked for in is not read again in this run.

How it comes about: a run has many patterns, and few directories.
"""

from __future__ import annotations

import os

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "two patterns look into one directory, and a command between them changes what is in it"
ACCEPTED = frozenset({("divergence", "SHELL-16")})


def apply() -> None:
    """Keep what was read."""
    original, known = globs._Tree.names, dict[tuple[int, str], list[str]]()

    def names(self: globs._Tree, prefix: str) -> list[str]:
        key = os.fstat(self._directory).st_ino, prefix
        if key not in known:
            known[key] = original(self, prefix)
        return known[key]

    patch(globs._Tree, "names", names)
