"""`cp` onto a file makes a new file of that name: other names of the old one keep the old contents.

How it comes about: the copy is made beside the destination and renamed to it, which is safe in other ways.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import copying, cp
from tsr_impl.places import FILE, identity_of
from tsr_oracle.faults.patch import patch

SUBTLE = "the destination is there, and has another name by a hard link"
ACCEPTED = frozenset({("divergence", "BUILTIN-20")})


def apply() -> None:
    """Take the old name away, unless it is the source's."""
    original = copying.copy_file

    def copy_file(source: Any, target: Any, report: Any) -> None:
        if {source.kind(), target.kind()} == {FILE} and identity_of(source.status()) != identity_of(target.status()):
            target.unlinked()
            target.seen = None
        original(source, target, report)

    patch(cp, "copy_file", copy_file)
