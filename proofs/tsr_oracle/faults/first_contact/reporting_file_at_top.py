"""A relative `--reporter-file` starts at the workspace root, and not where the command was typed.

How it comes about: every other path of a run starts at the root.
"""

from __future__ import annotations

import os

from tsr_impl import cli
from tsr_impl.guards import Admission
from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a file for events is named by a relative path from beneath the root"
ACCEPTED = frozenset({("divergence", "EVENT-2"), ("loss", "EVENT-2"), ("stricter", "EVENT-2")})


def apply() -> None:
    """Take the path from the root."""
    run = cli._run

    def from_root(asked: Request, admitted: Admission) -> int:
        if asked.reporter_file is not None:
            asked.reporter_file = os.path.join(admitted.fence.root.place.path(), asked.reporter_file)
        return run(asked, admitted)

    patch(cli, "_run", from_root)
