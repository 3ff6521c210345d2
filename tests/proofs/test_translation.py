"""The solver: what it proves, what it refutes, and that a translation which is none proves nothing."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tsr_proofs import translation
from tsr_proofs.search_path import faults, languages
from tsr_proofs.seeding import seeded
from tsr_proofs.translation import Claim, compare, is_installed, solve
from tsr_proofs.work import compared_hunt

needs_solver = pytest.mark.skipif(not is_installed(), reason="z3-solver is not installed")


@pytest.mark.slow
@needs_solver
def test_a_claim_is_proved_and_its_witness_refuted() -> None:
    assert solve(languages.the_rule_is_the_expansion).verdict == "proved (translation)"
    refuted = solve(languages.letters_are_enough)
    assert refuted.verdict == "refuted"
    assert "$PATH" in (refuted.why or "")


@needs_solver
def test_a_translation_that_is_none_proves_nothing() -> None:
    with seeded(faults.NO_BRACES):
        found = solve(languages.the_rule_is_the_expansion)
    assert found.verdict == "not refuted"
    assert "${PATH}" in (found.why or "")


@needs_solver
def test_a_counterexample_that_is_none_refutes_nothing() -> None:
    def excused() -> Claim:
        return replace(languages.letters_are_enough(), holds=lambda value: True)

    assert solve(excused).verdict == "not refuted"


@needs_solver
def test_a_fault_is_noticed_when_the_translation_is_compared() -> None:
    assert compared_hunt((languages.the_rule_is_the_expansion, faults.LETTERS_ONLY)).box == languages.COMPARED_ON
    assert compare(languages.the_rule_is_the_expansion)[1] is None


def test_without_the_solver_a_claim_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translation, "is_installed", lambda: False)
    found = solve(languages.the_rule_is_the_expansion)
    assert found.verdict == "not run"
    assert "z3-solver" in (found.why or "")
