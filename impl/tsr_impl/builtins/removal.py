"""Taking away entries and whole trees, without following anything (FENCE-5, FENCE-11)."""

from __future__ import annotations

import errno

from tsr_impl import interrupts
from tsr_impl.builtins.copying import changed, is_copied
from tsr_impl.builtins.descent import Descent, Listings
from tsr_impl.places import DIRECTORY, Fault, Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.builtins import Call
    from tsr_impl.handles import Directory, Listing
    from tsr_impl.roles import Entry

_OPEN = 0o700


def removable(call: Call, operand: str) -> Entry:
    """The entry that an operand of `rm`, or a source of `mv`, names; judged. Raises `Fault`.

    FENCE-11: never the workspace root or what holds it, nor a name that ends in a dot name.
    """
    if operand.rstrip("/").rpartition("/")[2] in (".", ".."):
        raise Fault(Label(operand), "a name that ends in '.' or '..' is never removed")
    entry = call.entry(operand)
    if call.fence.holds_root(entry.place):
        entry.close()
        raise holds_root(entry.label)
    return entry


def holds_root(label: Label) -> Fault:
    """The fault of an operand that is the workspace root, or a directory above it."""
    return Fault(label, "the workspace root and what holds it stay where they are")


def remove_tree(top: Entry, report: Callable[[Fault], None], copy: Directory | None = None) -> None:
    """Take away a directory, and what lies physically beneath it; with a `copy` of it, only what has one there.

    What can't be taken away is reported and stays, with the directories that hold it.
    """
    directory = top.open_directory()
    listing = _listing(directory)
    if isinstance(listing, Fault):
        _remove_unlistable(top.remove_directory, listing)
    elif _Removal(directory, listing, report, copy).empties():
        top.remove_directory()


def discard(top: Entry) -> None:
    """Take away what this run has made and could not finish; what can't be taken away of it stays.

    Its directories may have their final modes already, and be closed even to their owner.
    """
    try:
        if not top.unlinked():
            directory = top.open_directory()
            _open_up(directory)
            listing = _listing(directory)
            if not isinstance(listing, Fault) and _Removal(directory, listing, _ignore, None, opens=True).empties():
                top.remove_directory()
    except Fault as fault:
        _ignore(fault)


def _ignore(fault: Fault) -> None:
    """What made it necessary is what is reported."""


def _open_up(directory: Directory) -> None:
    try:
        directory.set_mode(_OPEN)
    except Fault as fault:
        _ignore(fault)


def _listing(directory: Directory) -> Listing | Fault:
    """What is in a directory; if it can't be listed it is closed, and why it can't is the answer."""
    try:
        return directory.listing()
    except Fault as fault:
        directory.close()
        return fault


def _remove_unlistable(remove: Callable[[], None], fault: Fault) -> None:
    """A directory that can't be listed can be removed all the same, if it is empty."""
    try:
        remove()
    except Fault:
        raise fault from None


class _Removal:
    """A tree on its way out, visited depth first. Owns the directory and the listing it is given.

    `opens`: directories are given a mode with which they can be emptied.
    """

    __slots__ = ("_copies", "_descent", "_kept", "_listings", "_names", "_opens", "_report")

    def __init__(
        self,
        top: Directory,
        listing: Listing,
        report: Callable[[Fault], None],
        copy: Directory | None,
        opens: bool = False,
    ) -> None:
        self._opens = opens
        self._report = report
        self._descent = Descent(top)
        self._copies = Descent(copy.copy(copy.label)) if copy is not None else None
        self._listings = Listings()
        self._names = [""]  # of the directories on the way
        self._kept = [False]  # whether something stays in each of them
        self._listings.down(listing)

    def empties(self) -> bool:
        """Take away all that is in it; whether nothing is left."""
        try:
            while True:
                interrupts.check()
                found = self._next()
                if found is not None:
                    self._attempt(*found)
                elif not self._again() and self._leave():
                    return not self._kept[0]
        finally:
            self._descent.close()
            self._listings.close()
            if self._copies is not None:
                self._copies.close()

    def _next(self) -> tuple[str, str] | None:
        try:
            return self._listings.next()
        except Fault as fault:
            self._keep(fault)
            return None

    def _attempt(self, name: str, kind: str) -> None:
        try:
            if self._copies is not None:
                self._require_copy(name, self._copies.here)
            if kind == DIRECTORY or not self._descent.here.unlinked(name):
                self._go_down(name)
        except Fault as fault:
            self._keep(fault)

    def _require_copy(self, name: str, copies: Directory) -> None:
        if not is_copied(self._descent.here, name, copies, name):
            raise changed(self._descent.here.label_of(name))

    def _go_down(self, name: str) -> None:
        here = self._descent.here
        below = here.open_directory(name)
        if self._opens:
            _open_up(below)
        listing = _listing(below)
        if isinstance(listing, Fault):
            return _remove_unlistable(lambda: here.remove_directory(name), listing)
        if self._copies is not None:
            try:
                self._copies.down(self._copies.here.open_directory(name))
            except Fault:
                listing.close()
                below.close()
                raise
        self._names.append(name)
        self._kept.append(False)
        self._descent.down(below)
        self._listings.down(listing)

    def _again(self) -> bool:
        """List the directory once more if it was read in portions, since what was not read yet may have moved.

        How names are listed of which others go meanwhile is left to the file system.
        """
        listing = self._listings.up()
        if listing.portions == 1 or self._kept[-1]:
            return False
        try:
            self._listings.down(self._descent.here.listing())
        except Fault as fault:
            self._keep(fault)
            return False
        return True

    def _leave(self) -> bool:
        """Go back up from a directory that is done with, and take it away if it is empty; True at the top."""
        if len(self._names) == 1:
            return True
        name, kept = self._names.pop(), self._kept.pop()
        self._descent.up()
        if self._copies is not None:
            self._copies.up()
        try:
            if kept:
                self._kept[-1] = True  # what is left in it was reported already
            else:
                self._descent.here.remove_directory(name)
        except Fault as fault:
            self._keep(fault)
        return False

    def _keep(self, fault: Fault) -> None:
        if fault.number != errno.ENOENT:  # else another unit was faster, and nothing stays
            self._kept[-1] = True
            self._report(fault)
