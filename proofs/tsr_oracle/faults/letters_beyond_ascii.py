"""The name of a variable goes on with letters that are not ASCII.

How it comes about: "letters, digits and `_`" is what `\\w` stands for, and the library's idea of it is Unicode's.
"""

from __future__ import annotations

from tsr_impl import shell
from tsr_oracle.faults.patch import patch

SUBTLE = "a reference without braces, and right behind it a letter that is not ASCII"
ACCEPTED = frozenset({("stricter", "SHELL-6")})


class _Letters:
    def __contains__(self, character: str) -> bool:
        return character.isalnum() or character == "_"


def apply() -> None:
    """Ask Unicode."""
    patch(shell, "NAME", _Letters())
