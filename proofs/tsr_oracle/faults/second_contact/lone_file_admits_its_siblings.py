"""An entry of `allow_paths` that is a file admits the directory that holds it.

How it comes about: bounds are kept as directories, so for a file the directory around it is taken.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an entry of `allow_paths` is a file, and something beside it is touched"
ACCEPTED = frozenset({("escape", "FENCE-19")})


def apply() -> None:
    """Where an entry leads to a file, its directory is the bound."""
    original: Any = guards._landing_of_allowed

    def landing(entry: str, root: Any) -> tuple[str, bool]:
        path, exists = original(entry, root)
        return (os.path.dirname(path) if os.path.isfile(path) else path), exists

    patch(guards, "_landing_of_allowed", landing)
