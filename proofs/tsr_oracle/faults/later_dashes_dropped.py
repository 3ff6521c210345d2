"""Behind the `--` that ends the options each further `--` is dropped, too.

How it comes about: operands are what is left once options and `--` are taken out.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl.builtins import options
from tsr_oracle.faults.patch import patch

SUBTLE = "`--` is an operand, and stands behind another one"
ACCEPTED = frozenset({("divergence", "BUILTIN-1")})


def apply() -> None:
    """Keep the first one only."""
    original = options.split

    def split(words: list[str], known: Mapping[str, str]) -> tuple[set[str], list[str]]:
        first = words.index("--") + 1 if "--" in words else len(words)
        return original(words[:first] + [word for word in words[first:] if word != "--"], known)

    patch(options, "split", split)
