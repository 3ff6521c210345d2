"""The faults by name, and what each has to be caught as: written down before it is run."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_oracle import faults

_NOT_FAULTS = {"__main__", "catalogue", "patch", "unjudged"}


Means: TypeAlias = Literal["check", "race"]


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong runner: its name, what is wrong with it, and the (class, clause) pairs that count as having caught it.

    `limit`: seconds that it needs for a case; one that hangs is known by then. `by`: what catches it; one that is right
    on a tree that keeps still is for the race.
    """

    name: str
    what: str
    accepted: frozenset[tuple[str, str]]
    limit: float
    by: Means = "check"


def names() -> tuple[str, ...]:
    """The name of every fault, in order. None of them is imported for it."""
    return tuple(sorted({module.name for module in pkgutil.iter_modules(faults.__path__)} - _NOT_FAULTS))


def catalogue() -> tuple[Fault, ...]:
    """Every fault, by name."""
    return tuple(map(_read, names()))


def _read(name: str) -> Fault:
    module = importlib.import_module(f"tsr_oracle.faults.{name}")
    what = (module.__doc__ or "").split("\n\n")[0].strip()
    return Fault(name, what, module.ACCEPTED, getattr(module, "LIMIT", 1.0), getattr(module, "BY", "check"))
