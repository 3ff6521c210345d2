"""Without a config, a marker in the home directory makes everything beneath it a project.

How it comes about: the bound is checked after the directory, as it is for `.git`.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "DISC-3"), ("bypass", "DISC-3")})


def apply() -> None:
    """Let the walk for a marker look into the home directory, and end there."""
    original, has, homes = discovery._project, discovery._has, discovery._homes

    def has_or_is_home(directory: Any, name: str) -> bool:
        return has(directory, name) or (name == ".git" and directory.identity() in homes())

    def project(*given: Any) -> Any:
        patch(discovery, "_homes", set)
        patch(discovery, "_has", has_or_is_home)
        try:
            return original(*given)
        finally:
            patch(discovery, "_homes", homes)
            patch(discovery, "_has", has)

    patch(discovery, "_project", project)
