"""Which guarantees a case puts to the test, and which a verdict breaks: what the table at the end counts."""

from __future__ import annotations

from tsr_model.prediction import Prediction
from tsr_oracle.judge import Class


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
    if foretold.bounds is not None or any(clause.startswith("DISC-") for clause in foretold.clauses):
        found["DISC-G1"] = None
    return tuple(found)


def broken(worst: Class, clauses: tuple[str, ...]) -> tuple[str, ...]:
    """The guarantees and clauses that a failing verdict counts against."""
    against = {
        "escape": ("FENCE-G1", "FENCE-G4"),
        "loss": ("FENCE-G3",) if "BUILTIN-4" in clauses else (),
        "stricter": ("FENCE-G2",) if any(clause.startswith("BUILTIN-") for clause in clauses) else (),
        "bypass": ("DISC-G1",) if any(clause.startswith("DISC-") for clause in clauses) else (),
    }.get(worst, ())
    return tuple(dict.fromkeys((*against, *clauses)))
