"""A pattern does not match a link that leads to nothing.

How it comes about: "does it exist?" is asked with a call that follows links.
"""

from __future__ import annotations

import os

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "a pattern fits the name of a link, and the link dangles"
ACCEPTED = frozenset({("divergence", "SHELL-14")})


def apply() -> None:
    """Ask what is behind it."""
    original = globs._Tree.has

    def has(self: globs._Tree, path: str) -> bool:
        return original(self, path) and os.access(path, os.F_OK, dir_fd=self._directory)

    patch(globs._Tree, "has", has)
