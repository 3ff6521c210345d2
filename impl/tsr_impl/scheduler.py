"""Running what a run reaches: one loop that starts, waits, and makes an end (GRAPH-5, GRAPH-10, GRAPH-11, INT)."""

from __future__ import annotations

import errno
import os
import signal
import time
from collections import deque

from tsr_impl import interrupts, report, sequence
from tsr_impl.report import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from tsr_impl.children import Child, Children
    from tsr_impl.events import Reporter
    from tsr_impl.graph import Order
    from tsr_impl.guards import Admission
    from tsr_impl.handles import Directory
    from tsr_impl.means import Means
    from tsr_impl.teardown import TearDown
    from tsr_impl.units import Ready, Step, Unit
    from tsr_impl.work import Work

_PATIENCE = 3.0  # seconds in which a builtin that was told to stop does, unless a system call hangs


def run(admitted: Admission) -> int:
    """Run the units: 0 (EXIT-1), or what EXIT-6 puts first. All that ends the run is said by then."""
    running = _Run(admitted)
    stop: Exception | None = None
    try:
        admitted.boundary.draw()
        running.until_over()
    except interrupts.Interrupted:
        pass
    except Exception as error:
        stop = error
    running.tear_down()
    interrupts.acknowledge()  # what is said from here on is not cut short by a signal that was heeded
    said = report.as_stop(stop) if stop else None
    if said:
        report.stopped(said)
    code = interrupts.exit_code(running.failure or (report.RUNNER_LEVEL if said else 0))
    if running.failure and admitted.asked.reporter == "human":
        from tsr_impl import summary

        summary.show(running.rows(), code)
    if admitted.reporter:
        running.tell_of_the_rest(admitted.reporter)
        code = admitted.reporter.finished(code, said.message if said else None)
    return code


class _Progress:
    """A unit that runs, or is about to: how far it is, and how it ended."""

    __slots__ = (
        "_commands",
        "began",
        "directory",
        "environment",
        "has_run",
        "kept",
        "ready",
        "result",
        "seconds",
        "step",
        "unit",
        "words",
    )

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self.began: float | None = None
        self.has_run = False  # a command of it has
        self.seconds: float | None = None
        self.result = ""  # as the table has it (OUT-3), empty until it has ended
        self.ready: Ready | None = None
        self.directory: Directory | None = None
        self.environment: Mapping[bytes, bytes] = {}
        self.words: list[str] | None = None  # of the program that is to be started next
        self.kept: list[Child] = []  # what ended, and has left something behind (TREE-G1)

    def start(self, admitted: Admission) -> None:
        """Judge it again (ENV-7), and open its directory. Raises `Stop`."""
        self.ready = admitted.start(self.unit)
        self.directory = sequence.open_directory(self.unit, admitted.fence)
        self.environment = sequence.environment(self.ready, self.directory, admitted.fence)
        self._commands = sequence.commands(self.ready.steps)
        self.step = next(self._commands)

    def take(self, status: int) -> int | None:
        """Take note of the status of the command `step`; that of the sequence, if it is over."""
        self.has_run = True
        try:
            self.step = self._commands.send(status)
        except StopIteration as over:
            return int(over.value)
        return None

    def end(self, result: str) -> None:
        self.result = result
        self.seconds = time.monotonic() - (self.began or time.monotonic())
        self.ready = None


