"""A position in a tree that is walked depth first, with few descriptors and names however deep and wide it is."""

from __future__ import annotations

import errno

from tsr_impl.places import system_fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.handles import Directory, Listing

_MOST_LINKS = 40  # within one another (BUILTIN-21), as many as one name may lead over (FENCE-2)
_MOST_LISTINGS = 2  # that are open at a time


class Descent:
    """One open directory, and the way back up from it. Owns the directories it is given.

    The way back is the physical `..`, checked by `climb`; a directory is held open only where a
    link was followed down, since `..` does not lead back from there.
    """

    __slots__ = ("_held", "_links", "here")

    def __init__(self, top: Directory) -> None:
        self.here = top
        self._held: list[Directory | None] = []
        self._links = 0

    def down(self, below: Directory) -> None:
        """Go on in `below`, which a name in this directory led to. Raises `Fault` for too many links."""
        self.expect(below)
        if self._is_beneath(below):
            self.here.close()
            self._held.append(None)
        else:
            self._links += 1
            self._held.append(self.here)
        self.here = below

    def expect(self, below: Directory) -> None:
        """Raises what `down` would."""
        if self._links == _MOST_LINKS and not self._is_beneath(below):
            raise system_fault(below.label, errno.ELOOP)

    def _is_beneath(self, below: Directory) -> bool:
        return below.place.parent is self.here.place

    def up(self) -> None:
        """Go back to where the last `down` was. Raises `Fault` when the tree was moved away."""
        held = self._held.pop()
        self._links -= held is not None
        above = held or self.here.climb()
        self.here.close()
        self.here = above

    def close(self) -> None:
        for directory in (self.here, *self._held):
            if directory is not None:
                directory.close()


class Listings:
    """Those of the directories on the way down: what is still to be visited in each. Owns them.

    A directory that is too wide to be read at once is read on when what is beneath was visited, so
    its listing stays open. That of few: if more of them hold each other, the uppermost is read to its end.
    """

    __slots__ = ("_levels", "_open")

    def __init__(self) -> None:
        self._levels: list[Listing] = []
        self._open: list[Listing] = []

    def __len__(self) -> int:
        return len(self._levels)

    def down(self, listing: Listing) -> None:
        """Go on with what is beneath. Raises `Fault`."""
        self._levels.append(listing)
        if listing.is_open():
            self._open = [*(other for other in self._open if other.is_open()), listing]
            if len(self._open) > _MOST_LISTINGS:
                self._open.pop(0).read_rest()

    def next(self) -> tuple[str, str] | None:
        """The next name at the current level, and what it seemed to be; None when all were visited."""
        return self._levels[-1].next()

    def up(self) -> Listing:
        """Leave the current level."""
        listing = self._levels.pop()
        listing.close()
        return listing

    def close(self) -> None:
        for listing in self._levels:
            listing.close()
