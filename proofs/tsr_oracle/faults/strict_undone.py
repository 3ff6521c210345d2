"""`--allow-unsafe-env` beside `--strict` lifts all that `--strict` adds.

How it comes about: the two are taken for the ends of one scale.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-14"), ("divergence", "CLI-14")})
SUBTLE = "Both options are given, and `--strict` refuses what is neither about variables nor about `PATH`."


def apply() -> None:
    """Forget the one where the other is given."""
    original = request.parse

    def parse(words: list[str]) -> Request:
        asked = original(words)
        asked.strict = asked.strict and not asked.allow_unsafe_env
        return asked

    patch(request, "parse", parse)
