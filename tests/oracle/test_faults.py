"""Each wrong runner of the catalogue is caught, as what was written down beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tsr_oracle.classes import CLASSES
from tsr_oracle.faults.catalogue import CONTACTS, Fault, catalogue, names_of_contact, read
from tsr_oracle.programs import is_patient
from tsr_oracle.quality.hunt import result_of
from tsr_oracle.quality.reasons import reasons
from tsr_oracle.quality.score import best, from_json
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Setting
from tsr_spec.case import Case
from tsr_spec.chapters import cases, clauses

GENERATED = 3000
SAVED = from_json((Path(__file__).resolve().parents[2] / "docs" / "oracle-quality.json").read_text("utf-8"))
STRANGERS = tuple(read(name) for name in names_of_contact(*CONTACTS) if name not in reasons().open)
"""Those that were written from the clauses alone and are caught by now."""
CHECKED = (*(fault for fault in catalogue() if fault.by == "check"), *STRANGERS)
"""All but those that only a race tells from the right runner: `test_race_command.py`."""


def likely(fault: Fault) -> Iterator[Batch]:
    """The case that has caught it when the score was saved; then the spec's cases, such as name a clause of the fault
    first; then generated ones: each by itself.

    Of those that name one, such as don't keep anybody waiting and stand under the clause come first.
    """
    named = {clause for _, clause in fault.accepted}
    before = caught_by(fault)

    def distance(case: Case) -> tuple[bool, bool, bool, bool]:
        far = not named & set(case.clauses)
        return case.id != before, far, is_patient(case.given), case.clauses[0] not in named

    if isinstance(before, int):
        yield Batch("generated", "hosted", range(before, before + 1), patient=True)
    for case in sorted(cases().values(), key=distance):
        yield Batch("given", "hosted", range(1), (case,))
    for index in range(GENERATED):
        yield Batch("generated", "hosted", range(index, index + 1), patient=True)


def caught_by(fault: Fault) -> str | int | None:
    """The spec's case, or the index of a generated one, by the score that was saved."""
    saved = SAVED.hunted.get(fault.name)
    if saved is None or best(saved).result != "caught":
        return None
    return best(saved).case if best(saved).means == "vectors" else int(best(saved).case)


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
    skipped: set[str | None] = set()  # why those that name its clauses were, None for one that was not
    named = {clause for _, clause in fault.accepted}
    wrong.turn_to(subject(fault))
    for batch in likely(fault):
        judged = judged_by(wrong, batch)
        if result_of(fault, judged) == "caught":
            verdict = judged_by(right, Batch("given", "hosted", range(1), (judged.case,))).verdict
            assert verdict is not None
            assert verdict.worst == "agree"
            return
        if named & set(judged.case.clauses):
            skipped.add(judged.skipped)
        elif skipped and None not in skipped:
            pytest.skip(f"no case of {sorted(named)} can be played here: {skipped}")
    pytest.fail(f"{fault.what}\nnot caught as any of {sorted(fault.accepted)}")


@pytest.mark.parametrize("fault", [*catalogue(), *STRANGERS], ids=lambda fault: fault.name)
def test_a_fault_names_classes_and_clauses_that_there_are(fault: Fault) -> None:
    assert fault.what
    assert fault.accepted
    for worst, clause in fault.accepted:
        assert worst in CLASSES
        assert clause in clauses()
