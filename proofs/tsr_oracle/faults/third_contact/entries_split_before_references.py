"""A variable that holds a list of directories counts as one entry of `PATH`, whatever stands in the list.

How it comes about: the value is split at its colons as it is written, and each entry is expanded for itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl import calls, search_path
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from tsr_impl.variables import Assignment, Merger, Source

SUBTLE = "only where `PATH` refers to another variable and that one holds a colon"
ACCEPTED = frozenset({("bypass", "PATH-2"), ("bypass", "PATH-3"), ("bypass", "PATH-G1"), ("bypass", "CLI-14")})


def apply() -> None:
    """Split first, and expand then."""

    def entries(source: Source, assignment: Assignment, merger: Merger) -> list[str]:
        found = [""]
        for text, is_name in assignment.parts():
            if not is_name:
                first, *rest = text.split(":")
                found[-1] += first
                found += rest
            elif text == "PATH":
                found[-1] += search_path._INHERITED
            else:
                found[-1] += calls.decode(merger.environment.get(calls.encode(text), b""))
        return found

    patch(search_path, "_entries", entries)
