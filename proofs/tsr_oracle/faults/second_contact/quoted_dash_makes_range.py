"""Within brackets a quoted `-` still makes a range, and a quoted `!` or `^` in front still turns the meaning round.

How it comes about: what is in the brackets is handed to the matcher as a plain string, without what was quoted of it.
"""

from __future__ import annotations

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "only where one of three characters is quoted between brackets that are not"
ACCEPTED = frozenset({("divergence", "SHELL-15"), ("divergence", "SHELL-18")})


def apply() -> None:
    """Take all that stands between the brackets for unquoted."""
    original = globs._set

    def unquoted(inner: list[tuple[str, bool]]) -> globs._Set:
        return original([(character, True) for character, _ in inner])

    patch(globs, "_set", unquoted)
