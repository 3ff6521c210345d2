"""Matches come in the order of a walk, directory by directory, and not in that of the bytes of whole paths.

How it comes about: each directory is sorted as it is listed, and that looks like all that there is to do.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import calls, globs
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a slash follows a wildcard, and one name is another one and a character below the slash"
ACCEPTED = frozenset({("divergence", "SHELL-13")})


def _steps(path: str) -> list[bytes]:
    return [calls.encode(name) for name in path.split("/")]


def apply() -> None:
    """Sort what a pattern stands for by its components."""
    original = globs.expand

    def expand(word: Any, directory: int) -> list[str]:
        return sorted(original(word, directory), key=_steps)

    patch(globs, "expand", expand)
