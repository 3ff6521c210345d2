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
    from collections.abc import Iterator

    from tsr_impl.children import Child, Children
    from tsr_impl.config import Task
    from tsr_impl.graph import Order
    from tsr_impl.guards import Admission, Ready, Step
    from tsr_impl.means import Means
    from tsr_impl.places import Directory
    from tsr_impl.teardown import TearDown
    from tsr_impl.work import Work

_PATIENCE = 3.0  # seconds in which a builtin that was told to stop does, unless a system call hangs


def run(admitted: Admission) -> int:
    """Run the tasks: 0 (EXIT-1), or what EXIT-6 puts first. All that ends the run is said by then."""
    running = _Run(admitted)
    stop: Exception | None = None
    try:
        running.until_over()
    except interrupts.Interrupted:
        pass
    except Exception as error:
        stop = error
    running.tear_down()
    interrupts.acknowledge()  # what is said from here on is not cut short by a signal that was heeded
    if stop:
        report.stopped(report.as_stop(stop))
    code = interrupts.exit_code(running.failure or (report.RUNNER_LEVEL if stop else 0))
    if running.failure:
        from tsr_impl import summary

        summary.show(running.rows(), code)
    return code


class _Unit:
    """A task that runs, or is about to: how far it is, and how it ended."""

    __slots__ = (
        "_commands",
        "began",
        "directory",
        "has_run",
        "kept",
        "ready",
        "result",
        "seconds",
        "step",
        "task",
        "words",
    )

    def __init__(self, task: Task) -> None:
        self.task = task
        self.began: float | None = None
        self.has_run = False  # a command of it has
        self.seconds: float | None = None
        self.result = ""  # as the table has it (OUT-3), empty until it has ended
        self.ready: Ready | None = None
        self.directory: Directory | None = None
        self.words: list[str] | None = None  # of the program that is to be started next
        self.kept: list[Child] = []  # what ended, and has left something behind (TREE-G1)

    def start(self, admitted: Admission) -> None:
        """Judge it again (ENV-7), and open its directory. Raises `Stop`."""
        self.ready = admitted.start(self.task)
        self.directory = sequence.task_directory(self.task, admitted.fence)
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
        self._units = {task.name: _Unit(task) for task in admitted.tasks}
        self._order: Order | None = None
        self._waiting: deque[_Unit] = deque()  # for their start, or that of their next command
        self._by_child: dict[int, _Unit] = {}
        self._children: Children | None = None
        self._works: dict[Work, _Unit] = {}
        self._finished: deque[Work] = deque()
        self._ending: list[tuple[_Unit, TearDown]] = []
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
            if self._halted or not (self._waiting or self._is_busy()):
                return
            if not self._collect() and self._is_busy():
                # What came in since that look has left a byte in the bell.
                interrupts.until_news(min([down.seconds_left() for _, down in self._ending], default=None))

    def rows(self) -> Iterator[tuple[str, str, float | None]]:
        """Of the table, in the plan's order (OUT-3)."""
        for unit in self._units.values():
            yield unit.task.name, unit.result or "skipped", unit.seconds

    # Starting ---------------------------------------------------------------------------------

    def _startable_at_first(self) -> list[Task]:
        named = self._admitted.named
        if not named.deps:
            return [named]
        from tsr_impl.graph import Order

        self._order = Order(named, self._admitted.task)
        return self._order.begin()

    def _queue(self, tasks: list[Task]) -> None:
        self._waiting += [self._units[task.name] for task in tasks]

    def _launch(self) -> None:
        """Start all that waits for it, as far as the system has the means; the rest when something has ended."""
        while self._waiting and not self._halted and not self._is_short():
            interrupts.check()
            unit = self._waiting.popleft()
            self._starts += 1
            try:
                self._go_on(unit)
            except Exception as error:
                self._put_off_or_fail(unit, error, self._is_busy())
            self._collect()

    def _is_short(self) -> bool:
        """Whether something was put off, and nothing has ended since, but something will."""
        return self._scarce_at == self._events and self._is_busy()

    def _put_off_or_fail(self, unit: _Unit, error: Exception, others_ran: bool) -> None:
        """What the system had not the means for is tried again, if others had them meanwhile."""
        if not (others_ran and report.is_scarcity(error)):
            self._end(unit, f"exit {report.RUNNER_LEVEL}")
            raise report.in_task(error, unit.task.name)
        self._scarce_at = self._events
        if not unit.has_run:
            unit.began = None
        self._waiting.appendleft(unit)

    def _require_means(self, directories: int, works: int) -> None:
        """That so many more can be afforded beside what runs, by which they would come free."""
        if not (self._means and self._is_busy()):
            return
        if not self._means.suffice(self._held + directories, len(self._works) + works):
            raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    def _is_busy(self) -> bool:
        """Whether something runs that will end."""
        return bool(self._by_child or self._works or self._ending)

    def _go_on(self, unit: _Unit) -> None:
        """From its next command to one that takes its time, or to the end of the sequence."""
        unit.began = unit.began or time.monotonic()
        if unit.directory is None:
            self._require_means(directories=1, works=0)
            unit.start(self._admitted)
            self._held += 1
        while (status := self._perform(unit)) is not None:
            if self._took(unit, status):
                return

    def _perform(self, unit: _Unit) -> int | None:
        """The status of a command; None if it runs now."""
        interrupts.check()
        task, step, directory, admitted = unit.task, unit.step, unit.directory, self._admitted
        assert directory is not None
        if unit.words is None:
            if admitted.parallel and sequence.may_take_long(step):
                self._hand_over(unit, step, directory)
                return None
            outcome = sequence.attempt(task, step, directory, admitted)
            if isinstance(outcome, int):
                return outcome
            unit.words = outcome
        self._spawn(unit, unit.words, directory)
        return None

    def _hand_over(self, unit: _Unit, step: Step, directory: Directory) -> None:
        """Have a command attempted in a thread, so that the loop goes on."""
        from tsr_impl.work import Work

        self._require_means(directories=0, works=1)
        task, admitted, turn = unit.task, self._admitted, 0 if self._is_busy() else self._starts
        work = Work(lambda: sequence.attempt(task, step, directory, admitted), self._finished, turn)
        interrupts.begin_work(work)
        self._works[work] = unit

    def _spawn(self, unit: _Unit, words: list[str], directory: Directory) -> None:
        if self._children is None:
            from tsr_impl.children import Children

            self._children = Children(self._admitted.parallel)
        assert unit.ready is not None
        child = self._children.start(words, unit.step.program, directory.descriptor, unit.ready.environment)
        self._by_child[child.id] = unit
        unit.words = None
        if unit.step is unit.ready.steps[-1]:
            self._leave(unit)

    def _leave(self, unit: _Unit) -> None:
        """It needs its directory no longer."""
        if unit.directory:
            unit.directory.close()
            unit.directory = None
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
        unit, outcome = self._works.pop(work), work.outcome
        if isinstance(outcome, Exception):
            self._put_off_or_fail(unit, outcome, work.turn != self._starts or self._is_busy())
            return
        self._events += 1
        if isinstance(outcome, int):
            self._continue(unit, outcome)
        elif isinstance(outcome, list):
            unit.words = outcome
            self._waiting.appendleft(unit)
        else:
            self._end(unit, f"exit {report.RUNNER_LEVEL}")
            raise outcome

    def _take_child(self, child: Child) -> None:
        self._events += 1
        # A Ctrl-C that ended the child interrupts the run, too: then this is no failure.
        interrupts.check()
        assert self._children is not None
        unit = self._by_child.pop(child.id)
        status = self._children.status(child)
        if self._admitted.asked.strict and child.has_left_something():
            unit.kept.append(child)
        else:
            self._children.reap(child)
        self._continue(unit, status)

    def _say_stopped(self, child: Child) -> None:
        self._events += 1
        unit = self._by_child.get(child.id)
        if unit:
            what = f"task {quoted(unit.task.name)}: {quoted(child.program)} was stopped"
            way_out = "run it alone with a terminal as standard input, or press Ctrl-C"
            report.warn(f"{what}, since it uses the terminal from the background — {way_out}", "TREE-8")

    def _continue(self, unit: _Unit, status: int) -> None:
        if not self._took(unit, status):
            self._waiting.appendleft(unit)

    def _took(self, unit: _Unit, status: int) -> bool:
        """Take note of the status of a command; whether its sequence is over, and the unit with it."""
        result = unit.take(status)
        if result is None:
            return False
        if result:
            self.failure = self.failure or result
            self._halted = self._halted or not self._admitted.asked.no_bail
        self._end(unit, f"exit {result}" if result else "ok")
        if unit.kept:
            from tsr_impl.teardown import TearDown

            self._ending.append((unit, TearDown(unit.kept)))  # others go on meanwhile
        else:
            self._done(unit)
        return True

    def _end(self, unit: _Unit, result: str) -> None:
        unit.end(result)
        self._leave(unit)

    def _done(self, unit: _Unit) -> None:
        """Go on to what waited for a unit. Of its groups nothing is left, if that matters (TREE-G1)."""
        self._events += 1
        if self._children:
            self._children.reap_torn_down(unit.kept)
        if self._order:
            self._queue(self._order.after(unit.task))

    # Tearing down -----------------------------------------------------------------------------

    def tear_down(self) -> None:
        """Make an end of all that still runs (TREE-4, INT-1). A first signal changes nothing about that (INT-6)."""
        try:
            self._tear_down()
        except BaseException:
            if self._children:
                self._children.kill()
            raise
        for unit in self._units.values():
            if unit.began is not None and not unit.result:
                self._end(unit, "stopped")
            self._leave(unit)

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
