"""The catalogue: every case of the spec as a vector."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from tsr_model.fence import Refused
from tsr_model.prediction import Prediction, predict
from tsr_oracle.vectors.flags import flags, flags_of
from tsr_oracle.vectors.needs import Needs, needs_of, needs_to_json
from tsr_oracle.vectors.outcomes import Admissible, admissible_to_json, outcomes
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, Json, given_to_json
from tsr_spec.chapters import CHAPTERS, Kind, Provenance, cases, clauses


@dataclass(frozen=True, slots=True)
class Vector:
    """A case with all that is needed to judge an answer to it. `comment`: what goes wrong where one fails it.

    `kind` and `provenance` are those of the leading clause, which is the first one. `refused`: what is right is that
    the runner, or a builtin, refuses.
    """

    case: Case
    comment: str
    kind: Kind
    provenance: Provenance
    flags: tuple[str, ...]
    needs: Needs
    admissible: tuple[Admissible, ...]
    refused: bool

    @property
    def id(self) -> str:
        """The id of the case."""
        return self.case.id

    @property
    def clause(self) -> str:
        """The leading clause."""
        return self.case.clauses[0]

    @property
    def chapter(self) -> str:
        """The chapter of the leading clause."""
        return self.clause.partition("-")[0]


@cache
def vectors() -> dict[str, Vector]:
    """Every vector by its id: chapter by chapter, and there in the spec's order."""
    found = [_vector(case) for case in cases().values()]
    return {vector.id: vector for vector in sorted(found, key=lambda vector: CHAPTERS.index(vector.chapter))}


def _vector(case: Case) -> Vector:
    foretold = predict(case.given)
    leading = clauses()[case.clauses[0]]
    admissible = outcomes(case, foretold)
    named = flags_of(case.given, foretold)
    return Vector(
        case=case,
        comment=_comment(case, named, refused=is_refused(foretold)),
        kind=leading.kind,
        provenance=leading.provenance,
        flags=named,
        needs=needs_of(case, admissible[0].outcome),
        admissible=admissible,
        refused=is_refused(foretold),
    )


def is_refused(foretold: Prediction) -> bool:
    """Whether the runner itself ends the run, or a builtin refuses a place."""
    return bool(foretold.refusal) or any(isinstance(message.reason, Refused) for message in foretold.messages)


def _comment(case: Case, named: tuple[str, ...], *, refused: bool) -> str:
    """What goes wrong, by the flag that is nearest to the leading clause, or the most general one where none is about
    it; where what is right is to accept, and the twin is refused, that is to overdo it."""
    clause = clauses()[case.clauses[0]]
    flag = max((flags()[name] for name in (named[-1], *named)), key=lambda flag: flag.is_about(clause.id))
    harmless = not refused and case.twin is not None and is_refused(predict(cases()[case.twin].given))
    what = flag.overdone if harmless else flag.wrong
    return f"{what[0].upper()}{what[1:]} ({clause.id}: {clause.title})"


def vector_to_json(vector: Vector) -> dict[str, Json]:
    """The vector as an object."""
    result: dict[str, Json] = {
        "id": vector.id,
        "title": vector.case.title,
        "comment": vector.comment,
        "clauses_version": CLAUSES_VERSION,
        "clauses": [*vector.case.clauses],
        "kind": vector.kind,
        "provenance": vector.provenance,
        "flags": [*vector.flags],
        "needs": needs_to_json(vector.needs),
        "given": given_to_json(vector.case.given),
        "admissible": [admissible_to_json(one) for one in vector.admissible],
    }
    if vector.case.twin is not None:
        result["twin"] = vector.case.twin
    return result
