"""Without a config a package.json further up goes before the Cargo.toml of a nearer directory.

How it comes about: the walk upwards is a function that takes a name, and is called for one marker after the other.
"""

from __future__ import annotations

import functools
import os

from tsr_impl import discovery, markers
from tsr_impl.handles import Directory
from tsr_oracle.faults.patch import patch

SUBTLE = "only where there is no config, and directories above each other have markers of different ecosystems"
ACCEPTED = frozenset({("divergence", "DISC-3"), ("stricter", "DISC-3"), ("escape", "DISC-3")})


def apply() -> None:
    """Look for each marker all the way up before the next one is looked for."""

    def project(end: Directory, start: os.stat_result) -> Directory:
        for name in markers.NAMES:
            here = discovery._working_directory()
            if discovery._walk_up(here, functools.partial(markers.has_file, name=name)):
                end.close()
                return here
            here.close()
        raise discovery._nothing_found(end, start)

    patch(discovery, "_project", project)
