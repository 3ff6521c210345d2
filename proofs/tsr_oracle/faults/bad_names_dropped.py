"""A variable with a name that no process can have is left out, and the run goes on.

How it comes about: what can't be handed to a process is filtered before it is handed there.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "ENV-13")})


def apply() -> None:
    """Filter each table as it is read."""
    original = config._variables

    def variables(where: Any, value: object) -> dict[str, str]:
        if isinstance(value, dict):
            value = {name: text for name, text in value.items() if name and not {"=", "\0"} & {*name}}
        return original(where, value)

    patch(config, "_variables", variables)
