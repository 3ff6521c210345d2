"""The walk for `tasks.toml` does not stop at the root of a repository.

How it comes about: the bound at home was thought to be enough.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "DISC-1")})


def apply() -> None:
    """Never see a `.git`."""
    original = discovery._has

    def has(directory: Any, name: str) -> bool:
        return name != ".git" and original(directory, name)

    patch(discovery, "_has", has)
