"""Each wrong runner of the catalogue is caught, as what was written down beforehand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tsr_oracle.classes import CLASSES
from tsr_oracle.faults.catalogue import Fault, catalogue, names_of_first_contact, read
from tsr_oracle.programs import is_patient
from tsr_oracle.quality.reasons import reasons
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Setting
from tsr_spec.case import Case
from tsr_spec.chapters import cases, clauses

GENERATED = 3000
STRANGERS = tuple(read(name) for name in names_of_first_contact() if name not in reasons().open)
"""Those of the first contact that are caught by now."""
CHECKED = (*(fault for fault in catalogue() if fault.by == "check"), *STRANGERS)
"""All but those that only a race tells from the right runner: `test_race_command.py`."""


def likely(fault: Fault) -> Iterator[Batch]:
    """The spec's cases that name a clause of the fault first, then the others, then generated ones: each by itself.

    Of those that name one, such as don't keep anybody waiting and stand under the clause come first.
    """
    named = {clause for _, clause in fault.accepted}

    def distance(case: Case) -> tuple[bool, bool, bool]:
        return not named & set(case.clauses), is_patient(case.given), case.clauses[0] not in named

    for case in sorted(cases().values(), key=distance):
        yield Batch("given", "hosted", range(1), (case,))
    for index in range(GENERATED):
        yield Batch("generated", "hosted", range(index, index + 1), patient=True)


def catches(fault: Fault, judged: Judged) -> bool:
    """Whether it counts. A fault that no longer fits the runner, and so breaks it, is not the mistake that it names."""
    if judged.verdict is None or "internal error" in judged.said:
        return False
    return any((judged.verdict.worst, clause) in fault.accepted for clause in judged.verdict.clauses)


def judged_by(team: Team, batch: Batch) -> Judged:
    """The answer of a team of one about a batch of one."""
    ((judged,),) = team.ask([batch])
    assert isinstance(judged, Judged)
    return judged


def subject(fault: Fault | None) -> Setting:
    """The runner with a fault, or without one."""
    return Setting((), fault.name, "ours", 5, fault.limit) if fault else Setting((), None, "ours", 5, 10.0)


@pytest.fixture(scope="module")
def right() -> Iterator[Team]:
    """Whoever judges the runner without a fault."""
    with Team(subject(None), 1) as team:
        yield team


@pytest.fixture(scope="module")
def wrong() -> Iterator[Team]:
    """Whoever judges the faulty ones, one after the other."""
    with Team(subject(None), 1) as team:
        yield team


@pytest.mark.parametrize("fault", CHECKED, ids=lambda fault: fault.name)
def test_a_fault_is_caught_as_it_was_written_down_by_a_case_that_the_right_runner_passes(
    fault: Fault, right: Team, wrong: Team
) -> None:
    reasons: set[str | None] = set()  # why those that name its clauses were skipped, None for one that was not
    named = {clause for _, clause in fault.accepted}
    wrong.turn_to(subject(fault))
    for batch in likely(fault):
        judged = judged_by(wrong, batch)
        if catches(fault, judged):
            verdict = judged_by(right, Batch("given", "hosted", range(1), (judged.case,))).verdict
            assert verdict is not None
            assert verdict.worst == "agree"
            return
        if named & set(judged.case.clauses):
            reasons.add(judged.skipped)
        elif reasons and None not in reasons:
            pytest.skip(f"no case of {sorted(named)} can be played here: {reasons}")
    pytest.fail(f"{fault.what}\nnot caught as any of {sorted(fault.accepted)}")


@pytest.mark.parametrize("fault", [*catalogue(), *STRANGERS], ids=lambda fault: fault.name)
def test_a_fault_names_classes_and_clauses_that_there_are(fault: Fault) -> None:
    assert fault.what
    assert fault.accepted
    for worst, clause in fault.accepted:
        assert worst in CLASSES
        assert clause in clauses()
