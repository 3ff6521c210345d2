"""Has a solver prove a claim about a translation of a rule, and holds the translation against the rule itself.

The solver knows nothing of Python: what it proves, for texts of any length, is about regular languages that were
written by hand. So each is compared with the model on many texts, and a counterexample counts only on replay.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Literal, TypeAlias

MILLISECONDS = 60_000


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about every text: its denial as a formula over `variables`, and what it says of one choice of texts.

    `language` is the translation, `rule` what it is a translation of, and `texts` those on which both are compared.
    """

    denial: Any
    variables: tuple[Any, ...]
    holds: Callable[..., bool]
    language: Any
    rule: Callable[[str], bool]
    texts: Callable[[], Iterator[str]]
    compared_on: str


Translation: TypeAlias = Callable[[], Claim]
"""Builds its claim when it is called, so that the solver is only needed then."""


@dataclass(frozen=True, slots=True)
class Solved:
    """What came of a claim. `compared`: the number of texts on which translation and rule were held together."""

    verdict: Literal["proved (translation)", "refuted", "not refuted", "not run"]
    compared: int
    why: str | None
    seconds: float


def is_installed() -> bool:
    """Whether the solver is there."""
    return find_spec("z3") is not None


def solver() -> Any:
    """The solver's module, which says nothing of its types."""
    return import_module("z3")


def solve(translation: Translation) -> Solved:
    """Proved where the solver finds no counterexample and the translation is a faithful one; refuted on replay."""
    started = time.process_time()
    if not is_installed():
        return Solved("not run", 0, "z3-solver is not installed (extra `prove`)", 0.0)
    claim = translation()
    verdict, why = _solved(claim)
    compared, differing = compare(translation)
    if differing is not None and verdict == "proved (translation)":
        verdict, why = "not refuted", f"the translation is none: {differing}"
    return Solved(verdict, compared, why, time.process_time() - started)


def _solved(claim: Claim) -> tuple[Literal["proved (translation)", "refuted", "not refuted"], str | None]:
    z3 = solver()
    asked = z3.Solver()
    asked.set("timeout", MILLISECONDS)
    asked.add(claim.denial)
    answer = asked.check()
    if answer == z3.unsat:
        return "proved (translation)", None
    if answer != z3.sat:
        return "not refuted", f"the solver gave up: {asked.reason_unknown()}"
    model = asked.model()
    texts = [model.eval(variable, model_completion=True).as_string() for variable in claim.variables]
    if claim.holds(*texts):
        return "not refuted", f"the solver's counterexample {texts} is none"
    return "refuted", f"not so of {', '.join(map(repr, texts))}"


def compare(translation: Translation) -> tuple[int, str | None]:
    """Holds the translation against the rule: how many texts were tried, and the first on which they differ."""
    z3 = solver()
    claim = translation()
    tried = 0
    for text in claim.texts():
        tried += 1
        translated = z3.is_true(z3.simplify(z3.InRe(z3.StringVal(text), claim.language)))
        if translated != claim.rule(text):
            return tried, f"{text!r}: the translation says {translated}"
    return tried, None
