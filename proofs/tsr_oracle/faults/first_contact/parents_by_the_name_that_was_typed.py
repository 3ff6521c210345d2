"""The walk upwards takes the parents of the path in `PWD`, where that names the working directory over a link.

How it comes about: the library's `getwd` believes `PWD` when it leads to the right directory, and the rest is text.
"""

from __future__ import annotations

import os
from typing import Any

from tsr_impl import calls, discovery
from tsr_impl.fence import physical_directory
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a link leads to the working directory, and `PWD` has its name"
ACCEPTED = frozenset(
    {
        ("bypass", "DISC-1"),
        ("divergence", "DISC-1"),
        ("stricter", "DISC-1"),
        ("escape", "DISC-1"),
        ("loss", "DISC-1"),
        ("bypass", "DISC-G1"),
        ("divergence", "DISC-G1"),
    }
)


def apply() -> None:
    """Walk up along the text of `PWD`."""
    right = discovery._walk_up

    def walk_up(here: Any, is_wanted: Any) -> bool:
        name = _typed()
        if not name:
            return right(here, is_wanted)
        homes, device = discovery._homes(), calls.status(here.descriptor).st_dev
        at_start = True
        while True:
            is_last = here.identity() in homes or name == "/"
            if is_last and not at_start:
                return False
            if is_wanted(here):
                return True
            if is_last or discovery._has(here, ".git"):
                return False
            name, at_start = name.rpartition("/")[0] or "/", False
            _move(here, os.path.realpath(name))
            if not discovery._is_on(here, device):
                return False

    patch(discovery, "_walk_up", walk_up)


def _typed() -> str:
    name = os.environ.get("PWD", "")
    is_clean = name.startswith("/") and os.path.normpath(name) == name
    if is_clean and os.path.exists(name) and os.path.samefile(name, ".") and os.path.realpath(name) != name:
        return name
    return ""


def _move(here: Any, path: str) -> None:
    above = physical_directory(calls.open_directory(path), path)
    here.close()
    here.descriptor, here.place = above.descriptor, above.place
