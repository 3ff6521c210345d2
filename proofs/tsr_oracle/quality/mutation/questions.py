"""What a mutant of the model is asked: the spec's cases, the tests of the model, and the theorems for a moment each."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import redirect_stdout
from functools import partial
from io import StringIO
from pathlib import Path

from tsr_oracle.quality.mutation.fates import FOR_A_CASE, Question
from tsr_oracle.quality.written_answers import agrees, is_modelled
from tsr_proofs.lemma_check import brute_force
from tsr_proofs.registry import THEOREMS
from tsr_proofs.theorem import Exhaustive, Symbolic
from tsr_spec.chapters import cases

FOR_A_THEOREM = 1.0
"""Seconds of its smallest scopes: a theorem that tells a mutant mostly does so by one of the first cases."""

_GRACE = 5.0


def of_the_spec() -> Iterator[Question]:
    """Each case: whether the model does what is written."""
    for case in filter(is_modelled, cases().values()):
        yield Question(case.id, partial(agrees, case), FOR_A_CASE)


def of_the_tests(tests: Path) -> Iterator[Question]:
    """The model's own tests, but those that ask the spec's cases again."""
    for file in sorted(tests.glob("test_*.py")):
        if file.name not in ("test_spec_cases.py", "test_clauses.py"):
            yield Question(file.name, partial(_passes, file), FOR_A_CASE + _GRACE)


def of_the_theorems() -> Iterator[Question]:
    """Those that hold: exhausted over their smallest scopes, for a moment; lemmas over small numbers."""
    for theorem in THEOREMS:
        if isinstance(theorem, Exhaustive) and theorem.expected != "refuted":
            yield Question(theorem.name, partial(_holds, theorem), FOR_A_THEOREM + _GRACE)
        elif isinstance(theorem, Symbolic):
            yield Question(theorem.name, partial(_holds_for_small_numbers, theorem), _GRACE)


def _passes(file: Path) -> bool:
    import pytest  # here: whoever asks no tests needs none

    with redirect_stdout(StringIO()):
        return pytest.main(["-x", "-p", "no:cacheprovider", "-p", "no:xdist", str(file)]) == 0


def _holds(theorem: Exhaustive) -> bool:
    until = time.process_time() + FOR_A_THEOREM
    for box in theorem.hunted:
        for case in box.cases(0, 1):
            if theorem.holds(case) is not None:
                return False
            if time.process_time() > until:
                return True
    return True


def _holds_for_small_numbers(theorem: Symbolic) -> bool:
    return brute_force(theorem.holds)[1] is None
