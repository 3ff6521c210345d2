"""`--init` puts its file in the place of a `tasks.toml` that is there.

How it comes about: a file is written beside and renamed to where it belongs, so that nobody sees half of it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tsr_impl import starter
from tsr_impl.discovery import CONFIG_NAME
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-15"), ("loss", "CLI-15"), ("divergence", "CLI-15")})


def apply() -> None:
    """Take away the file, or the link, that has the name."""
    original = starter.write

    def write() -> Any:
        there = Path(CONFIG_NAME)
        if there.is_file() or there.is_symlink():
            there.unlink()
        return original()

    patch(starter, "write", write)
