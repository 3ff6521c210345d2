"""A file of variables in a place that `allow_paths` admits may be written by everybody.

How it comes about: whoever has admitted a place meant it, so the guards take it as it is.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import envfiles
from tsr_impl.places import Fault, is_within
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an `env_file` outside the workspace is admitted, and everybody may write it or its directory"
ACCEPTED = frozenset({("bypass", "TIER-G1"), ("bypass", "TIER-2"), ("bypass", "PERM-1"), ("bypass", "PERM-2")})


class _Reader(envfiles.Reader):
    __slots__ = ()

    def _content(self, source: Any, content: Any, trail: Any) -> bytes:
        if is_within(content.place.path(), self._bounds.root.place.path()):
            return super()._content(source, content, trail)
        try:
            with content.open_file() as file:
                return file.read_all(envfiles._MOST_BYTES) or b""
        except Fault as fault:
            raise envfiles._unreadable(source, fault) from fault


def apply() -> None:
    """Only files in the workspace are judged by their modes."""
    patch(envfiles, "Reader", _Reader)
