"""The walk for a config goes up the path that PWD holds, and not up the physical directories.

How it comes about: some runtimes take PWD for the working directory where it leads there, and the walk cuts off parts.
"""

from __future__ import annotations

import os
from collections.abc import Callable

from tsr_impl import calls, discovery
from tsr_impl.fence import physical_directory
from tsr_impl.handles import Directory
from tsr_oracle.faults.patch import patch

SUBTLE = "only where the working directory was entered through a link, and PWD says so"
ACCEPTED = frozenset({("bypass", "DISC-1"), ("escape", "DISC-1"), ("divergence", "DISC-1"), ("stricter", "DISC-1")})


def apply() -> None:
    """Walk up by the letters of PWD, where that is another path to the working directory."""
    original = discovery._walk_up

    def by_letters(here: Directory, is_wanted: Callable[[Directory], bool]) -> bool:
        path = os.environ.get("PWD", "")
        if not (path.startswith("/") and os.path.exists(path) and os.path.samefile(path, here.place.path())):
            return original(here, is_wanted)
        homes, device, at_start = discovery._homes(), calls.status(here.descriptor).st_dev, True
        while True:
            at_bound = here.identity() in homes or here.place.parent is None
            if at_bound and not at_start:
                return False
            if is_wanted(here):
                return True
            if at_bound or discovery._has(here, ".git"):
                return False
            path = os.path.dirname(path.rstrip("/"))
            above = physical_directory(calls.open_directory(path), os.path.realpath(path))
            here.close()
            here.descriptor, here.place = above.descriptor, above.place
            if not discovery._is_on(here, device):
                return False
            at_start = False

    patch(discovery, "_walk_up", by_letters)
