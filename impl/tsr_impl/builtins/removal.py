"""Taking away entries and whole trees, without following anything (FENCE-5, FENCE-11)."""

from __future__ import annotations

from tsr_impl import interrupts
from tsr_impl.builtins.descent import Descent
from tsr_impl.places import DIRECTORY, Fault, Label

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.builtins import Call
    from tsr_impl.places import Directory, Entry


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


class _Level:
    """A directory on the way: the names still to be taken away, and whether all others went."""

    __slots__ = ("emptied", "name", "names")

    def __init__(self, name: str, names: list[str]) -> None:
        self.name = name
        self.names = names[::-1]  # popped from the end, so in the order of their bytes
        self.emptied = True


def remove(top: Entry, report: Callable[[Fault], None]) -> None:
    """Take away an entry, and what lies physically beneath it.

    What can't be taken away is reported and stays, with the directories that hold it.
    """
    if top.kind() != DIRECTORY:
        top.unlink()
        return
    if _remove_inside(top, report):
        top.remove_directory()


def _remove_inside(top: Entry, report: Callable[[Fault], None]) -> bool:
    """Empty a directory; whether nothing is left in it, and it is still there."""
    opened = _open_or_remove(top)
    if opened is None:
        return False
    directory, names = opened
    descent = Descent(directory)
    try:
        levels = [_Level(top.name, names)]
        while levels[-1].names or len(levels) > 1:
            interrupts.check()
            if levels[-1].names:
                _remove_next(descent, levels, report)
            else:
                _remove_emptied(descent, levels, report)
        return levels[0].emptied
    finally:
        descent.close()


def _open_or_remove(entry: Entry) -> tuple[Directory, list[str]] | None:
    """A directory and its names; None if it could not be listed but, being empty, be removed."""
    directory = entry.open_directory()
    try:
        return directory, directory.names()
    except Fault as fault:
        directory.close()
        try:
            entry.remove_directory()
        except Fault:
            raise fault from None
        return None


def _remove_next(descent: Descent, levels: list[_Level], report: Callable[[Fault], None]) -> None:
    """Take away the next entry of the current directory, or go down into it."""
    name = levels[-1].names.pop()
    try:
        with descent.here.entry(name) as entry:
            if entry.kind() != DIRECTORY:
                entry.unlink()
                return
            opened = _open_or_remove(entry)
        if opened is not None:
            levels.append(_Level(name, opened[1]))
            descent.down(opened[0])
    except Fault as fault:
        levels[-1].emptied = False
        report(fault)


def _remove_emptied(descent: Descent, levels: list[_Level], report: Callable[[Fault], None]) -> None:
    """Go back up from a directory that is done with, and take it away if nothing is left in it."""
    level = levels.pop()
    descent.up()
    try:
        if level.emptied:
            with descent.here.entry(level.name) as entry:
                entry.remove_directory()
        else:
            levels[-1].emptied = False  # what is left in it was reported already
    except Fault as fault:
        levels[-1].emptied = False
        report(fault)
