"""An entry of `allow_paths` admits the directory that it lies in.

How it comes about: an entry that does not exist yet is resolved by its parent, and the last name is forgotten.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import fence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "FENCE-19")})


def apply() -> None:
    """Resolve one name too few."""
    original = fence.landing

    def landing(start: Any, name: str) -> tuple[str, bool]:
        path, exists = original(start, name)
        return os.path.dirname(path), exists

    patch(fence, "landing", landing)
