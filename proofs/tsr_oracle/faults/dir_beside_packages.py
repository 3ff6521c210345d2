"""A task with both `dir` and `packages` runs in its packages, and the other is passed over.

How it comes about: whether a task has packages is asked first, and then `dir` is not asked for any more.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-9")})


def apply() -> None:
    """Take `dir` away from such a task."""
    original = config._task

    def task(name: str, value: Any) -> Any:
        if isinstance(value, dict) and "packages" in value:
            value = {key: field for key, field in value.items() if key != "dir"}
        return original(name, value)

    patch(config, "_task", task)
