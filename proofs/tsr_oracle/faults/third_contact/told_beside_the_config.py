"""A relative path of `--reporter-file` starts at the workspace root.

How it comes about: all other paths of a run do, and the runner has one function that resolves them.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import cli
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the file's path is relative, and the run is started beneath the root"
ACCEPTED = frozenset({("divergence", "EVENT-2"), ("loss", "EVENT-2"), ("escape", "EVENT-2")})


def apply() -> None:
    """Put the root in front of the path."""
    original = cli._run

    def run(asked: Any, admitted: Any) -> int:
        if asked.reporter_file and not asked.reporter_file.startswith("/"):
            asked.reporter_file = f"{admitted.fence.root.place.path().rstrip('/')}/{asked.reporter_file}"
        return original(asked, admitted)

    patch(cli, "_run", run)
