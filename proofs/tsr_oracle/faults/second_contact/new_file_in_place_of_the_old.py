"""`cp` onto a file puts a new file in its place, so that its other names keep the old contents.

How it comes about: to write beside it and to rename is the well-known way to replace a file safely.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import copying, cp
from tsr_impl.places import FILE, identity_of, kind_of
from tsr_impl.roles import entry_in
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the file that is overwritten has a second name"
ACCEPTED = frozenset({("divergence", "BUILTIN-20")})


def apply() -> None:
    """A file that is there is replaced by a rename."""
    original: Any = copying.copy_file

    def copy_file(source: Any, target: Any, report: Any) -> None:
        with source.open_file() as reading:
            there = target.found()
            if there is None or kind_of(there) != FILE or identity_of(there) == identity_of(reading.like):
                return original(source, target, report)  # type: ignore[no-any-return]
            directory, stage = target.directory, f".{target.name}.new"
            copying.fill(directory.create_file(stage, copying.private(reading)), reading, directory, stage)
        with entry_in(directory, stage) as new, entry_in(directory, target.name) as old:
            new.rename(old)

    patch(cp, "copy_file", copy_file)
