"""`[dependency-groups]` of python makes no package depend on another.

How it comes about: it is newer than the reader.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tsr_impl.manifests import python
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-10")})


def apply() -> None:
    """Look at `[project]` alone."""
    original = python._requirements

    def requirements(document: Any, project: Any) -> Iterator[str]:
        return original({}, project)

    patch(python, "_requirements", requirements)
