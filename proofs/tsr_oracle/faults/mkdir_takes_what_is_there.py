"""`mkdir` of a directory that is there succeeds, without `-p` too.

How it comes about: the directory is wanted, and it is there.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.places import DIRECTORY
from tsr_impl.roles import Entry
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-11")})


def apply() -> None:
    """Make nothing of it."""
    original = Entry.make_directory

    def make_directory(self: Any, private: bool = False) -> None:
        if self.kind() != DIRECTORY:
            original(self, private)

    patch(Entry, "make_directory", make_directory)
