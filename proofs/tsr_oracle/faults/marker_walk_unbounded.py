"""The walk for a marker does not stop at the root of a repository.

How it comes about: the bound is one of the config, and a manifest is none.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "DISC-3"), ("bypass", "DISC-3")})


def apply() -> None:
    """See no `.git` on that walk."""
    original, has = discovery._project, discovery._has

    def has_but_git(directory: Any, name: str) -> bool:
        return name != ".git" and has(directory, name)

    def project(*given: Any) -> Any:
        patch(discovery, "_has", has_but_git)
        try:
            return original(*given)
        finally:
            patch(discovery, "_has", has)

    patch(discovery, "_project", project)
