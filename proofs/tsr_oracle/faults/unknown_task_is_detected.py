"""A task that the config does not know is handed to the project's own tool.

How it comes about: without a config that is what happens, and a typing error looks the same.
"""

from __future__ import annotations

from tsr_impl import cli
from tsr_impl.config import Config, Task, is_task_name
from tsr_impl.discovery import Found
from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-1"), ("divergence", "CLI-1"), ("bypass", "CLI-12")})


def apply() -> None:
    """Add it to the config, with nothing in it."""
    original = cli._governing

    def governing(asked: Request, found: Found) -> Config:
        config = original(asked, found)
        if is_task_name(asked.first):
            config.tasks.setdefault(asked.first, Task(asked.first, {}))
        return config

    patch(cli, "_governing", governing)
