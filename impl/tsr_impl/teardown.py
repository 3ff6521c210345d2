"""Making an end of children and their process groups (TREE-2, TREE-3, TREE-5)."""

from __future__ import annotations

import signal
import time

from tsr_impl.groups import any_lives

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.children import Child

GRACE = 2.0  # TREE-2: seconds between SIGTERM and SIGKILL
LOOK_AGAIN = 0.02  # seconds between two looks
_DEATH = 0.5  # seconds in which what got SIGKILL is gone, unless the kernel itself is stuck
_NOTHING = 0


class TearDown:
    """Several children that are torn down together, in one grace. Begins when it is made.

    None of them is reaped yet, nor may be before it is over: so long no other process gets the id of
    one of the groups.
    """

    __slots__ = ("_deadline", "_ladder", "_last", "children")

    def __init__(self, children: list[Child], forewarned: bool = False) -> None:
        """`forewarned`: they got the signal that ends the run, too, and are ending already (INT-5)."""
        self.children = children
        self._ladder = [(signal.SIGTERM, GRACE), (signal.SIGKILL, _DEATH)]
        self._last: int = _NOTHING
        self._deadline = time.monotonic() + GRACE
        if not forewarned:
            self._go_on()

    def is_over(self) -> bool:
        """Take a look: whether nothing is left of them, or nothing else can be done about it."""
        if self._nothing_lives():
            # What came into a group while we looked is in it still, and gets this.
            self._send_to_groups(signal.SIGKILL)
            return True
        if time.monotonic() >= self._deadline:
            if not self._ladder:
                return True
            self._go_on()
        elif self._last == signal.SIGKILL:
            self._send_to_groups(signal.SIGKILL)
        return False

    def seconds_left(self) -> float:
        """After so long it is to be looked at again."""
        return max(0.0, min(LOOK_AGAIN, self._deadline - time.monotonic()))

    def _go_on(self) -> None:
        """Send the next signal."""
        self._last, seconds = self._ladder.pop(0)
        for child in self.children:
            child.send(self._last)
            if self._last == signal.SIGTERM:
                child.send(signal.SIGCONT)  # INT-5: one that was stopped could not act on it
        self._deadline = time.monotonic() + seconds

    def _send_to_groups(self, number: int) -> None:
        for child in self.children:
            if child.isolated:
                child.send(number)

    def _nothing_lives(self) -> bool:
        """TREE-5: what counts is the group, and not its leader alone."""
        if not all(child.has_ended() for child in self.children):
            return False
        return not any_lives({child.id for child in self.children if child.isolated})
