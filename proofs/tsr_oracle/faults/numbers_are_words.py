"""A number among `args` is taken for its digits.

How it comes about: whatever becomes a word of a command line is turned into text first.
"""

from __future__ import annotations

from tsr_impl import config
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-7")})


def apply() -> None:
    """Ask for a list only, and turn what is in it into text."""
    is_list, as_texts = config._is_texts, config._as_texts

    def as_words(value: object) -> list[str]:
        return as_texts([str(item) for item in value] if isinstance(value, list) else value)

    fields = {**config._TASK_FIELDS, "args": lambda value: "" if isinstance(value, list) else is_list(value)}
    patch(config, "_TASK_FIELDS", fields)
    patch(config, "_as_texts", as_words)
