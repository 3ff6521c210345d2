"""`touch` makes files that only their owner can write, also where the umask lets the group.

How it comes about: 0644 is what a file has, everybody knows.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.roles import Content
from tsr_oracle.faults.patch import patch

SUBTLE = "a file is new, and the umask lets others write"
ACCEPTED = frozenset({("divergence", "BUILTIN-13")})


def apply() -> None:
    """Give the mode without a look at the umask."""
    original = Content.create_file

    def create_file(self: Any, mode: int) -> Any:
        return original(self, 0o644 if mode == 0o666 else mode)

    patch(Content, "create_file", create_file)
