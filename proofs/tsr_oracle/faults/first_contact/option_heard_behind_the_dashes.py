"""`--allow-unsafe-env` lifts the guards also where it stands behind `--`, as a word for the command.

How it comes about: a flag is looked for among all words, since the order of options does not matter.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import request
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the option is passed on to the command, and a config sets what is guarded"
ACCEPTED = frozenset(
    {
        ("bypass", "TIER-3"),
        ("bypass", "ENV-G1"),
        ("bypass", "ENV-1"),
        ("bypass", "ENV-5"),
        ("bypass", "PATH-1"),
        ("bypass", "PATH-2"),
        ("bypass", "PATH-3"),
    }
)


def apply() -> None:
    """Look for the flag everywhere."""
    parse = request.parse

    def heard(words: list[str]) -> Any:
        asked = parse(words)
        asked.allow_unsafe_env = "--allow-unsafe-env" in words
        return asked

    patch(request, "parse", heard)
