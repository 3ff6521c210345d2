"""The name of a task may have letters and digits of any script.

How it comes about: "is it a letter?" is asked of a library that knows all of them.
"""

from __future__ import annotations

from tsr_impl import config
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-8")})


def apply() -> None:
    """Ask Unicode."""
    patch(config, "is_task_name", lambda name: bool(name) and all(c.isalnum() or c in "_:-" for c in name))
