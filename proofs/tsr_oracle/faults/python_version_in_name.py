"""A requirement of python is taken for a name as a whole, with its version.

How it comes about: with the other ecosystems a version stands elsewhere.
"""

from __future__ import annotations

import re

from tsr_impl.manifests import python
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-10")})


def apply() -> None:
    """Take all of it."""
    patch(python, "_LEADING_NAME", re.compile(r"\s*(.+)"))
