"""The value of a variable is matched as a pattern where it holds `*` or `?`.

How it comes about: variables are put into the string before the string is read.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import globs
from tsr_impl.shell import Text
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-7"), ("loss", "SHELL-7"), ("divergence", "SHELL-15"), ("loss", "SHELL-15")})


def apply() -> None:
    """Treat every text of a word as unquoted."""
    original = globs.expand

    def expand(word: list[Any], directory: int) -> Any:
        return original([Text(part.text, True) for part in word], directory)

    patch(globs, "expand", expand)
