"""Names of python's packages are told apart by dots, and by how many separators stand together.

How it comes about: PEP 503 is remembered as "small letters, and `-` for `_`".
"""

from __future__ import annotations

from tsr_impl import manifests
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "PKG-3"), ("divergence", "PKG-3")})


def apply() -> None:
    """Replace underscores one by one, and leave dots."""
    patch(manifests, "folded", lambda name: name.lower().replace("_", "-"))
