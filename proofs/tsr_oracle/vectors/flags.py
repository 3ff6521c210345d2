"""The flags: which situations a question is in, and what is at stake there (`data/flags.toml`)."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from tsr_model.prediction import Prediction
from tsr_oracle.vectors.situations import PREDICATES, commands, configs, paths, processes, runs, variables
from tsr_spec.case import Given, Json

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MODULES = (paths, variables, configs, commands, runs, processes)
"""Where the predicates are: each registers its own as it is imported."""


@dataclass(frozen=True, slots=True)
class Flag:
    """A situation: the weakness that whoever overlooks it has, by its number in the Common Weakness Enumeration.

    `wrong`: what goes wrong then. `overdone`: what goes wrong where it is refused although nothing is wrong with it.
    `right`: why the right answer is right. `about`: the clauses, or the chapters, that it is about.
    """

    name: str
    cwe: int
    about: tuple[str, ...]
    wrong: str
    right: str
    overdone: str

    def is_about(self, clause: str) -> int:
        """How much it is about a clause: 2, itself; 1, its chapter; 0, not."""
        return 2 if clause in self.about else int(clause.partition("-")[0] in self.about)


@cache
def flags() -> dict[str, Flag]:
    """Every flag by its name, the most telling first. Raises TypeError for a broken table."""
    table = tomllib.loads((files("tsr_spec") / "data" / "flags.toml").read_text("utf-8"))
    return {name: _flag(name, **entry) for name, entry in table.items()}


def _flag(name: str, cwe: int, about: list[str], wrong: str, right: str, overdone: str = "") -> Flag:
    return Flag(name, cwe, tuple(about), wrong, right, overdone or wrong)


def flags_of(given: Given, foretold: Prediction) -> tuple[str, ...]:
    """The names of the situations that a question is in."""
    return tuple(name for name in flags() if PREDICATES[name](given, foretold))


def flag_to_json(flag: Flag) -> dict[str, Json]:
    """The flag as an object."""
    return {
        "cwe": flag.cwe,
        "about": [*flag.about],
        "wrong": flag.wrong,
        "overdone": flag.overdone,
        "right": flag.right,
    }
