"""A dependency of cargo is known by its key, also where `package` says what it is really called.

How it comes about: with the other ecosystems the key is the name.
"""

from __future__ import annotations

from tsr_impl.manifests import cargo
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-8")})


def apply() -> None:
    """Take the key."""
    patch(cargo, "_name", lambda key, entry, inherited: key)
