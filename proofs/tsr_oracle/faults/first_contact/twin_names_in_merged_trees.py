"""Where `cp -r` merges a tree into one that has a file of it already, by a link or a hard link, that file is emptied.

How it comes about: source and destination were compared for the operands, before the walk into the trees begins.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import copying, cp
from tsr_impl.places import FILE, identity_of, kind_of
from tsr_oracle.faults.patch import patch

SUBTLE = "only where `cp -r` merges, and a file beneath is the same one on both sides"
ACCEPTED = frozenset({("loss", "FENCE-12"), ("divergence", "FENCE-12")})


def apply() -> None:
    """Truncate what is there, and copy nothing onto it, as two descriptors of one file would."""
    right = copying.copy_file

    def copy_file(source: Any, target: Any, report: Any) -> None:
        if source.label.parent is not None and _are_one(source.found(), target.found()):
            with target.overwrite_file() as writing:
                writing.truncate(0)
            return
        right(source, target, report)

    patch(cp, "copy_file", copy_file)


def _are_one(here: Any, there: Any) -> bool:
    if here is None or there is None or kind_of(here) != FILE:
        return False
    return identity_of(here) == identity_of(there)
