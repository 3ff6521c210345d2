"""The names that a pattern matches are sorted by the units of UTF-16, and not by their bytes.

How it comes about: that is how strings compare in JavaScript, Java and C#, and for most names it is the same.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a name has a character beyond U+FFFF, and another one between U+E000 and U+FFFF"
ACCEPTED = frozenset({("divergence", "SHELL-13")})


def apply() -> None:
    """Sort once more."""
    expand = globs.expand

    def sorted_otherwise(word: list[Any], directory: int) -> list[str]:
        return sorted(expand(word, directory), key=lambda name: name.encode("utf-16-be", "surrogatepass"))

    patch(globs, "expand", sorted_otherwise)
