"""An operand is resolved to a path, the path is judged, and then everything is done by that path.

How it comes about: `realpath` gives a string, and a string is easily handed on. On a tree that keeps still it leads to
what was judged; where another process swaps a directory for a link it leads to wherever that link does.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import calls, fence
from tsr_impl.handles import Directory, fault_of
from tsr_oracle.faults.patch import patch

BY = "race"
ACCEPTED = frozenset({("escape", "FENCE-R")})


def apply() -> None:
    """Open what was judged a second time, by its path, and follow what has become of the last name."""
    judge = fence.Fence._judged

    def judged(self: Any, start: Any, operand: str, follow: bool, label: Any, trail: Any = None) -> tuple[Any, Any]:
        walk, place = judge(self, start, operand, follow, label, trail)
        walk.here = _by_path(walk.here)
        return walk, place

    patch(fence.Fence, "_judged", judged)
    patch(calls, "open_to_read", lambda directory, name, follow=False: _open(directory, name, os.O_RDONLY))
    patch(calls, "open_to_write", lambda directory, name: _open(directory, name, os.O_WRONLY))


def _by_path(judged: Directory) -> Directory:
    with judged:
        try:
            return Directory(os.open(judged.place.path(), os.O_PATH | os.O_DIRECTORY), judged.place, judged.label)
        except OSError as error:
            raise fault_of(judged.label, error) from error


def _open(directory: int | None, name: str, how: int) -> int:
    return os.open(calls.encode(name), how | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC, dir_fd=directory)
