"""An entry of `allow_paths` that is a link admits the link itself, too, and not only the place that it leads to.

How it comes about: whoever has met `/tmp` as a link notes both spellings of each entry, to be on the safe side.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an entry of `allow_paths` is a link outside, and a builtin touches the link as an entry"
ACCEPTED = frozenset({("escape", "FENCE-19")})


def apply() -> None:
    """Each entry is also joined to the root as text."""
    original: Any = guards._allowed

    def allowed(config: Any, root: Any) -> list[str]:
        as_written = [os.path.normpath(os.path.join(root.place.path(), entry)) for entry in config.allow_paths]
        return [*original(config, root), *as_written]

    patch(guards, "_allowed", allowed)
