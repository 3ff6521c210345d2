"""`cp -r` gives a directory that was there before the permission bits of its source.

How it comes about: the bits are copied when a directory is done with, as `shutil.copytree` does it, whether it was
made or merged into.
"""

from __future__ import annotations

from collections.abc import Callable

from tsr_impl.builtins import cp
from tsr_impl.builtins.side_by_side import merged_into
from tsr_impl.handles import Directory
from tsr_impl.places import MISSING, PERMISSION_BITS
from tsr_impl.roles import Content
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a tree is merged into a directory whose permission bits are not those of its source"
ACCEPTED = frozenset({("divergence", "BUILTIN-8"), ("divergence", "BUILTIN-9")})


def apply() -> None:
    """A directory that was there is entered, and gets the bits in the end."""

    def merged(target: Content) -> Callable[[Directory], tuple[Directory, int | None]]:
        into = merged_into(target)

        def and_marked(source: Directory) -> tuple[Directory, int | None]:
            was_there = target.kind() != MISSING
            opened, mode = into(source)
            return opened, source.mode() & PERMISSION_BITS if was_there else mode

        return and_marked

    patch(cp, "merged_into", merged)
