"""What a thread does for a unit, so that the loop of a parallel run goes on (GRAPH-10)."""

from __future__ import annotations

import _thread

from tsr_impl import interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections import deque
    from collections.abc import Callable


class Work:
    """Something to be done, and the outcome once it is among the `finished`.

    `turn` is how many starts the run had seen when this began, 0 if something else ran then.
    """

    __slots__ = ("_do", "_finished", "_last", "outcome", "turn")

    def __init__(self, do: Callable[[], int | list[str]], finished: deque[Work], turn: int) -> None:
        self._do = do
        self._finished = finished
        self._last = _thread.allocate_lock()
        self._last.acquire()
        self.turn = turn
        self.outcome: int | list[str] | BaseException = 0

    def __call__(self) -> None:
        try:
            self.outcome = self._do()
        except BaseException as error:
            self.outcome = error
        self._finished.append(self)
        interrupts.ring()
        self._last.release()

    def join(self) -> None:
        """Until the thread has done the last of what it does."""
        self._last.acquire()
