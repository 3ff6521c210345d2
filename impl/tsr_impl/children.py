"""The children of a run: kept apart from the terminal, noted while they live, reaped (TREE)."""

from __future__ import annotations

import signal

from tsr_impl import calls, interrupts, process
from tsr_impl.report import Stop, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping
    from typing import TypeVar

    from tsr_impl.units import Step

    T = TypeVar("T")


class Child:
    """A process that was started. `isolated`: its id is that of a process group, too, which it leads.

    Nothing is sent to an id after its child was reaped, since it may be used again from then on.
    """

    __slots__ = ("id", "isolated", "program", "was_stopped")

    def __init__(self, number: int, isolated: bool, program: str) -> None:
        self.id = number
        self.isolated = isolated
        self.program = program
        self.was_stopped = False

    def has_ended(self) -> bool:
        """Raises `Stop` where the system does not say."""
        try:
            return calls.has_ended(self.id)
        except OSError as error:
            raise _untold([self], error) from error

    def has_left_something(self) -> bool:
        """Whether its group outlives it, which has ended (TREE-G1)."""
        from tsr_impl import groups

        return self.isolated and groups.any_lives({self.id})

    def send(self, number: int) -> None:
        """To it, or to all of its group (TREE-2, TREE-3)."""
        try:
            calls.send(self.id, number, self.isolated)
        except OSError:
            return  # it is gone, or is no longer ours to signal


class Children:
    """All children that were started and are not reaped yet."""

    __slots__ = ("_isolated", "_modes", "_on_terminal", "_unreaped")

    def __init__(self, parallel: bool) -> None:
        """`parallel`: whether anything in the reach is (TREE-1)."""
        self._on_terminal = calls.is_terminal(0)
        self._isolated = parallel or not self._on_terminal
        self._modes = _modes() if self._on_terminal else None
        self._unreaped: dict[int, Child] = {}
        interrupts.before_exit(self.kill)
        if self._isolated:
            interrupts.stop_together(self.send)

    def start(self, words: list[str], step: Step, directory: int, environment: Mapping[bytes, bytes]) -> Child:
        """Start the program that a step has come to with these words. Raises `Stop`."""
        # TREE-7: a group in the background would be stopped by its first read from the terminal.
        no_input = self._isolated and self._on_terminal
        # INT-2: from its first moment on it is among those that a second signal kills.
        program = process.found(words, step, directory, environment)
        with interrupts.Held():
            child = Child(program.start(self._isolated, no_input), self._isolated, step.program)
            self._unreaped[child.id] = child
        return child

    def ended(self, awaited: Mapping[int, object]) -> Iterator[Child]:
        """Those of the awaited children (by their ids) that have ended; who takes one awaits it no longer.

        The system names one that has ended; only where that is none of them, each is asked for. One that
        came to the runner from elsewhere is reaped at once (TREE-10). Raises `Stop` where the system does not say.
        """
        while one := self._asked(self._one_that_ended):
            those = [one] if one in awaited else [number for number in awaited if self._unreaped[number].has_ended()]
            if not those:
                return
            for number in those:
                yield self._unreaped[number]

    def _one_that_ended(self) -> int | None:
        while (one := calls.one_that_ended()) and one not in self._unreaped:
            calls.reap(one)
        return one

    def stopped_by_terminal(self) -> Iterator[Child]:
        """Isolated children that the terminal has stopped, each once (TREE-8)."""
        while self._isolated and (found := self._asked(calls.one_that_was_stopped)):
            child = self._unreaped.get(found[0])
            if child and not child.was_stopped and found[1] in (signal.SIGTTIN, signal.SIGTTOU):
                child.was_stopped = True
                yield child

    def _asked(self, ask: Callable[[], T | None]) -> T | None:
        """What the system says of any child. Raises `Stop` if it says nothing, and there is one to wait for."""
        try:
            return ask()
        except OSError as error:
            if self._unreaped:
                raise _untold(self._unreaped.values(), error) from error
            return None

    def unreaped(self) -> list[Child]:
        return list(self._unreaped.values())

    def status(self, child: Child) -> int:
        """That of a child that has ended: its code (EXIT-2), or 128 + n when signal n killed it (EXIT-3).

        Raises `Stop` where the system does not say.
        """
        try:
            code = calls.exit_code(child.id)
        except OSError as error:
            raise _untold([child], error) from error
        if code < 0:
            self.restore_terminal()
        return code if code >= 0 else 128 - code

    def reap(self, child: Child) -> None:
        """Let go of a child that has ended, so that no zombies gather (TREE-10)."""
        # First of all, so that a second signal never sends anything to an id that was used again.
        del self._unreaped[child.id]
        try:
            calls.reap(child.id)
        except OSError:
            return  # what was asked of it is known; should it be there still, it comes in again as one from elsewhere

    def reap_torn_down(self, children: list[Child]) -> None:
        """The same after a tear-down; one that the kernel itself holds up is left behind."""
        self._take_foreground_from(children)  # while no other group can have the id of one of theirs
        for child in children:
            if child.has_ended():
                self.reap(child)
        if children:
            self.restore_terminal()

    def send(self, number: int) -> None:
        """To all that lives."""
        for child in self.unreaped():
            child.send(number)

    def kill(self) -> None:
        """What a second signal does: SIGKILL to all that lives, and the terminal as it was (INT-2)."""
        self.send(signal.SIGKILL)
        self._take_foreground_from(self.unreaped())
        self.restore_terminal()

    def _take_foreground_from(self, children: list[Child]) -> None:
        """Of the terminal, if one of the groups that were torn down has taken it (TREE-9)."""
        if not (self._on_terminal and self._isolated):
            return
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGTTOU])
        try:
            if calls.foreground(0) in [child.id for child in children]:
                calls.set_foreground(0, calls.own_group())
        except OSError:
            return  # it is gone, or never was the one that controls the runner
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)

    def restore_terminal(self) -> None:
        """Give the terminal the modes that it had, if it is the runner's to set (TREE-9)."""
        if self._modes is None:
            return
        try:
            # From the background the runner would be stopped.
            if calls.foreground(0) == calls.own_group() and calls.terminal_modes(0) != self._modes:
                calls.set_terminal_modes(0, self._modes)
        except OSError:
            return  # it is gone


def _untold(children: Iterable[Child], error: OSError) -> Stop:
    """What to say where the system doesn't say what has become of children."""
    programs = ", ".join({quoted(child.program): None for child in children})
    return Stop(f"the runner can't wait for {programs}: {error.strerror} — run this again", "EXIT-4")


def _modes() -> list[object] | None:
    try:
        return calls.terminal_modes(0)
    except OSError:
        return None
