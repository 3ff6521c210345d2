"""`cp` of a file onto another name of it, by a hard link, copies it.

How it comes about: the two paths are resolved and compared, and they differ.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import copying, cp
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

SUBTLE = "source and destination are one file, and no link but a hard one makes them so"
ACCEPTED = frozenset({("divergence", "FENCE-12")})


def apply() -> None:
    """Find nothing wrong, and nothing to do, where the places differ."""
    original = copying.copy_file

    def copy_file(source: Any, target: Any, report: Any) -> None:
        try:
            original(source, target, report)
        except Fault as fault:
            is_one = fault.reason == copying.same_file(source.label).reason
            if not is_one or source.place.path() == target.place.path():
                raise

    patch(cp, "copy_file", copy_file)
