"""Matches are in the order of their components, not of their bytes: `a/x` goes ahead of `a-b/x`.

How it comes about: the names of each directory are sorted when it is read, and the paths come out in that order.
"""

from __future__ import annotations

from tsr_impl import calls, globs
from tsr_impl.shell import Text
from tsr_oracle.faults.patch import patch

SUBTLE = "a name is another one and a byte below the slash, and a pattern goes on in both"
ACCEPTED = frozenset({("divergence", "SHELL-13")})


def apply() -> None:
    """Compare component by component."""
    original = globs.expand

    def expand(word: list[Text], directory: int) -> list[str]:
        return sorted(original(word, directory), key=lambda path: list(map(calls.encode, path.split("/"))))

    patch(globs, "expand", expand)
