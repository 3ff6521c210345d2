"""Paths that are longer than the system takes at once: they are walked in pieces."""

from __future__ import annotations

from tsr_impl import calls
from tsr_impl.handles import close_quietly

_PIECE = 1000  # bytes: every system takes as many at once


class Way:
    """Within: an open directory on the way of a long path, and the rest from there, which the kernel takes at once.

    The way is that of the kernel, through links. Raises `OSError`.
    """

    __slots__ = ("_start", "directory", "rest")

    def __init__(self, start: int, path: str) -> None:
        self._start = self.directory = start
        self.rest = path

    def __enter__(self) -> Way:
        rest = calls.encode(self.rest)
        try:
            while len(rest) > _PIECE and (end := rest.rfind(b"/", 1, _PIECE)) > 0:
                # With a `.` behind it a link in last place is followed, too.
                self._go_to(calls.open_directory(calls.decode(rest[:end]) + "/.", self.directory))
                rest = rest[end + 1 :]
        except BaseException:
            self._go_to(self._start)
            raise
        self.rest = calls.decode(rest)
        return self

    def __exit__(self, *error: object) -> None:
        self._go_to(self._start)

    def _go_to(self, directory: int) -> None:
        before, self.directory = self.directory, directory
        if before != self._start:
            close_quietly(before)
