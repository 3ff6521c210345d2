"""A task runs once for each of its packages, and each time in the workspace root.

How it comes about: without `dir` a command runs in the root, and `packages` and `dir` exclude each other.
"""

from __future__ import annotations

from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-5")})


def apply() -> None:
    """Look at `dir` alone."""
    patch(Unit, "directory", lambda self: self.task.directory or ".")
