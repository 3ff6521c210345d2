"""Within brackets a quoted hyphen makes a range, and a quoted `!` or `^` in front negates.

How it comes about: whether a character was quoted is asked at `[` and `]`, and no more for what stands between.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a hyphen, `!` or `^` is quoted (or comes from a variable) within brackets that are not"
ACCEPTED = frozenset({("divergence", "SHELL-15"), ("divergence", "SHELL-18")})


def apply() -> None:
    """Take all characters of a set for unquoted ones."""
    original = globs._set

    def unquoted(inner: Any) -> Any:
        members = [(character, True) for character, _ in inner]
        if members in ([("!", True)], [("^", True)]):
            members = inner  # nothing would be left of it
        return original(members)

    patch(globs, "_set", unquoted)
