"""An empty entry or a lone dot that a variable brings among others into `PATH` is not found out.

How it comes about: the value is split at its colons as it is written, and each piece is expanded and looked at then.
"""

from __future__ import annotations

from tsr_impl import calls, search_path
from tsr_impl.variables import Assignment, Merger, Source
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a variable in PATH holds a colon, with an empty entry or a dot beside it"
ACCEPTED = frozenset({("bypass", "PATH-2"), ("divergence", "PATH-2")})


def apply() -> None:
    """Split first."""
    patch(search_path, "_entries", _entries)


def _entries(source: Source, assignment: Assignment, merger: Merger) -> list[str]:
    entries = [""]
    for text, is_name in assignment.parts():
        if is_name and text == "PATH":
            entries[-1] += search_path._INHERITED
        elif is_name:
            entries[-1] += calls.decode(merger.environment.get(calls.encode(text), b""))
        else:
            first, *rest = text.split(":")
            entries[-1] += first
            entries += rest
    return entries
