"""A root of the user's file that is missing, or is a FIFO, is left out of the boundary, and commands run.

How it comes about: the roots are looked at one by one, and what can't be opened is not granted, which is safe.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl.confinement import roots
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CONF-2"), ("divergence", "CONF-2")})


def apply() -> None:
    """Leave out what is neither a directory nor a regular file."""
    right = roots.roots

    def rooted(project: str, policy: Any, *others: Any) -> Any:
        policy.writable_roots = tuple(one for one in policy.writable_roots if os.path.isdir(one) or os.path.isfile(one))
        return right(project, policy, *others)

    patch(roots, "roots", rooted)
