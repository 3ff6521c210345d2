"""Each wrong runner of the catalogue is caught, as what was written down beforehand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tsr_oracle.classes import CLASSES
from tsr_oracle.faults.catalogue import Fault, catalogue
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Setting
from tsr_spec.chapters import cases, clauses

LIMIT = 1.0
"""Seconds for one case: a fault that hangs is known by then."""

GENERATED = 3000
AT_ONCE = 20


def likely(fault: Fault) -> Iterator[Batch]:
    """The spec's cases that name a clause of the fault first, then the others, then generated ones."""
    named = {clause for _, clause in fault.accepted}
    written = sorted(cases().values(), key=lambda case: not named & set(case.clauses))
    for start in range(0, len(written), AT_ONCE):
        given = tuple(written[start : start + AT_ONCE])
        yield Batch("given", "hosted", range(len(given)), given)
    for start in range(0, GENERATED, AT_ONCE):
        yield Batch("generated", "hosted", range(start, start + AT_ONCE))


def catches(fault: Fault, judged: Judged) -> bool:
    verdict = judged.verdict
    return verdict is not None and any((verdict.worst, clause) in fault.accepted for clause in verdict.clauses)


@pytest.mark.parametrize("fault", catalogue(), ids=lambda fault: fault.name)
def test_a_fault_is_caught_as_it_was_written_down(fault: Fault) -> None:
    skipped = set()
    with Team(Setting((), fault.name, "ours", 5, LIMIT), 1) as team:
        for answer in team.ask(likely(fault)):
            if any(catches(fault, judged) for judged in answer):
                return
            skipped |= {judged.skipped for judged in answer if judged.skipped}
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
