"""`confine_commands = false` of the project goes before `--confine`.

How it comes about: the nearest file that says something decides, as it does with other settings.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.confinement import of_run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "CONF-1"), ("escape", "CONF-2"), ("escape", "TIER-5")})


def apply() -> None:
    """Let the project's word stand in for the user's."""
    right = of_run.settle

    def settle(config: Any, asked: Any, *others: Any) -> Any:
        if config.confine is False:
            asked.confine = False
        return right(config, asked, *others)

    patch(of_run, "settle", settle)
