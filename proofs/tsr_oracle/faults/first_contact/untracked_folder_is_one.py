"""A directory of which git tracks nothing counts as one changed path, which no package beneath it holds.

How it comes about: git is asked to list untracked directories instead of their files, since that is much faster.
"""

from __future__ import annotations

from tsr_impl import since
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a package lies in a directory that holds nothing tracked, and not right at its top"
ACCEPTED = frozenset({("divergence", "GIT-2"), ("divergence", "GIT-3")})


def apply() -> None:
    """Have untracked files listed by directory."""
    patch(since, "_FILES", (*since._FILES, "--directory"))
