"""Where `tasks.toml` is a link, the workspace is the directory of its target.

How it comes about: the path of the config is resolved before its directory is taken from it.
"""

from __future__ import annotations

import os

from tsr_impl import calls, discovery
from tsr_impl.fence import physical_directory
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "FENCE-20")})


def apply() -> None:
    """Take the directory of the resolved path."""
    original = discovery.find

    def find(strict: bool) -> discovery.Found:
        found = original(strict)
        config = discovery.config_in(found.root.place.path())
        if os.path.islink(config):
            found.root.close()
            there = os.path.dirname(os.path.realpath(config))
            found.root = physical_directory(calls.open_directory(there), there)
        return found

    patch(discovery, "find", find)
