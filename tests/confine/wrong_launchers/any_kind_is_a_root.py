"""A pipe, a socket or a device is granted like a file."""

from __future__ import annotations

import stat

CAUGHT_BY = "a_root_of_another_kind_stops_it"


def apply() -> None:
    stat.S_ISREG = lambda mode: not stat.S_ISDIR(mode)
