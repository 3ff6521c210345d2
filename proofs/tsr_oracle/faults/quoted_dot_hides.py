"""A dot that is quoted does not match the one that a hidden name begins with.

How it comes about: the text of a pattern is looked at for its dot, and quoted text is kept apart from it.
"""

from __future__ import annotations

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "the dot at the begin of a component is quoted, and a pattern character follows"
ACCEPTED = frozenset({("divergence", "SHELL-12")})


def apply() -> None:
    """Match it like a set that it is the only member of."""
    original = globs._Component.__init__

    def init(self: globs._Component, characters: list[tuple[str, bool]]) -> None:
        original(self, characters)
        if self.literal is None and characters[0] == (".", False):
            self.items[0] = globs._Set([(".", ".")], negated=False)

    patch(globs._Component, "__init__", init)
