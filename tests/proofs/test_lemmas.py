"""The lemmas by brute force, and with CrossHair where it is installed."""

from __future__ import annotations

import multiprocessing

import pytest

from tsr_proofs import lemma_check
from tsr_proofs.fence import lemmas
from tsr_proofs.lemma_check import Checked, brute_force, check
from tsr_proofs.registry import THEOREMS
from tsr_proofs.theorem import Symbolic
from tsr_proofs.work import brute_hunt

SYMBOLIC = [theorem for theorem in THEOREMS if isinstance(theorem, Symbolic)]


@pytest.mark.parametrize("theorem", SYMBOLIC, ids=lambda theorem: theorem.name)
def test_brute_force_agrees(theorem: Symbolic) -> None:
    assert brute_force(theorem.holds)[1] is None
    assert brute_force(theorem.witness)[1] is not None


@pytest.mark.parametrize("theorem", SYMBOLIC, ids=lambda theorem: theorem.name)
def test_faults_are_noticed(theorem: Symbolic) -> None:
    for fault in theorem.faults:
        assert brute_hunt((theorem.holds, fault)).counterexample is not None, fault.name
    assert brute_force(theorem.holds)[1] is None


@pytest.mark.skipif(not lemma_check.is_installed(), reason="crosshair-tool is not installed")
def test_crosshair_confirms_and_refutes() -> None:
    with multiprocessing.get_context("spawn").Pool(1, maxtasksperchild=1) as pool:
        confirmed: Checked = pool.apply(check, (lemmas.text_never_rises,))
        refuted: Checked = pool.apply(check, (lemmas.text_keeps_all,))
    assert confirmed.verdict == "confirmed"
    assert confirmed.paths > 1
    assert refuted.verdict == "refuted"
    assert refuted.why is not None
    assert refuted.why.startswith("text_keeps_all(")


def test_without_crosshair_a_lemma_is_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(lemma_check, "is_installed", lambda: False)
    found = check(lemmas.text_never_rises)
    assert found.verdict == "not run"
    assert "crosshair-tool" in (found.why or "")
