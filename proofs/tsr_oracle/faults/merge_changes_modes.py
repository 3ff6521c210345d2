"""`cp -r` into a directory that is there gives it the permission bits of the source's.

How it comes about: the bits of each directory are set when it is done, whoever made it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import cp, side_by_side
from tsr_impl.places import PERMISSION_BITS
from tsr_oracle.faults.patch import patch

SUBTLE = "a directory is merged into one of the same name, and that has other permission bits"
ACCEPTED = frozenset({("divergence", "BUILTIN-9")})


def apply() -> None:
    """Have every directory get a mode in the end."""
    original = side_by_side.merged_into

    def merged_into(target: Any) -> Any:
        into = original(target)

        def into_with_mode(source: Any) -> tuple[Any, int]:
            return into(source)[0], source.mode() & PERMISSION_BITS

        return into_with_mode

    patch(cp, "merged_into", merged_into)
