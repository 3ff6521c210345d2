"""Where `PATH` is set and empty, programs are looked for in `/usr/bin:/bin`, and not in the task's directory.

How it comes about: the default is put behind an `or`, and an empty value is as false as a missing one.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import process
from tsr_oracle.faults.patch import patch

SUBTLE = "only where PATH is set and empty, and a program without a slash is to be found"
ACCEPTED = frozenset({("divergence", "SHELL-41"), ("bypass", "SHELL-41"), ("stricter", "SHELL-41")})


def apply() -> None:
    """Take an empty value for none."""
    original = process._candidates

    def candidates(program: str, environment: Mapping[bytes, bytes]) -> list[str]:
        if not environment.get(b"PATH"):
            environment = {name: value for name, value in environment.items() if name != b"PATH"}
        return original(program, environment)

    patch(process, "_candidates", candidates)
