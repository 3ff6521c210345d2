"""A tree and its copy, walked side by side: for `cp -r`, and for `mv` to another file system."""

from __future__ import annotations

import errno

from tsr_impl import interrupts
from tsr_impl.builtins.copying import dangling
from tsr_impl.builtins.descent import Descent, Listings
from tsr_impl.places import MISSING, PERMISSION_BITS, Fault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.handles import Directory, Listing
    from tsr_impl.roles import Content, Entry

    Into = Callable[[Directory], tuple[Directory, int | None]]


class SideBySide:
    """A directory and the one that is to become its copy, walked depth first.

    Owns the directories that it is given, and closes them also when it raises `Fault`. `into`
    opens the copy, given the source, and says which mode it gets in the end, None for the one it
    has: that is set when it is left, lest a read-only directory can't be filled.
    """

    __slots__ = ("_chain", "_listings", "_marks", "sources", "targets")

    def __init__(self, source: Directory, into: Into) -> None:
        listing, target, mode = _opened(source, into)
        self.sources = Descent(source)
        self.targets = Descent(target)
        self._listings = Listings()
        self._marks = [(source.place.identity, mode)]
        self._chain = {source.place.identity}
        self._listings.down(listing)

    def down(self, source: Directory, into: Into) -> None:
        """Go on in a pair of directories beneath. Raises `Fault`, also for a cycle."""
        identity = source.place.identity
        try:
            self.sources.expect(source)
            if identity in self._chain:
                raise Fault(source.label, "a link leads back to a directory that holds it")
        except Fault:
            source.close()
            raise
        listing, target, mode = _opened(source, into)
        try:
            self.targets.expect(target)
        except Fault:
            for handle in (listing, source, target):
                handle.close()
            raise
        self.sources.down(source)
        self.targets.down(target)
        self._marks.append((identity, mode))
        self._chain.add(identity)
        self._listings.down(listing)

    def walk(self, visit: Callable[[str, str], None], failed: Callable[[Fault], None]) -> None:
        """Call `visit` with each name in the current source, and what it seemed to be; then close.

        There it may go `down`. What `visit` raises as a `Fault` goes to `failed`, and so does one from a
        directory that could not be read to its end.
        """
        try:
            while self._listings:
                interrupts.check()
                try:
                    found = self._listings.next()
                    if found is not None:
                        visit(*found)
                        continue
                except Fault as fault:
                    failed(fault)
                    continue
                self._leave(failed)
        finally:
            self.sources.close()
            self.targets.close()
            self._listings.close()

    def _leave(self, failed: Callable[[Fault], None]) -> None:
        self._listings.up()
        identity, mode = self._marks.pop()
        self._chain.discard(identity)
        with self.targets.here.copy(self.targets.here.label) as finished:
            if self._marks:
                # First, since there may be no way out of a directory with its final mode.
                self.sources.up()
                self.targets.up()
            if mode is not None:
                try:
                    finished.set_mode(mode)
                except Fault as fault:
                    failed(fault)


def _opened(source: Directory, into: Into) -> tuple[Listing, Directory, int | None]:
    """Nothing is made for a source that can't be listed."""
    try:
        listing = source.listing()
        try:
            target, mode = into(source)
        except BaseException:
            listing.close()
            raise
    except BaseException:
        source.close()
        raise
    return listing, target, mode


def merged_into(target: Content) -> Into:
    """For `cp`: an existing directory is entered as it is, a missing one is made."""

    def into(source: Directory) -> tuple[Directory, int | None]:
        if target.kind() != MISSING:
            return target.open_directory(), None
        if target.by_link:
            raise dangling(target.label)
        try:
            return made_as(target)(source)
        except Fault as fault:
            if fault.number != errno.EEXIST:
                raise
            return target.open_directory(), None  # another unit has made it meanwhile

    return into


def made_as(target: Content | Entry) -> Into:
    """A new directory, with the permission bits of the source in the end."""

    def into(source: Directory) -> tuple[Directory, int | None]:
        mode = source.mode() & PERMISSION_BITS
        target.make_directory(private=True)
        try:
            return target.open_directory(), mode
        except Fault as fault:
            try:
                target.directory.remove_directory(target.name)
            except Fault:
                raise fault from None
            raise

    return into
