"""Each wrong runner of the catalogue is caught, as what was written down beforehand."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tsr_oracle.faults.catalogue import Fault, catalogue
from tsr_oracle.generator import generate
from tsr_oracle.judge import CLASSES, Verdict, judge
from tsr_oracle.materialise import names_other
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Hosted
from tsr_spec.case import Case
from tsr_spec.chapters import cases, clauses

LIMIT = 1.0
"""Seconds for one case: a fault that hangs is known by then."""


def likely(fault: Fault) -> Iterator[Case]:
    """The spec's cases that name a clause of the fault first, then the others, then generated ones."""
    named = {clause for _, clause in fault.accepted}
    playable = [case for case in cases().values() if not case.needs and not names_other(case.given)]
    yield from sorted(playable, key=lambda case: not named & set(case.clauses))
    for index in range(3000):
        yield Case(f"generated {index}", (), generate(5, index, other=False), ())


def first_catch(fault: Fault) -> Verdict | None:
    with Area() as area, Hosted(fault.name) as subject:
        for case in likely(fault):
            verdict = judge(case, run_case(case.given, area, subject, LIMIT), "ours")
            if any((verdict.worst, clause) in fault.accepted for clause in verdict.clauses):
                return verdict
    return None


@pytest.mark.parametrize("fault", catalogue(), ids=lambda fault: fault.name)
def test_a_fault_is_caught_as_it_was_written_down(fault: Fault) -> None:
    assert first_catch(fault) is not None, f"{fault.what}\nnot caught as any of {sorted(fault.accepted)}"


@pytest.mark.parametrize("fault", catalogue(), ids=lambda fault: fault.name)
def test_a_fault_names_classes_and_clauses_that_there_are(fault: Fault) -> None:
    assert fault.what
    assert fault.accepted
    for worst, clause in fault.accepted:
        assert worst in CLASSES
        assert clause in clauses()
