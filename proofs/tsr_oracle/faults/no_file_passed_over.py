"""A `tasks.toml` that is no regular file is passed over, and the walk goes on upwards.

How it comes about: the walk asks whether there is such a file, as everybody does, and not whether there is anything.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import discovery
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "DISC-4")})


def apply() -> None:
    """Ask for a file."""

    def has_config(directory: Any) -> bool:
        return os.path.isfile(discovery.config_in(directory.place.path()))

    patch(discovery, "_has_config", has_config)
