"""`--allow-unsafe-env` lets a world-writable config pass.

How it comes about: the flag is taken for the one that lifts whatever is unsafe.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import cli, permissions
from tsr_oracle.faults.patch import leave_out, patch

SUBTLE = "`--allow-unsafe-env` is typed, and everybody may write the config"
ACCEPTED = frozenset({("bypass", "PERM-1")})


def apply() -> None:
    """Leave out the judging of `tasks.toml` when the flag is there."""
    original = cli._serve

    def serve(asked: Any) -> int:
        if asked.allow_unsafe_env:
            leave_out(permissions, "judge", lambda trail, place, file, decides, strict: decides == permissions.COMMANDS)
        return original(asked)

    patch(cli, "_serve", serve)
