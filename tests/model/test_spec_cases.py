"""The model answers every case of the spec as the spec does."""

from __future__ import annotations

import pytest

from tsr_model.prediction import predict
from tsr_oracle.quality.written_answers import is_modelled, known_as_unforetold, unforetold, unwritten, wrong_in_ours
from tsr_spec.case import Case
from tsr_spec.chapters import cases

MODELLED = [case for case in cases().values() if is_modelled(case)]
OPEN = [case for case in MODELLED if len(case.admissible) > 1 or predict(case.given).optional]


@pytest.mark.parametrize("case", MODELLED, ids=lambda case: f"{case.clauses[0]}-{case.id}")
def test_what_ours_does_is_the_first_outcome_of_the_case(case: Case) -> None:
    differences = list(wrong_in_ours(case, predict(case.given)))
    assert not differences, f"{case.title}\n{case.given}\n" + "\n".join(differences)


@pytest.mark.parametrize("case", MODELLED, ids=lambda case: f"{case.clauses[0]}-{case.id}")
def test_every_admissible_choice_leads_to_an_outcome_of_the_case(case: Case) -> None:
    wrong = list(unwritten(case, predict(case.given)))
    assert not wrong, f"{case.title}\n" + "\n".join(wrong)


@pytest.mark.parametrize("case", OPEN, ids=lambda case: f"{case.clauses[0]}-{case.id}")
def test_the_model_comes_to_every_outcome_of_the_case_or_it_is_on_record(case: Case) -> None:
    wrong = list(unforetold(case, predict(case.given)))
    assert bool(wrong) == (case.id in known_as_unforetold()), f"{case.title}\n" + "\n".join(wrong)


def test_only_cases_that_there_are_are_on_record() -> None:
    assert set(known_as_unforetold()) <= {case.id for case in OPEN}
