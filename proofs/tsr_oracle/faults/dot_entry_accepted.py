"""Only the empty entry of `PATH` is refused, `.` is not.

How it comes about: an empty entry is known as the trap, and `.` at least says what it means.
"""

from __future__ import annotations

from tsr_impl import search_path
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PATH-2")})


def apply() -> None:
    """Refuse the empty one."""
    patch(search_path, "_is_wherever", lambda entry: not entry)
