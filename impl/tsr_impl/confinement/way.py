"""The way to a place: where an absolute path leads (FENCE-2), and by which links."""

from __future__ import annotations

import stat

from tsr_impl import calls
from tsr_impl.fence import physical_directory, wherever
from tsr_impl.handles import Handle
from tsr_impl.permissions import Trail


class Way(Handle):
    """`content` is what the path leads to, `trail` what was seen on the way there."""

    __slots__ = ("content", "trail")

    def __init__(self, path: str) -> None:
        """Raises `Fault` and `OSError`."""
        with physical_directory(calls.open_directory("/"), "/") as top:
            self.trail = Trail(top)
            self.content = wherever(top, path, self.trail)

    def close(self) -> None:
        self.content.close()

    def place(self) -> str:
        """Where it leads physically, also if nothing is there."""
        return self.content.place.path()

    def places(self) -> list[str]:
        """All that leads to it: its own place, existing or not, and that of each link on the way."""
        return [*self.links(), self.place()]

    def changeable(self) -> list[str]:
        """Those of the links that somebody but root can change; a command could have the next run be led elsewhere."""
        return [link for link in self.links() if not _is_roots_alone(link.rpartition("/")[0] or "/")]

    def links(self) -> list[str]:
        """The physical places of the links that were followed: who can change one has the path lead elsewhere."""
        return [
            f"{step.path.rstrip('/')}/{step.name}"
            for step in self.trail.steps
            if step.entry is not None and stat.S_ISLNK(step.entry.st_mode)
        ]


def _is_roots_alone(directory: str) -> bool:
    """Whether only root can change what lies in it, and this user isn't root."""
    status = calls.status_at(None, directory, follow=True)
    return status.st_uid == 0 and not status.st_mode & (stat.S_IWGRP | stat.S_IWOTH) and calls.user() != 0
