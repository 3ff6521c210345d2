"""A variable whose bytes are not UTF-8 is passed on with a replacement character for each that is not.

How it comes about: the environment is read as text, and what is no text is made some.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl.process import Program
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-43")})


def apply() -> None:
    """Decode, and encode again."""
    original = Program.__init__

    def init(self: Program, path: str, words: list[str], written: str, environment: Mapping[bytes, bytes]) -> None:
        text = {name: value.decode(errors="replace").encode() for name, value in environment.items()}
        original(self, path, words, written, text)

    patch(Program, "__init__", init)
