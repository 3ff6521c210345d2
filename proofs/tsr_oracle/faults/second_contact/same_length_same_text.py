"""A file of variables that a task has rewritten counts as before, if it is as long as it was.

How it comes about: a cache keeps what was read at load, and tells a change by the path and the size.
"""

from __future__ import annotations

from tsr_impl import envfiles
from tsr_impl.fence import Fence
from tsr_impl.permissions import Trail
from tsr_impl.roles import Content
from tsr_impl.variables import Source
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task writes a file that a later one reads, and writes as many bytes as there were"
ACCEPTED = frozenset({("bypass", "ENV-7"), ("divergence", "ENV-7"), ("bypass", "ENV-1")})


class _Cached(envfiles.Reader):
    """A reader that believes a file of the same length to be the same."""

    def __init__(self, bounds: Fence, strict: bool) -> None:
        super().__init__(bounds, strict)
        self._known: dict[tuple[str, int], bytes] = {}

    def _content(self, source: Source, content: Content, trail: Trail) -> bytes:
        text = super()._content(source, content, trail)
        return self._known.setdefault((content.place.path(), len(text)), text)


def apply() -> None:
    """Read through the cache."""
    patch(envfiles, "Reader", _Cached)
