"""Each wrong runner of the catalogue is caught, as what was written down beforehand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tsr_oracle.classes import CLASSES
from tsr_oracle.faults.catalogue import Fault, catalogue
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Postponed, Setting
from tsr_spec.chapters import cases, clauses

GENERATED = 3000
AT_ONCE = 5


def likely(fault: Fault) -> Iterator[Batch]:
    """The spec's cases that name a clause of the fault first, then the others, then generated ones."""
    named = {clause for _, clause in fault.accepted}
    written = sorted(cases().values(), key=lambda case: not named & set(case.clauses))
    for start in range(0, len(written), AT_ONCE):
        given = tuple(written[start : start + AT_ONCE])
        yield Batch("given", "hosted", range(len(given)), given)
    for start in range(0, GENERATED, AT_ONCE):
        yield Batch("generated", "hosted", range(start, start + AT_ONCE))


def catches(fault: Fault, judged: Judged | Postponed) -> bool:
    """Whether it counts. A fault that no longer fits the runner, and so breaks it, is not the mistake that it names."""
    if not isinstance(judged, Judged) or judged.verdict is None or "internal error" in judged.said:
        return False
    return any((judged.verdict.worst, clause) in fault.accepted for clause in judged.verdict.clauses)


@pytest.fixture(scope="module")
def right() -> Iterator[Team]:
    """The runner without a fault."""
    with Team(Setting((), None, "ours", 5, 10.0), 1) as team:
        yield team


@pytest.mark.parametrize("fault", catalogue(), ids=lambda fault: fault.name)
def test_a_fault_is_caught_as_it_was_written_down_by_a_case_that_the_right_runner_passes(
    fault: Fault, right: Team
) -> None:
    skipped = set()
    with Team(Setting((), fault.name, "ours", 5, fault.limit), 1) as team:
        for answer in team.ask(likely(fault)):
            for judged in answer:
                if catches(fault, judged):
                    ((once_more,),) = right.ask([Batch("given", "hosted", range(1), (judged.case,))])
                    assert once_more.verdict.worst == "agree"
                    return
                skipped |= {judged.skipped} if isinstance(judged, Judged) and judged.skipped else set()
    if fault.name == "device_ignored" and any("mounted" in why for why in skipped):
        pytest.skip(f"no mounted file system here: {skipped}")
    pytest.fail(f"{fault.what}\nnot caught as any of {sorted(fault.accepted)}")


@pytest.mark.parametrize("fault", catalogue(), ids=lambda fault: fault.name)
def test_a_fault_names_classes_and_clauses_that_there_are(fault: Fault) -> None:
    assert fault.what
    assert fault.accepted
    for worst, clause in fault.accepted:
        assert worst in CLASSES
        assert clause in clauses()
