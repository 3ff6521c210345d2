"""What a case is about, by what the model foretells of it: the same for every subject, on every host.

Two traits that come together for the first time are what makes a case interesting. So the corpus does not depend on
who is judged, and grows ever more slowly.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from tsr_model.prediction import Prediction


def traits(foretold: Prediction) -> tuple[str, ...]:
    """The clauses of the derivation, the choices that are open, and the shape of the outcome; sorted."""
    found = {*foretold.clauses, *(f"open {choice}" for choice in foretold.open)}
    found |= {f"{foretold.stage}, exit {foretold.exit}", f"{min(len(foretold.children), 2)} children"}
    return tuple(sorted(found))


def pairs(found: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Every two of them, and each with itself."""
    every = tuple(found)
    yield from combinations(every, 2)
    yield from zip(every, every, strict=True)
