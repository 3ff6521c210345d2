"""In a tree that is merged, `cp -r` ends at the first file that meets a directory, or the other way round.

How it comes about: the error of one entry comes out of the walk, and nobody takes it on the way.
"""

from __future__ import annotations

import errno
from typing import Any

from tsr_impl.builtins.side_by_side import SideBySide
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

SUBTLE = "a tree is merged into another, and two entries of one name are of different kinds"
ACCEPTED = frozenset({("divergence", "BUILTIN-8")})


def apply() -> None:
    """Let that fault through."""
    original = SideBySide.walk

    def walk(self: Any, visit: Any, failed: Any) -> None:
        def fail(fault: Fault) -> None:
            if fault.number in (errno.EISDIR, errno.ENOTDIR, errno.EEXIST):
                raise fault
            failed(fault)

        original(self, visit, fail)

    patch(SideBySide, "walk", walk)
