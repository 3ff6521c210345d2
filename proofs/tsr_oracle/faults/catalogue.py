"""The faults by name, and what each has to be caught as: written down before it is run."""

from __future__ import annotations

import importlib
import pkgutil
from dataclasses import dataclass
from types import ModuleType
from typing import Literal, TypeAlias

from tsr_oracle import faults
from tsr_oracle.faults import first_contact, fourth_contact, second_contact, third_contact

Means: TypeAlias = Literal["check", "race"]
Contact: TypeAlias = Literal["first", "second", "third", "fourth"]
CONTACTS: dict[Contact, ModuleType] = {
    "first": first_contact,
    "second": second_contact,
    "third": third_contact,
    "fourth": fourth_contact,
}
"""Those that were written from the clauses alone, and frozen before they were run."""

_NOT_FAULTS = {"__main__", "catalogue", "patch", "unjudged", *(f"{one}_contact" for one in CONTACTS)}


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong runner: its name, what is wrong with it, and the (class, clause) pairs that count as having caught it.

    `limit`: seconds that it needs for a case; one that hangs is known by then. `by`: what catches it; one that is right
    on a tree that keeps still is for the race. `subtle`: the conditions that have to meet until it shows, if one won't
    do.
    """

    name: str
    what: str
    accepted: frozenset[tuple[str, str]]
    limit: float
    by: Means = "check"
    subtle: str = ""


def names() -> tuple[str, ...]:
    """The name of every fault of the catalogue, in order. None of them is imported for it."""
    return _modules(faults)


def names_of_contact(*which: Contact) -> tuple[str, ...]:
    """The same of those that were written from the clauses alone."""
    return tuple(f"{one}_contact.{name}" for one in which for name in _modules(CONTACTS[one]))


def every_name() -> tuple[str, ...]:
    """The names of all."""
    return *names(), *names_of_contact(*CONTACTS)


def catalogue() -> tuple[Fault, ...]:
    """Every fault of the catalogue, by name."""
    return tuple(map(read, names()))


def read(name: str) -> Fault:
    """The fault of this name."""
    module = importlib.import_module(f"tsr_oracle.faults.{name}")
    what = (module.__doc__ or "").split("\n\n")[0].strip()
    return Fault(
        name,
        what,
        module.ACCEPTED,
        limit=getattr(module, "LIMIT", 1.0),
        by=getattr(module, "BY", "check"),
        subtle=getattr(module, "SUBTLE", ""),
    )


def _modules(package: ModuleType) -> tuple[str, ...]:
    return tuple(sorted({module.name for module in pkgutil.iter_modules(package.__path__)} - _NOT_FAULTS))
