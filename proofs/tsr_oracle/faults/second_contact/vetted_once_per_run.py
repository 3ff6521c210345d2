"""A file of variables that was accepted at load is read again for a later task whatever its mode is by then.

How it comes about: who may write a file is remembered by its place, to ask once and not for every task.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import envfiles
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a command makes a file of variables one that everybody may write, and a later task reads it again"
ACCEPTED = frozenset({("bypass", "PERM-1"), ("bypass", "ENV-7")})


class _Reader(envfiles.Reader):
    __slots__ = ("_vetted",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self._vetted: set[str] = set()

    def _content(self, source: Any, content: Any, trail: Any) -> bytes:
        place = content.place.path()
        if place not in self._vetted:
            self._vetted.add(place)
            return super()._content(source, content, trail)
        try:
            with content.open_file() as file:
                return file.read_all(envfiles._MOST_BYTES) or b""
        except Fault as fault:
            raise envfiles._unreadable(source, fault) from fault


def apply() -> None:
    """A place is judged the first time that it is read."""
    patch(envfiles, "Reader", _Reader)
