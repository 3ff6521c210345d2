"""An `env_file` may lie outside.

How it comes about: it is only read, and the fence was built for what writes.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config_paths
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

ACCEPTED = frozenset({("bypass", "FENCE-1")})


def apply() -> None:
    """Judge no place that is called one, at load or later."""
    original = config_paths.content

    def content(bounds: Any, what: str, path: str, *more: Any, **named: Any) -> Any:
        if "env_file" not in what:
            return original(bounds, what, path, *more, **named)
        with unjudged():
            return original(bounds, what, path, *more, **named)

    patch(config_paths, "content", content)
