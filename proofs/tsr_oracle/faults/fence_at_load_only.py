"""Files of variables are not fenced again when a task starts.

How it comes about: where they lead was judged at load, and the names are still the same.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config_paths
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

SUBTLE = "a file of variables lies inside at load, and leads out when a later task reads it again"
ACCEPTED = frozenset({("divergence", "FENCE-8"), ("bypass", "FENCE-8")})


def apply() -> None:
    """Judge at load: by then they have been looked at by FENCE-1."""
    original = config_paths.content

    def content(bounds: Any, what: str, path: str, clause: str = "FENCE-1", *more: Any, **named: Any) -> Any:
        if clause != "FENCE-8":
            return original(bounds, what, path, clause, *more, **named)
        with unjudged():
            return original(bounds, what, path, clause, *more, **named)

    patch(config_paths, "content", content)
