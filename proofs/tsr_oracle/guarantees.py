"""Which guarantees a case puts to the test, and which a verdict breaks: what the table at the end counts."""

from __future__ import annotations

from tsr_model.prediction import Prediction
from tsr_oracle.classes import Class

_BY_CHAPTER = {"DISC": "DISC-G1", "ENV": "ENV-G1", "PATH": "PATH-G1", "PERM": "PERM-G1", "PLAN": "PLAN-G1"}
"""The guarantee that the rules of a chapter bring about, where it is one."""


def tested(foretold: Prediction, named: tuple[str, ...]) -> tuple[str, ...]:
    """The guarantees and the clauses that a case tests, by what its prediction came upon."""
    found = dict.fromkeys((*named, *foretold.clauses))
    builtins = any(clause.startswith("BUILTIN-") for clause in foretold.clauses)
    if builtins:
        found.update(dict.fromkeys(("FENCE-G1", "FENCE-G4")))
    if foretold.touched:
        found["FENCE-G2"] = None
    if "BUILTIN-4" in foretold.clauses:
        found["FENCE-G3"] = None
    found.update(dict.fromkeys(_of_chapters(foretold.clauses)))
    if foretold.bounds is not None:
        found["DISC-G1"] = None
    return tuple(found)


def _of_chapters(clauses: tuple[str, ...]) -> tuple[str, ...]:
    chapters = {clause.partition("-")[0] for clause in clauses}
    return tuple(guarantee for chapter, guarantee in _BY_CHAPTER.items() if chapter in chapters)


def broken(worst: Class, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The guarantees and clauses that a failing verdict counts against."""
    against = {
        "escape": ("FENCE-G1", "FENCE-G4"),
        "loss": ("FENCE-G3",) if "BUILTIN-4" in clauses else (),
        "stricter": ("FENCE-G2",) if any(clause.startswith("BUILTIN-") for clause in clauses) else (),
        "bypass": _of_chapters(clauses[:1]),
        "leak": ("PLAN-G1",) if "PLAN-2" in clauses[:1] else (),
    }.get(worst, ())
    return tuple(dict.fromkeys((*against, *clauses)))
