"""Between brackets quotes change nothing: a quoted `-` is a range, and a quoted `!` in front negates the set.

How it comes about: once a set is found it is the text of it that is read.
"""

from __future__ import annotations

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "a `-`, `!` or `^` stands in a set, and is quoted"
ACCEPTED = frozenset({("divergence", "SHELL-15"), ("divergence", "SHELL-18")})


def apply() -> None:
    """Take all of it for unquoted."""
    original = globs._set

    def without_quotes(inner: list[tuple[str, bool]]) -> globs._Set:
        return original([(character, True) for character, _ in inner])

    patch(globs, "_set", without_quotes)
