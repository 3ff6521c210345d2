"""`.env` may be a link that leads outside.

How it comes about: its name is fixed and lies in the root, so that there seems to be nothing to judge.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config_paths
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

ACCEPTED = frozenset({("bypass", "FENCE-1")})


def apply() -> None:
    """Judge no place by that name."""
    original = config_paths.content

    def content(bounds: Any, what: str, path: str, *more: Any, **named: Any) -> Any:
        if path != config_paths.ROOT_FILE:
            return original(bounds, what, path, *more, **named)
        with unjudged():
            return original(bounds, what, path, *more, **named)

    patch(config_paths, "content", content)
