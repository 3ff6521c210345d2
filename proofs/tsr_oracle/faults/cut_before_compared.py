"""`cp` of a file onto itself leaves it empty.

How it comes about: the destination is opened to be overwritten before it is asked whether the two are one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.roles import Content
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "FENCE-12")})


def apply() -> None:
    """Cut on opening."""
    original = Content.overwrite_file

    def overwrite_file(self: Any) -> Any:
        file = original(self)
        file.truncate(0)
        return file

    patch(Content, "overwrite_file", overwrite_file)
