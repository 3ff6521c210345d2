"""Modes of `.env` and of an `env_file` are not judged.

How it comes about: the rule is remembered as one about `tasks.toml`.
"""

from __future__ import annotations

from tsr_impl import permissions
from tsr_oracle.faults.patch import leave_out

ACCEPTED = frozenset({("bypass", "PERM-1")})


def apply() -> None:
    """Leave out what decides an environment."""
    leave_out(permissions, "judge", lambda trail, place, file, decides, strict: decides == permissions.ENVIRONMENT)
    leave_out(permissions, "judge_missing", lambda trail, decides: True)
