"""`cat` and `cp` open a FIFO like a file, and wait for somebody to write to it.

How it comes about: nobody looked what kind of file it is.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl.roles import Content
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("hang", "FENCE-12")})


def apply() -> None:
    """Open first."""
    original = Content.open_file

    def open_file(self: Any) -> Any:
        if self.kind() == "special":
            os.close(os.open(self.name, os.O_RDONLY, dir_fd=self.directory.descriptor))
        return original(self)

    patch(Content, "open_file", open_file)
