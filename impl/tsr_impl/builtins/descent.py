"""A position in a tree that is walked depth first, with few descriptors however deep it is."""

from __future__ import annotations

from tsr_impl.places import Directory


class Descent:
    """One open directory, and the way back up from it. Owns the directories it is given.

    The way back is the physical `..`, checked by `climb`; a directory is held open only where a
    link was followed down, since `..` does not lead back from there.
    """

    __slots__ = ("_held", "here")

    def __init__(self, top: Directory) -> None:
        self.here = top
        self._held: list[Directory | None] = []

    def down(self, below: Directory) -> None:
        """Go on in `below`, which a name in this directory led to."""
        if below.place.parent is self.here.place:
            self.here.close()
            self._held.append(None)
        else:
            self._held.append(self.here)
        self.here = below

    def up(self) -> None:
        """Go back to where the last `down` was. Raises `Fault` when the tree was moved away."""
        above = self._held.pop() or self.here.climb()
        self.here.close()
        self.here = above

    def close(self) -> None:
        for directory in (self.here, *self._held):
            if directory is not None:
                directory.close()
