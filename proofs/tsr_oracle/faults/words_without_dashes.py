"""A word behind the task is passed on to its command without `--`.

How it comes about: other runners take such words.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_impl.report import Stop
from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-3")})


def apply() -> None:
    """Where a line is refused, set off what begins with its first plain word."""
    original = request.parse

    def parse(words: list[str]) -> Request:
        try:
            return original(words)
        except Stop:
            plain = [at for at, word in enumerate(words) if at and not word.startswith("-")]
            if not plain:
                raise
            return original([*words[: plain[0]], "--", *words[plain[0] :]])

    patch(request, "parse", parse)
