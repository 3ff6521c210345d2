"""`peerDependencies` make no package depend on another.

How it comes about: they are installed by somebody else.
"""

from __future__ import annotations

from tsr_impl.manifests import npm
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-7")})


def apply() -> None:
    """Read the other tables."""
    patch(npm, "_TABLES", tuple(key for key in npm._TABLES if key != "peerDependencies"))
