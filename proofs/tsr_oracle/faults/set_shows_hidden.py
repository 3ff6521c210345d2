"""A set with a dot in it matches the dot that a name begins with.

How it comes about: the dot has to be written out, and in the set it is.
"""

from __future__ import annotations

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "a component begins with a set that has a dot, and a name begins with one"
ACCEPTED = frozenset({("divergence", "SHELL-12"), ("loss", "SHELL-12")})


def apply() -> None:
    """Match where a first set names the dot."""
    original = globs._Component.matches

    def matches(self: globs._Component, name: str) -> bool:
        first = self.items[0]
        if isinstance(first, globs._Set) and not first.negated and name.startswith(".") and first.has("."):
            return globs._fits(self.items, name)
        return original(self, name)

    patch(globs._Component, "matches", matches)
