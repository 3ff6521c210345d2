"""A `--reporter-file` outside the workspace is refused.

How it comes about: everything that is written is fenced, and who named the place was not thought of.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import calls, config_paths, guards
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "EVENT-2"), ("divergence", "EVENT-2")})


def apply() -> None:
    """Judge it like what a config names."""
    original = guards.admit

    def admit(config: Any, asked: Any, *more: Any) -> Any:
        admitted = original(config, asked, *more)
        if asked.reporter_file is not None and not asked.dry_run:
            path = config_paths.from_directory(calls.working_directory(), asked.reporter_file)
            with config_paths.content(admitted.fence, "--reporter-file", path, "EVENT-2"):
                pass
        return admitted

    patch(guards, "admit", admit)
