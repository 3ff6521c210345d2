"""An empty entry at the end of `PATH` is dropped; elsewhere it is the task's directory.

How it comes about: `split` of some languages drops empty strings at the end.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import process
from tsr_oracle.faults.patch import patch

SUBTLE = "`PATH` ends with a colon, and the program lies in the task's directory only"
ACCEPTED = frozenset({("stricter", "SHELL-41")})


def apply() -> None:
    """Search it without the colons at its end."""
    original = process._candidates

    def candidates(program: str, environment: Mapping[bytes, bytes]) -> list[str]:
        path = environment.get(b"PATH", b"")
        return original(program, {b"PATH": path.rstrip(b":")} if path.rstrip(b":") else environment)

    patch(process, "_candidates", candidates)
