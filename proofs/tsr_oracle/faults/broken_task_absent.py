"""A task that is not in order is as good as absent: a run of another one does not hear of it.

How it comes about: a table is checked when it is turned into a task, and that is done when the task is needed.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config
from tsr_impl.report import ConfigFault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "ENV-9")})


def apply() -> None:
    """Leave out what is not in order, before anything is asked for."""
    original = config._config

    def is_in_order(name: str, value: object) -> bool:
        try:
            config._task(name, value)
        except ConfigFault:
            return False
        return True

    def lenient(document: Any) -> config.Config:
        if isinstance(document.get("tasks"), dict):
            tasks = {name: value for name, value in document["tasks"].items() if is_in_order(name, value)}
            document = {**document, "tasks": tasks}
        return original(document)

    patch(config, "_config", lenient)
