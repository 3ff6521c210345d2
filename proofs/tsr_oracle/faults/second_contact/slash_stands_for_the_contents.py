"""`cp -r dir/ there` copies what is in `dir` into `there`, and makes no `there/dir`.

How it comes about: that is what a slash means to `cp` on BSD, and to `rsync`.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins.destination import Destination
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a source of `cp -r` ends in a slash, and the destination is a directory that is there"
ACCEPTED = frozenset({("divergence", "BUILTIN-8"), ("loss", "BUILTIN-8")})


def apply() -> None:
    """A source of `cp` with a slash at its end has no base name."""
    original: Any = Destination._base_name

    def base_name(destination: Any, source: str) -> str:
        if destination._call.name == "cp" and source.endswith("/"):
            return ""
        return str(original(destination, source))

    patch(Destination, "_base_name", base_name)
