"""`confine_commands = true` of the project goes before `--no-confine`.

How it comes about: narrower is safer, so the narrower word is taken.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.confinement import of_run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "CONF-1"), ("stricter", "CONF-2"), ("stricter", "TIER-5"), ("divergence", "CONF-1")})


def apply() -> None:
    """Let the project's word stand in for the user's."""
    right = of_run.settle

    def settle(config: Any, asked: Any, *others: Any) -> Any:
        if config.confine:
            asked.confine = True
        return right(config, asked, *others)

    patch(of_run, "settle", settle)
