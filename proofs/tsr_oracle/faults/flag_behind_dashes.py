"""`--allow-unsafe-env` counts behind `--` as well.

How it comes about: the words are searched for the flag, wherever it stands.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "TIER-3")})


def apply() -> None:
    """Look for the word in all of them."""
    original = request.parse

    def parse(words: list[str]) -> request.Request:
        asked = original(words)
        asked.allow_unsafe_env = "--allow-unsafe-env" in words
        return asked

    patch(request, "parse", parse)
