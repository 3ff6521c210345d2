"""What stands behind a `*` is matched where it comes first in a name: `*.c` does not match `a.c.c`.

How it comes about: a matcher of a few lines goes from the left, and never goes back.
"""

from __future__ import annotations

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "what stands behind a `*` comes more than once in a name, and only a later one will do"
ACCEPTED = frozenset({("divergence", "SHELL-10")})


def apply() -> None:
    """Let a `*` end at the first character that fits what follows."""

    def fits(items: list[str | globs._Set | globs._Any], name: str) -> bool:
        at, star = 0, False
        for item in items:
            if isinstance(item, globs._Any) and item.many:
                star = True
                continue
            while star and at < len(name) and not globs._is_one(item, name[at]):
                at += 1
            if at == len(name) or not globs._is_one(item, name[at]):
                return False
            at, star = at + 1, False
        return star or at == len(name)

    patch(globs, "_fits", fits)
