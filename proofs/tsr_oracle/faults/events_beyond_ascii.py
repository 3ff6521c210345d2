"""Events hold letters beyond ASCII as they are.

How it comes about: JSON is UTF-8, and the library is told to leave such letters alone.
"""

from __future__ import annotations

import json

from tsr_impl import events
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "EVENT-5")})


def apply() -> None:
    """Escape no more than JSON asks for."""
    patch(events, "_line", lambda event: json.dumps(event, ensure_ascii=False, separators=(",", ":")))
