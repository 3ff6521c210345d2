"""A `.git` that is a link to nothing does not end the walk.

How it comes about: "does it exist?" is asked with a call that follows links.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

SUBTLE = "`.git` is a link, it dangles, and there is a config further up"
ACCEPTED = frozenset({("bypass", "DISC-1")})


def apply() -> None:
    """Follow it."""
    original = discovery._has

    def has(directory: Any, name: str) -> bool:
        found = original(directory, name)
        return found and (name != ".git" or os.path.exists(f"{directory.place.path()}/{name}"))

    patch(discovery, "_has", has)
