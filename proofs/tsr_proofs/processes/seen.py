"""What somebody notes who watches a run: its signals, what its units do, and what the runner has come to know."""

from __future__ import annotations

from dataclasses import dataclass, replace

from tsr_model.exit_code import Failure, Signal
from tsr_model.graph import Task
from tsr_model.run_machine import End, Event, Notice, Receive, Refuse, Run, Setting, Start, Unit

UNNOTICED = 9
"""When a failure that the runner has not noticed is over: behind everything."""


@dataclass(frozen=True, slots=True)
class Seen:
    """The past of a run, as far as a claim needs it.

    `failures`: units that ended by themselves in a failure, before anything was torn down. Such a unit is over when the
    runner notices it, since what begins before that can't have waited for it. Time is counted only as far as it decides
    which failure was over before another unit began: `clock` goes on when a unit begins behind a failure. `began`: when
    those that run began, unless it was at 0.
    """

    signals: tuple[Signal, ...] = ()
    error: bool = False
    clock: int = 0
    began: tuple[tuple[Task, int], ...] = ()
    failures: tuple[tuple[Task, Failure], ...] = ()

    @property
    def known(self) -> bool:
        """Whether the runner has noticed a failure."""
        return any(failure.ended != UNNOTICED for _, failure in self.failures)


def halted(setting: Setting, seen: Seen) -> bool:
    """Whether something has come that ends the run: a signal, a runner-level error, a failure without `--no-bail`."""
    return bool(seen.signals) or seen.error or (seen.known and setting.bail)


def behind(setting: Setting, run: Run, seen: Seen, event: Event) -> Seen:
    """What has been seen after an event; `run` is the state before it."""
    match event:
        case Receive(signal=signal):
            return replace(seen, signals=(*seen.signals, signal))
        case Refuse():
            return replace(seen, error=True)
        case Start(task=task):
            return _begun(seen, task)
        case End(task=task, status=status):
            return _ended(setting, seen, unit_of(run, task), status)
        case Notice(task=task):
            return _noticed(seen, task)
        case _:
            return seen


def _begun(seen: Seen, task: Task) -> Seen:
    clock = seen.clock + any(failure.ended == seen.clock for _, failure in seen.failures)
    began = ((task, clock),) * (clock > 0)
    return replace(seen, clock=clock, began=tuple(sorted((*seen.began, *began))))


def _ended(setting: Setting, seen: Seen, unit: Unit, status: int) -> Seen:
    """A program that ended is noticed later, a builtin at once."""
    at = dict(seen.began).get(unit.task, 0)
    left = replace(seen, began=tuple(pair for pair in seen.began if pair[0] != unit.task))
    if not status or halted(setting, seen):
        return left
    over = seen.clock if unit.command is None else UNNOTICED
    return _with_failure(left, unit.task, Failure(status, at, over))


def _noticed(seen: Seen, task: Task) -> Seen:
    failure = dict(seen.failures).get(task)
    return seen if failure is None else _with_failure(seen, task, replace(failure, ended=seen.clock))


def _with_failure(seen: Seen, task: Task, failure: Failure) -> Seen:
    failures = {**dict(seen.failures), task: failure}
    return replace(seen, failures=tuple(sorted(failures.items(), key=lambda pair: pair[0])))


def unit_of(run: Run, task: Task) -> Unit:
    """The unit of a task."""
    return next(unit for unit in run.units if unit.task == task)
