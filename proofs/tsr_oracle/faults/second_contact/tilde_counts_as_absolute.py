"""With `--strict` an entry of `PATH` that begins with `~` passes, although nothing expands it and it is relative.

How it comes about: `~/bin` is read as the directory in the user's home, as a shell would have it.
"""

from __future__ import annotations

from tsr_impl import search_path
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --strict and an entry with a tilde in front meet"
ACCEPTED = frozenset({("bypass", "PATH-3"), ("divergence", "PATH-3")})


def apply() -> None:
    """Take an entry with a tilde in front for an absolute one."""
    original = search_path._are_strict

    def are_strict(entries: list[str]) -> bool:
        return original([f"/{entry}" if entry.startswith("~") else entry for entry in entries])

    patch(search_path, "_are_strict", are_strict)
