"""`touch` of a file that is there empties it.

How it comes about: the file is opened for writing, which makes it if it is missing, and cuts it if it is not.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.places import FILE
from tsr_impl.roles import Content
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "BUILTIN-14")})


def apply() -> None:
    """Cut it first."""
    original = Content.touch

    def touch(self: Any) -> None:
        if self.kind() == FILE:
            with self.overwrite_file() as file:
                file.truncate(0)
        original(self)

    patch(Content, "touch", touch)
