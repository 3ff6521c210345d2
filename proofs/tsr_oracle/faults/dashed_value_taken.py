"""A value that begins with `-` is taken as the next word, too.

How it comes about: whatever follows an option that has a value is that value.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl import request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-18")})


def apply() -> None:
    """Put the two words together."""
    original = request._option

    def option(first: str, word: str, pending: Iterator[str]) -> tuple[str, str]:
        following = next(pending, "--") if word in request._WITH_A_VALUE else ""
        if following in ("", "--"):
            return original(first, word, iter([following]) if following else pending)
        return original(first, f"{word}={following}", pending)

    patch(request, "_option", option)
