"""An entry of `allow_paths` that is a link, with a slash behind it, admits the link and not where it leads.

How it comes about: an entry is resolved if it is a link, and with a slash behind it, it does not look like one.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import guards
from tsr_oracle.faults.patch import patch

SUBTLE = "an entry is a link, and a slash stands behind it"
ACCEPTED = frozenset({("stricter", "FENCE-19"), ("divergence", "FENCE-19")})


def apply() -> None:
    """Join it as text."""
    original = guards._landing_of_allowed

    def landing(entry: str, root: Any) -> tuple[str, bool]:
        if not entry.endswith("/"):
            return original(entry, root)
        path = os.path.normpath(os.path.join(root.place.path(), entry))
        return path, os.path.exists(path)

    patch(guards, "_landing_of_allowed", landing)
