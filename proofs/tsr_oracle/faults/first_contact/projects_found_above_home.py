"""Without a config, the walk that looks for a project doesn't stop at the home directory.

How it comes about: only the name `tasks.toml` was thought to be planted, and `.git` to bound the rest well enough.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

SUBTLE = "only without a config, from beneath the home directory, with a marker there or above it"
ACCEPTED = frozenset(
    {("bypass", "DISC-3"), ("divergence", "DISC-3"), ("bypass", "DISC-2"), ("bypass", "DISC-G1"), ("bypass", "CLI-12")}
)


def apply() -> None:
    """Forget the home directories for the second walk."""
    project, homes = discovery._project, discovery._homes

    def without_homes(end: Any, start: Any) -> Any:
        patch(discovery, "_homes", set)
        try:
            return project(end, start)
        finally:
            patch(discovery, "_homes", homes)

    patch(discovery, "_project", without_homes)
