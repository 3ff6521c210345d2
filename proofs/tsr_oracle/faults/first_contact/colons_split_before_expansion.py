"""An entry that a variable brings into `PATH` together with a colon is not found out to be empty or `.`.

How it comes about: the value is split at its colons first, and each piece is expanded and looked at by itself.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import search_path
from tsr_impl.variables import Assignment
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a variable that `PATH` refers to holds a colon, and an entry of its is empty or `.`"
ACCEPTED = frozenset({("bypass", "PATH-2"), ("divergence", "PATH-2"), ("bypass", "PATH-3")})


def apply() -> None:
    """Split, then expand."""

    def entries(source: Any, assignment: Any, merger: Any) -> list[str]:
        pieces = assignment.value.split(":")
        parts = [Assignment(assignment.name, piece, assignment.line, assignment.literal) for piece in pieces]
        return [merger.expanded(source, part, own=search_path._INHERITED) for part in parts]

    patch(search_path, "_entries", entries)
