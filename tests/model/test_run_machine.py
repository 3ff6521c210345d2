"""The machine of a run: what each state allows, and what each event leads to, all of it written out."""

from __future__ import annotations

import pytest

from tsr_model.exit_code import RUNNER_LEVEL
from tsr_model.graph import Dep
from tsr_model.process_tree import Command, Process
from tsr_model.run_machine import (
    FAILING,
    Die,
    End,
    Event,
    Finish,
    Fork,
    GraceOver,
    Leave,
    Notice,
    Receive,
    Refuse,
    Run,
    Setting,
    Start,
    Stop,
    Unit,
    Yield,
    enabled,
    start,
    step,
)

CHAIN = Setting({"t": (Dep("a"),), "a": ()}, "t")
SIGNALS = {Receive("INT"), Receive("TERM"), Receive("HUP"), Receive("QUIT")}
DEAD = Process(alive=False)


def _of_a(**state: object) -> Run:
    """The chain with its first unit in this state."""
    return Run((Unit("a", **state), Unit("t")))  # type: ignore[arg-type]


def _down(unit: Unit, **state: object) -> Run:
    """The same while it is being torn down."""
    return Run((unit, Unit("t")), **{"phase": "terminating", **state})  # type: ignore[arg-type]


ALLOWED: tuple[tuple[str, Run, set[Event]], ...] = (
    ("nothing has begun", start(CHAIN, ("a", "t")), {Start("a"), Start("a", builtin=True), Refuse("a")}),
    ("a builtin runs", _of_a(stage="running"), {End("a", 0), End("a", FAILING)}),
    (
        "a program runs",
        _of_a(stage="running", command=Command()),
        {End("a", 0), End("a", FAILING), Stop("a"), Fork("a", deaf=False), Fork("a", deaf=True)},
    ),
    ("a program is stopped", _of_a(stage="running", command=Command(Process(stopped=True))), set()),
    ("a program has ended", _of_a(stage="running", status=0, command=Command(DEAD)), {Notice("a")}),
    (
        "what a program has left in its group",
        _of_a(stage="running", status=0, command=Command(DEAD, (Process(),))),
        {Notice("a"), Leave("a", 1)},
    ),
    (
        "what a program has left is torn down",
        _of_a(stage="clearing", status=0, torn=True, command=Command(DEAD, (Process(told=True),))),
        {GraceOver("a"), Die("a", 1), Leave("a", 1)},
    ),
    ("the one in front went well", _of_a(stage="ok"), {Start("t"), Start("t", builtin=True), Refuse("t")}),
    (
        "a builtin during a tear-down",
        _down(Unit("a", "running")),
        {End("a", 0), End("a", FAILING), Yield("a"), GraceOver()},
    ),
    ("nothing is left to tear down", _down(Unit("a", "failed", status=3), failure=3), {Finish()}),
    (
        "SIGKILL has been sent to a program, and it is waited for",
        _down(Unit("a", "running", Command(Process(told=True, killed=True)), torn=True), phase="killing"),
        {Die("a", 0)},
    ),
    (
        "SIGKILL has been sent to what a program has left: nobody waits for that",
        _down(Unit("a", "running", Command(DEAD, (Process(told=True, killed=True),)), torn=True), phase="killing"),
        {Die("a", 1), Finish()},
    ),
)


@pytest.mark.parametrize(("run", "allowed"), [case[1:] for case in ALLOWED], ids=[case[0] for case in ALLOWED])
def test_what_a_state_allows(run: Run, allowed: set[Event]) -> None:
    assert set(enabled(CHAIN, run)) == SIGNALS | allowed


LEADS_TO: tuple[tuple[str, Run, Event, Run], ...] = (
    (
        "a refusal fails its unit, and ends the run",
        start(CHAIN, ("a", "t")),
        Refuse("a"),
        _down(Unit("a", "failed", status=RUNNER_LEVEL), error=True),
    ),
    (
        "a program stops",
        _of_a(stage="running", command=Command()),
        Stop("a"),
        _of_a(stage="running", command=Command(Process(stopped=True))),
    ),
    (
        "a program starts a process",
        _of_a(stage="running", command=Command()),
        Fork("a", deaf=True),
        _of_a(stage="running", command=Command(Process(), (Process(deaf=True),))),
    ),
    (
        "a process leaves its group",
        _of_a(stage="running", command=Command(Process(), (Process(),))),
        Leave("a", 1),
        _of_a(stage="running", command=Command(Process(), (Process(inside=False),))),
    ),
    (
        "a program ends, which the runner does not know yet",
        _of_a(stage="running", command=Command()),
        End("a", 3),
        _of_a(stage="running", status=3, command=Command(DEAD)),
    ),
    (
        "a failure that is noticed",
        _of_a(stage="running", status=3, command=Command(DEAD)),
        Notice("a"),
        _down(Unit("a", "failed", Command(DEAD), 3), failure=3),
    ),
    ("a builtin that goes well", _of_a(stage="running"), End("a", 0), _of_a(stage="ok", status=0)),
    ("a builtin that is torn down", _down(Unit("a", "running")), Yield("a"), _down(Unit("a", "stopped"))),
    (
        "the end of a run that has failed",
        _down(Unit("a", "failed", status=3), failure=3),
        Finish(),
        _down(Unit("a", "failed", status=3), failure=3, phase="over", exit=3),
    ),
)


@pytest.mark.parametrize(("run", "event", "after"), [case[1:] for case in LEADS_TO], ids=[case[0] for case in LEADS_TO])
def test_what_an_event_leads_to(run: Run, event: Event, after: Run) -> None:
    assert event in set(enabled(CHAIN, run))
    assert step(CHAIN, run, event) == after
