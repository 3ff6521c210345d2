"""The situations that flags name: a pure predicate each, over a question and what is foretold of its answer.

A predicate `link_in_destination` is the flag `link-in-destination`; `data/flags.toml` says what is at stake there.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from tsr_model.prediction import Prediction
from tsr_spec.case import Given

Predicate: TypeAlias = Callable[[Given, Prediction], bool]

PREDICATES: dict[str, Predicate] = {}


def situation(predicate: Predicate) -> Predicate:
    """Makes a predicate known as a flag."""
    PREDICATES[predicate.__name__.replace("_", "-")] = predicate
    return predicate
