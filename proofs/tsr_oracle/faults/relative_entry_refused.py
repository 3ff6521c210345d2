"""A relative entry in `PATH` is refused, with `--strict` and without.

How it comes about: relative entries are what everybody warns of, so they are all refused.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import search_path
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "PATH-3")})


def apply() -> None:
    """Judge as `--strict` does."""
    original = search_path.judge

    def judge(source: Any, assignment: Any, merger: Any, strict: bool) -> None:
        original(source, assignment, merger, strict=True)

    patch(search_path, "judge", judge)
