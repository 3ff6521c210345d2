"""The tables of Poetry make no package depend on another.

How it comes about: `[project]` is the standard.
"""

from __future__ import annotations

from tsr_impl.manifests import python
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-10")})


def apply() -> None:
    """Read none of them."""
    patch(python, "_of_poetry", lambda poetry: iter(()))
