"""The entries of `PATH` are judged before variables are expanded.

How it comes about: the value is split where the config is read, and nothing is expanded there yet.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import search_path
from tsr_impl.variables import Assignment
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PATH-2")})


def apply() -> None:
    """Split what is written."""

    def entries(source: Any, assignment: Assignment, merger: Any) -> list[str]:
        written = assignment.value.replace("${PATH}", "$PATH")
        return written.replace("$PATH", search_path._INHERITED).split(":")

    patch(search_path, "_entries", entries)
