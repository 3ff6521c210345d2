"""`allow_paths` in a task widens the fence, too.

How it comes about: a setting of the whole file is looked for in each task first, as with `env`.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "TIER-2")})


def apply() -> None:
    """Add what the tasks say."""
    original = config._config

    def with_tasks(document: Any) -> config.Config:
        found = original(document)
        for task in document.get("tasks", {}).values():
            found.allow_paths += config._as_texts(task.get("allow_paths"))
        return found

    patch(config, "_config", with_tasks)
