"""The `tasks.toml` of the home directory governs every project beneath it that has none.

How it comes about: the bound is checked after the directory, as it is for `.git`.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "DISC-2")})


def apply() -> None:
    """Let the walk look into the home directory, and end there."""
    homes = discovery._homes
    has = discovery._has

    def has_or_is_home(directory: Any, name: str) -> bool:
        return has(directory, name) or (name == ".git" and directory.identity() in homes())

    def walk_up(here: Any, is_wanted: Any) -> bool:
        patch(discovery, "_homes", set)
        patch(discovery, "_has", has_or_is_home)
        try:
            return original(here, is_wanted)
        finally:
            patch(discovery, "_homes", homes)

    original = discovery._walk_up
    patch(discovery, "_walk_up", walk_up)
