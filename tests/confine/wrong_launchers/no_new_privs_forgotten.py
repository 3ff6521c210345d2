"""The rules are put in force without no-new-privs, which a privileged caller gets away with."""

from __future__ import annotations

import ctypes

from tsr_landlock import boundary

CAUGHT_BY = "no_privilege_can_be_gained"


class Libc:
    """The C library, but that nothing comes of `prctl`."""

    def __init__(self, libc: ctypes.CDLL) -> None:
        self.syscall = libc.syscall

    def prctl(self, *words: object) -> int:
        return 0


def apply() -> None:
    boundary._libc = Libc(boundary._libc)
