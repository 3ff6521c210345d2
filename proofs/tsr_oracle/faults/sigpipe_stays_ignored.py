"""Children are started with SIGPIPE ignored.

How it comes about: the runner's own language ignores it, and what is ignored is inherited.
"""

from __future__ import annotations

from tsr_impl import process
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "TREE-10")})


def apply() -> None:
    """Set nothing back to its default."""
    patch(process, "DEFAULT_SIGNALS", ())
