"""`cat` reads files as UTF-8: what is none is replaced by question marks.

How it comes about: files are opened in text mode, with the errors that this makes put right.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import Call
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-15")})


def apply() -> None:
    """Decode, and encode again."""
    original = Call.pass_on

    def pass_on(self: Any, data: bytes) -> bool:
        return original(self, data.decode("utf-8", "replace").encode())

    patch(Call, "pass_on", pass_on)
