"""The reference to `PATH` is looked for once variables are expanded.

How it comes about: what counts is thought to be whether the inherited entries are still there in the end.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import calls, search_path
from tsr_impl.variables import Assignment, Merger
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "PATH-1")})


def apply() -> None:
    """Be content with a value in which the inherited one lies."""
    original, refers_to_itself = search_path.judge, search_path._refers_to_itself

    def judge(source: Any, assignment: Assignment, merger: Merger, strict: bool) -> None:
        inherited = merger.environment.get(b"PATH", b"")
        kept = bool(inherited) and inherited in calls.encode(merger.expanded(source, assignment))
        patch(search_path, "_refers_to_itself", lambda assignment: kept or refers_to_itself(assignment))
        original(source, assignment, merger, strict)

    patch(search_path, "judge", judge)
