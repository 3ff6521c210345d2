"""`cp -r a/b/.. d` copies what is in `a` into the directory that holds `d`, and not into `d`.

How it comes about: `.` as the end of a source was thought of, and `..` is put behind the destination like any name.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins.destination import Destination
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a source of `cp -r` ends in `..` and the destination is a directory"
ACCEPTED = frozenset({("divergence", "BUILTIN-8"), ("loss", "BUILTIN-8"), ("stricter", "BUILTIN-8")})


def apply() -> None:
    """Except `.` alone."""

    def base_name(self: Any, source: str) -> str:
        base = source.rstrip("/").rpartition("/")[2]
        return "" if not self.is_directory or base == "." else base

    patch(Destination, "_base_name", base_name)
