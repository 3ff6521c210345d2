"""Every `package.json` is npm's.

How it comes about: bun reads the same manifest, and the lock file beside it was not thought of.
"""

from __future__ import annotations

from tsr_impl import ecosystems
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-2")})


def apply() -> None:
    """See no lock file."""
    patch(ecosystems, "_has_bun_lock", lambda directory, path, bounds: False)
