"""The machine of a run, explored: all that there is in it comes up, and counting states once hides nothing."""

from __future__ import annotations

from typing import get_args

import pytest

from tsr_model import run_machine
from tsr_model.graph import Task
from tsr_proofs.exhaust import Property
from tsr_proofs.processes import faults as wrong
from tsr_proofs.processes import order, scenarios, tear_down
from tsr_proofs.processes.alike import stands_for
from tsr_proofs.processes.exploration import Moment, explore
from tsr_proofs.processes.registered import FINDINGS, INT, ORDER, TREE
from tsr_proofs.processes.scenarios import ALONE, BEHIND, FEW, SIDE_BY_SIDE, Scenario
from tsr_proofs.processes.scopes import HUNTED, RUNS
from tsr_proofs.processes.starting import come_to
from tsr_proofs.seeding import Fault, seeded
from tsr_proofs.theorem import Exhaustive

MACHINE = [
    theorem
    for theorem in (*TREE, *INT, *ORDER, *FINDINGS)
    if isinstance(theorem, Exhaustive) and (theorem.boxes["quick"] is RUNS["quick"] or theorem in FINDINGS)
]
CLAIMS: dict[str, Property] = {
    claim.__name__: claim for theorem in MACHINE for claim in (theorem.holds, theorem.witness)
}
SMALL = [
    Scenario(ALONE, descendants=2, ignored=frozenset({"TERM", "HUP", "QUIT"})),
    Scenario(ALONE, descendants=1, ignored=FEW, strict=True),
    Scenario(ALONE, descendants=1, ignored=FEW, isolated=False),
    Scenario(BEHIND, descendants=0, ignored=FEW, bail=False),
    Scenario(SIDE_BY_SIDE, descendants=0, ignored=FEW),
    Scenario(SIDE_BY_SIDE, descendants=0, ignored=FEW, bail=False),
]
WRONG = [None, wrong.LEADER_ONLY, wrong.LAST_COUNTS, wrong.SECOND_LEAVES_ALIVE, wrong.SIGCONT_FORGOTTEN]


def as_reduced(scenario: Scenario) -> Scenario:
    return Scenario(
        scenario.shape,
        scenario.isolated,
        scenario.bail,
        scenario.strict,
        scenario.ignored,
        scenario.descendants,
        reduced=True,
    )


def refuted(scenario: Scenario) -> set[str]:
    """The claims that some state of the scenario refutes."""
    found: set[str] = set()
    for moment in explore(scenario):
        found |= {name for name, claim in CLAIMS.items() if name not in found and claim(moment) is not None}
    return found


@pytest.mark.parametrize("scenario", SMALL, ids=str)
@pytest.mark.parametrize("fault", WRONG, ids=lambda fault: "right" if fault is None else fault.name)
def test_counting_states_once_hides_nothing(scenario: Scenario, fault: Fault | None) -> None:
    with seeded(fault):
        assert refuted(as_reduced(scenario)) == refuted(scenario)


@pytest.mark.parametrize("scenario", SMALL, ids=str)
def test_the_states_that_are_found_are_those_that_stand_for_all(scenario: Scenario) -> None:
    def state(moment: Moment) -> tuple[object, object]:
        return moment.run, moment.seen

    every = {state(stands_for(moment)) for moment in explore(scenario)}
    assert {state(moment) for moment in explore(as_reduced(scenario))} == every


def test_everything_that_there_is_comes_up() -> None:
    moments = [moment for box in HUNTED[:4] for moment in box.cases(0, 1)]
    events = {type(move.event) for moment in moments for move in moment.moves}
    assert events == set(get_args(run_machine.Event))
    assert {moment.run.phase for moment in moments} == set(get_args(run_machine.Phase))
    stages = {unit.stage for moment in moments for unit in moment.run.units}
    assert stages == set(get_args(run_machine.Stage))


def test_a_counterexample_is_told_event_by_event() -> None:
    with seeded(wrong.SECOND_LEAVES_ALIVE):
        moments = explore(Scenario(ALONE, descendants=0))
        said = next(str(moment) for moment in moments if tear_down.torn_groups_are_dead(moment) is not None)
    assert said.splitlines() == [
        "alone: a.[] (a group each)",
        "  Start(task='a', builtin=False)",
        "  Receive(signal='INT')",
        "  Receive(signal='INT')",
        "a: stopped (alive sent SIGTERM)",
        "over: exit 130",
    ]


def test_an_aggregate_is_done_when_its_deps_are() -> None:
    scenario = Scenario(scenarios.IN_A_ROW, descendants=0)
    ends = [moment for moment in explore(scenario) if moment.run.phase == "over" and not moment.seen.signals]
    done = [order.is_done(moment.setting, moment.run, "a") for moment in ends]
    assert any(done)
    assert done == [not moment.run.exit for moment in ends]


@pytest.mark.parametrize(
    ("parallel", "done", "expected"),
    [("", "", ("c",)), ("a", "", ("c", "d")), ("a", "c", ("b", "d")), ("", "cb", ("d",)), ("a", "cbd", ("a",))],
)
def test_chains(parallel: str, done: str, expected: tuple[Task, ...]) -> None:
    deps = scenarios.Scenario(scenarios._shape("", "a: b d, b: c, c:, d:", "abcd")).setting.deps
    assert come_to(deps, set(parallel), "a", set(done)) == expected
