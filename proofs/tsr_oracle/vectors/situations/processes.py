"""Processes, signals and terminals."""

from __future__ import annotations

from tsr_model.prediction import Prediction
from tsr_oracle.vectors.facts import programs, request_of, tasks
from tsr_oracle.vectors.situations import situation
from tsr_spec.case import Given


@situation
def something_to_clean_up(given: Given, foretold: Prediction) -> bool:
    """A process has something to do when it is told to end."""
    return any(program.on_term not in ("", "ignored") or program.on_int for program in programs(given))


@situation
def second_signal_in_grace(given: Given, foretold: Prediction) -> bool:
    """A second signal comes while programs are given time to end."""
    return len(given.signals) > 1


@situation
def interrupted(given: Given, foretold: Prediction) -> bool:
    """A signal is sent to the runner, or a key is typed that makes the terminal send one."""
    return bool(given.signals)


@situation
def signal_ignored_from_the_start(given: Given, foretold: Prediction) -> bool:
    """The runner was started with a signal ignored."""
    return bool(given.ignored)


@situation
def at_a_terminal(given: Given, foretold: Prediction) -> bool:
    """Standard input is a terminal."""
    return given.terminal


@situation
def isolation_behind_a_caret(given: Given, foretold: Prediction) -> bool:
    """At a terminal the only `parallel` tasks are such as others depend on, by `^` too."""
    parallel = {task.name for task in tasks(given) if task.parallel}
    return given.terminal and bool(parallel) and request_of(given).task not in parallel


@situation
def left_behind(given: Given, foretold: Prediction) -> bool:
    """A program leaves a process behind, in its group or in a session of its own."""
    return any(program.leaves for program in programs(given))


@situation
def deaf_process(given: Given, foretold: Prediction) -> bool:
    """A process ignores SIGTERM, or has stopped itself and hears nothing."""
    return any(program.on_term == "ignored" or program.stopped for program in programs(given))