class _Run:
    """A run on its way. All of it happens in one thread, but what a `Work` does."""

    def __init__(self, admitted: Admission) -> None:
        self.failure = 0  # the status of the unit that failed first
        self._admitted = admitted
        self._progress = {unit: _Progress(unit) for unit in admitted.units}
        self._order: Order | None = None
        self._waiting: deque[_Progress] = deque()  # for their start, or that of their next command
        self._by_child: dict[int, _Progress] = {}
        self._children: Children | None = None
        self._works: dict[Work, _Progress] = {}
        self._finished: deque[Work] = deque()
        self._ending: list[tuple[_Progress, TearDown]] = []
        self._halted = False  # nothing more is started
        self._events = 0  # how much has been taken note of
        self._starts = 0  # how often a unit was to go on
        self._scarce_at = -1  # the number of events when something was put off last
        self._held = 0  # directories of units
        self._means: Means | None = None
        if admitted.parallel:
            from tsr_impl.means import Means

            self._means = Means()

    def until_over(self) -> None:
        """Until all has run, or a failure ends it. Raises what else ends it, then `tear_down` has to follow."""
        self._queue(self._startable_at_first())
        while True:
            self._launch()
            self._require_reporter()
            if self._halted or not (self._waiting or self._is_busy()):
                return
            if not self._collect() and self._is_busy():
                # What came in since that look has left a byte in the bell.
                interrupts.until_news(min([down.seconds_left() for _, down in self._ending], default=None))

    def rows(self) -> Iterator[tuple[str, str, float | None]]:
        """Of the table, in the plan's order (OUT-3)."""
        for progress in self._progress.values():
            yield progress.unit.label, progress.result or "skipped", progress.seconds

    def tell_of_the_rest(self, reporter: Reporter) -> None:
        """The units that were never started have had no end to be told of (EVENT-3)."""
        for progress in self._progress.values():
            if not progress.result:
                reporter.ended(progress.unit.label, "skipped", None)

    def _require_reporter(self) -> None:
        """That what the run tells of itself arrives. Raises `Stop` (EVENT-2)."""
        reporter = self._admitted.reporter
        if reporter and reporter.fault:
            raise reporter.fault

    # Starting ---------------------------------------------------------------------------------

    def _startable_at_first(self) -> list[Unit]:
        named = self._admitted.named
        if named is None or not named.waits_for:
            return self._admitted.units
        from tsr_impl.graph import Order

        self._order = Order(named)
        return self._order.begin()

    def _queue(self, units: list[Unit]) -> None:
        self._waiting += [self._progress[unit] for unit in units]

    def _launch(self) -> None:
        """Start all that waits for it, as far as the system has the means; the rest when something has ended."""
        while self._waiting and not self._halted and not self._is_short():
            interrupts.check()
            self._require_reporter()
            progress = self._waiting.popleft()
            self._starts += 1
            try:
                self._go_on(progress)
            except Exception as error:
                self._put_off_or_fail(progress, error, self._is_busy())
            self._collect()

    def _is_short(self) -> bool:
        """Whether something was put off, and nothing has ended since, but something will."""
        return self._scarce_at == self._events and self._is_busy()

    def _put_off_or_fail(self, progress: _Progress, error: Exception, others_ran: bool) -> None:
        """What the system had not the means for is tried again, if others had them meanwhile."""
        if not (others_ran and report.is_scarcity(error)):
            self._end(progress, f"exit {report.RUNNER_LEVEL}")
            raise report.in_task(error, progress.unit.label)
        self._scarce_at = self._events
        if not progress.has_run:
            progress.began = None
        self._waiting.appendleft(progress)

    def _require_means(self, directories: int, works: int) -> None:
        """That so many more can be afforded beside what runs, by which they would come free."""
        if not (self._means and self._is_busy()):
            return
        if not self._means.suffice(self._held + directories, len(self._works) + works):
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    def _is_busy(self) -> bool:
        """Whether something runs that will end."""
        return bool(self._by_child or self._works or self._ending)

    def _go_on(self, progress: _Progress) -> None:
        """From its next command to one that takes its time, or to the end of the sequence."""
        progress.began = progress.began or time.monotonic()
        if progress.directory is None:
            self._require_means(directories=1, works=0)
            progress.start(self._admitted)
            self._held += 1
        while (status := self._perform(progress)) is not None:
            if self._took(progress, status):
                return

    def _perform(self, progress: _Progress) -> int | None:
        """The status of a command; None if it runs now."""
        interrupts.check()
        unit, step, directory, admitted = progress.unit, progress.step, progress.directory, self._admitted
        assert directory is not None
        if progress.words is None:
            if admitted.parallel and sequence.may_take_long(step):
                self._hand_over(progress, step, directory)
                return None
            outcome = sequence.attempt(unit, step, directory, admitted)
            if isinstance(outcome, int):
                return outcome
            progress.words = outcome
        self._spawn(progress, progress.words, directory)
        return None

    def _hand_over(self, progress: _Progress, step: Step, directory: Directory) -> None:
        """Have a command attempted in a thread, so that the loop goes on."""
        from tsr_impl.work import Work

        self._require_means(directories=0, works=1)
        unit, admitted, turn = progress.unit, self._admitted, 0 if self._is_busy() else self._starts
        work = Work(lambda: sequence.attempt(unit, step, directory, admitted), self._finished, turn)
        interrupts.begin_work(work)
        self._works[work] = progress

    def _spawn(self, progress: _Progress, words: list[str], directory: Directory) -> None:
        if self._children is None:
            from tsr_impl.children import Children

            self._children = Children(self._admitted.parallel)
        assert progress.ready is not None
        child = self._children.start(words, progress.step, directory.descriptor, progress.environment)
        self._by_child[child.id] = progress
        progress.words = None
        if progress.step is progress.ready.steps[-1]:
            self._leave(progress)

    def _leave(self, progress: _Progress) -> None:
        """It needs its directory no longer."""
        if progress.directory:
            progress.directory.close()
            progress.directory = None
            self._held -= 1

    # Ending -----------------------------------------------------------------------------------

    def _collect(self) -> bool:
        """Take note of all that has ended; whether there was anything."""
        before = self._events
        while self._finished:
            self._take_work(self._finished.popleft())
        if self._children:
            for child in self._children.ended(self._by_child):
                self._take_child(child)
            for child in self._children.stopped_by_terminal():
                self._say_stopped(child)
        for one in [one for one in self._ending if one[1].is_over()]:
            self._ending.remove(one)
            self._done(one[0])
        return self._events != before

    def _take_work(self, work: Work) -> None:
        work.join()
        progress, outcome = self._works.pop(work), work.outcome
        if isinstance(outcome, Exception):
            self._put_off_or_fail(progress, outcome, work.turn != self._starts or self._is_busy())
            return
        self._events += 1
        if isinstance(outcome, int):
            self._continue(progress, outcome)
        elif isinstance(outcome, list):
            progress.words = outcome
            self._waiting.appendleft(progress)
        else:
            self._end(progress, f"exit {report.RUNNER_LEVEL}")
            raise outcome

    def _take_child(self, child: Child) -> None:
        self._events += 1
        # A Ctrl-C that ended the child interrupts the run, too: then this is no failure.
        interrupts.check()
        assert self._children is not None
        progress = self._by_child.pop(child.id)
        status = self._children.status(child)
        if self._admitted.asked.strict and child.has_left_something():
            progress.kept.append(child)
        else:
            self._children.reap(child)
        self._continue(progress, status)

    def _say_stopped(self, child: Child) -> None:
        self._events += 1
        progress = self._by_child.get(child.id)
        if progress:
            what = f"task {quoted(progress.unit.label)}: {quoted(child.program)} was stopped"
            way_out = "run it alone with a terminal as standard input, or press Ctrl-C"
            report.warn(f"{what}, since it uses the terminal from the background — {way_out}", "TREE-8")

    def _continue(self, progress: _Progress, status: int) -> None:
        if not self._took(progress, status):
            self._waiting.appendleft(progress)

    def _took(self, progress: _Progress, status: int) -> bool:
        """Take note of the status of a command; whether its sequence is over, and the unit with it."""
        result = progress.take(status)
        if result is None:
            return False
        if result:
            self.failure = self.failure or result
            self._halted = self._halted or not self._admitted.asked.no_bail
        self._end(progress, f"exit {result}" if result else "ok")
        if progress.kept:
            from tsr_impl.teardown import TearDown

            self._ending.append((progress, TearDown(progress.kept)))  # others go on meanwhile
        else:
            self._done(progress)
        return True

    def _end(self, progress: _Progress, result: str) -> None:
        progress.end(result)
        self._leave(progress)
        if self._admitted.reporter:
            self._admitted.reporter.ended(progress.unit.label, result, progress.seconds)

    def _done(self, progress: _Progress) -> None:
        """Go on to what waited for a unit. Of its groups nothing is left, if that matters (TREE-G1)."""
        self._events += 1
        if self._children:
            self._children.reap_torn_down(progress.kept)
        if self._order:
            self._queue(self._order.after(progress.unit))

    # Tearing down -----------------------------------------------------------------------------

    def tear_down(self) -> None:
        """Make an end of all that still runs (TREE-4, INT-1). A first signal changes nothing about that (INT-6)."""
        try:
            self._tear_down()
        except BaseException:
            if self._children:
                self._children.kill()
            raise
        for progress in self._progress.values():
            if progress.began is not None and not progress.result:
                self._end(progress, "stopped")
            self._leave(progress)

    def _tear_down(self) -> None:
        self._halted = True
        torn = self._begin_to_tear_down()
        if self._works:
            interrupts.stop_work()
        patience = time.monotonic() + _PATIENCE
        while True:
            torn = [down for down in torn if not down.is_over()]
            while self._finished:
                work = self._finished.popleft()
                work.join()
                del self._works[work]
            left = patience - time.monotonic()
            if not torn and not (self._works and left > 0):
                break
            try:
                interrupts.until_news(min([down.seconds_left() for down in torn], default=left))
            except interrupts.Interrupted:
                continue
        if self._children:
            self._children.reap_torn_down(self._children.unreaped())

    def _begin_to_tear_down(self) -> list[TearDown]:
        """SIGTERM to all that is left, and what is being torn down already."""
        torn = [down for _, down in self._ending]
        known = [child for down in torn for child in down.children]
        left = [child for child in self._children.unreaped() if child not in known] if self._children else []
        if left:
            from tsr_impl.teardown import TearDown

            shared = not left[0].isolated
            torn.append(TearDown(left, forewarned=shared and interrupts.first() == signal.SIGINT))
        return torn
