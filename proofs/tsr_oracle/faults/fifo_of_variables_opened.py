"""A FIFO called `.env` is read.

How it comes about: what exists is opened, and nobody looked what kind of file it is.
"""

from __future__ import annotations

import os
import stat
from typing import Any

from tsr_impl import config_paths, envfiles
from tsr_impl.places import SPECIAL
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("hang", "ENV-12")})


def apply() -> None:
    """Open first."""
    original = envfiles._kind

    def kind(content: Any) -> str:
        found = original(content)
        of_root = str(content.label) == config_paths.ROOT_FILE
        if found == SPECIAL and of_root and stat.S_ISFIFO(content.status().st_mode):
            os.close(os.open(content.name, os.O_RDONLY, dir_fd=content.directory.descriptor))
        return found

    patch(envfiles, "_kind", kind)
