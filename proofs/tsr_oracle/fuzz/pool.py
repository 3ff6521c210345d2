"""The cases that are changed to make others: those of the spec, and what was interesting since."""

from __future__ import annotations

import random
from functools import cache

from tsr_model.prediction import predict
from tsr_oracle.fuzz.safety import is_safe
from tsr_oracle.fuzz.traits import pairs, traits
from tsr_spec.case import CaseError, Given
from tsr_spec.chapters import cases


class Pool:
    """What was interesting, in the order in which it was found. Two traits that are new together make a case so."""

    def __init__(self) -> None:
        self._spec, seen = _of_spec()
        self._seen = set(seen)
        self._found: list[Given] = []

    def __len__(self) -> int:
        """How many cases beside those of the spec may be changed."""
        return len(self._found)

    def add(self, given: Given, found: tuple[str, ...]) -> bool:
        """Whether a case with these traits is interesting; from now on another one like it is not."""
        new = set(pairs(found)) - self._seen
        if new:
            self._seen |= new
            if is_safe(given):
                self._found.append(given)
        return bool(new)

    def pick(self, rng: random.Random, most: int) -> Given:
        """A case to be changed: every other time one of the spec, else one of the first `most` that were found."""
        if most == 0 or rng.random() < 0.5:
            return rng.choice(self._spec)
        return self._found[rng.randrange(most)]


@cache
def _of_spec() -> tuple[tuple[Given, ...], frozenset[tuple[str, str]]]:
    """The cases of the spec that may be changed, and the traits that come together in any of them."""
    givens: list[Given] = []
    seen: set[tuple[str, str]] = set()
    for case in cases().values():
        try:
            seen.update(pairs(traits(predict(case.given))))
        except CaseError:
            continue
        if "user" not in case.needs and is_safe(case.given):
            givens.append(case.given)
    return tuple(givens), frozenset(seen)
