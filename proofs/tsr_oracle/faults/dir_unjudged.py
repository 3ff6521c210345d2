"""`dir` is not fenced: a task may run anywhere, and its operands are then relative to there.

How it comes about: only the operands of builtins were thought of as paths.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config_paths, sequence
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

ACCEPTED = frozenset({("bypass", "FENCE-1"), ("bypass", "FENCE-15")})


def apply() -> None:
    """Judge it neither at load nor when the task starts."""
    content, original = config_paths.content, sequence.open_directory

    def content_or_directory(bounds: Any, what: str, *more: Any, **named: Any) -> Any:
        if not what.endswith("`dir`"):
            return content(bounds, what, *more, **named)
        with unjudged():
            return content(bounds, what, *more, **named)

    def open_directory(*given: Any) -> Any:
        with unjudged():
            return original(*given)

    patch(config_paths, "content", content_or_directory)
    patch(sequence, "open_directory", open_directory)
