"""An empty `--since` is no `--since`, and everything runs.

How it comes about: "was one given?" is asked of a string, and an empty one says no.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "GIT-2")})


def apply() -> None:
    """Take the empty value for none."""
    original = request.parse
    patch(request, "_EMPTY", {option: why for option, why in request._EMPTY.items() if option != "--since"})

    def parse(words: list[str]) -> Request:
        asked = original(words)
        asked.since = asked.since or None
        return asked

    patch(request, "parse", parse)
