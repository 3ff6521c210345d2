"""An option may be cut short, as long as it is clear which one is meant.

How it comes about: the library that reads the command line does that unless it is told not to.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl import request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-13"), ("divergence", "CLI-13")})


def apply() -> None:
    """Complete what begins one option only."""
    original, known = request._option, (*request._FLAGS, *request._WITH_A_VALUE)

    def option(first: str, word: str, pending: Iterator[str]) -> tuple[str, str]:
        name, equals, value = word.partition("=")
        meant = [one for one in known if one.startswith(name)] if name.startswith("--") else []
        return original(first, f"{meant[0]}{equals}{value}" if len(meant) == 1 else word, pending)

    patch(request, "_option", option)
