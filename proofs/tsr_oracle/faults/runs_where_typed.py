"""A task without `dir` runs in the directory where the command was typed.

How it comes about: a child inherits the working directory, and nothing was written that changes it.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import scheduler, sequence
from tsr_impl.units import Unit
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("loss", "CLI-5")})


def apply() -> None:
    """Open the working directory that the run began in."""
    run, open_directory = scheduler.run, sequence.open_directory
    typed = []

    def run_from_here(admitted: Any) -> int:
        typed.append(os.getcwd())
        return run(admitted)

    def opened(unit: Unit, fence: Any) -> Any:
        if unit.package or unit.task.directory is not None:
            return open_directory(unit, fence)
        with fence.content(fence.root, typed[0]) as content:
            return content.open_directory()

    patch(scheduler, "run", run_from_here)
    patch(sequence, "open_directory", opened)
