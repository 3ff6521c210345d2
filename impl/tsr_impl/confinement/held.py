"""Roots, open: what was judged is what is granted (CONF-2), whatever commands of other runs do to names meanwhile."""

from __future__ import annotations

import os

_AS_IT_IS = os.O_PATH | os.O_NOFOLLOW | os.O_CLOEXEC


def held(paths: list[str]) -> list[str | int]:
    """A descriptor for each physical path. Such a path has no link in it, so one that is met has come there since.

    Raises `OSError`; a link in the last place is opened as what it is, and can't be granted.
    """
    return [_held(path) for path in paths]


def _held(path: str) -> int:
    here = os.open("/", _AS_IT_IS)
    for name in path.split("/"):
        if not name:
            continue
        above = here
        try:
            here = os.open(name, _AS_IT_IS, dir_fd=above)  # of a link nothing can be opened: ENOTDIR
        finally:
            os.close(above)
    return here
