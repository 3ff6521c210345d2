"""An entry of `allow_paths` behind which nothing exists yet is text from its start, also where it leads over a link.

How it comes about: the entry is resolved if it exists, and otherwise joined to the root as text, by a check that
takes a dangling link for something that does not exist.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import guards
from tsr_impl.handles import Directory
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an entry of `allow_paths` leads over a link, and to something that is missing"
ACCEPTED = frozenset(
    (kind, clause)
    for kind in ("stricter", "divergence", "escape", "bypass")
    for clause in ("FENCE-2", "FENCE-3", "FENCE-13", "FENCE-19", "FENCE-21", "FENCE-G1", "FENCE-G2")
)


def apply() -> None:
    """What does not exist is joined as text."""
    original: Any = guards._landing_of_allowed

    def landing(entry: str, root: Directory) -> tuple[str, bool]:
        path = os.path.join(root.place.path(), entry)
        found: tuple[str, bool] = original(entry, root) if os.path.exists(path) else (os.path.normpath(path), False)
        return found

    patch(guards, "_landing_of_allowed", landing)
