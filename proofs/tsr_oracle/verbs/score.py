"""`score`: how many wrong runners the oracle catches, and how fast."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from typing import TYPE_CHECKING

from tsr_oracle.progress import Progress
from tsr_oracle.verbs.words import Misuse, Verbs, jobs, seconds
from tsr_spec import CLAUSES_VERSION

if TYPE_CHECKING:
    from tsr_oracle.quality.score import Score

_DESCRIPTION = (
    "Each wrong runner is hunted by the cases of the spec, and by generated ones, until a case shows it as the class "
    "and the clause that were written down before. What is missed, or shows as something else, is told; the exit code "
    "is 1 where no reason is on record for it."
)


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("score", help="say how many wrong runners are caught", description=_DESCRIPTION)
    verb.add_argument("fault", nargs="*", metavar="FAULT", help="only these (default: all)")
    verb.add_argument(
        "--contact",
        choices=("first", "second", "third", "fourth"),
        help="those that were written from the clauses alone",
    )
    verb.add_argument("--seconds", type=seconds, default=10.0, metavar="S", help="of generated cases (default: 10)")
    verb.add_argument(
        "--jobs", type=jobs, default=os.cpu_count() or 1, metavar="N", help="workers (default: one a core)"
    )
    verb.add_argument("--json", metavar="FILE", help="save it there, and go on with what is saved there")
    verb.add_argument("--quiet", action="store_true", help="no progress")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Hunts, and prints the table; 1 where a fault was not caught as it was written down."""
    from tsr_oracle.quality import score
    from tsr_oracle.quality.reasons import reasons

    names = _names(arguments)
    progress = Progress(quiet=arguments.quiet, what="hunting", units="hunts")
    for found in score.run(names, _before(arguments.json), arguments.seconds, arguments.jobs, progress):
        _save(found, arguments.json)
    mine = found.of(names)
    print("\n".join(table(mine)))
    wrong = [one for one in map(score.best, mine.hunted.values()) if one.result != "caught"]
    known = reasons().post_mortems | reasons().by_users
    for one in wrong:
        shown = "" if one.result == "missed" else f": {one.worst} {one.clause}, by {one.means} {one.case}"
        print(f"{one.fault}: {one.result}{shown}{', and it is on record why' if one.fault in known else ''}")
    return 1 if any(one.fault not in known for one in wrong) else 0


def _save(score: Score, path: str | None) -> None:
    """At once, so that nothing is lost where it is interrupted."""
    from tsr_oracle.quality.score import to_json

    if path is not None:
        with open(path, "w", encoding="utf-8") as file:
            file.write(to_json(score))


def table(score: Score) -> list[str]:
    """The score as lines of plain text."""
    from tsr_oracle.quality.hunt import RESULTS
    from tsr_oracle.quality.score import rows

    lines = [f"{len(score.hunted)} wrong runners".ljust(32) + "".join(f"{each:>14}" for each in RESULTS) + "  median"]
    for row in rows(score):
        counts = "".join(f"{row.results[each]:>14}" for each in RESULTS)
        pace = "" if row.median is None else f"  {row.median:.2f} s"
        lines.append(f"{row.means:<32}{counts}{pace}")
    return lines


def _names(arguments: argparse.Namespace) -> tuple[str, ...]:
    """What is hunted. Raises Misuse."""
    from tsr_oracle.faults.catalogue import every_name, names_of_contact, read

    asked = tuple(name.replace("-", "_") for name in arguments.fault)
    for name in asked:
        if name not in every_name():
            raise Misuse(f"{name}: there is no such wrong runner (`tsr-oracle check --fault ?` names them all)")
    every = names_of_contact(arguments.contact) if arguments.contact else every_name()
    return tuple(name for name in asked or every if read(name).by == "check")


def _before(path: str | None) -> Score:
    """What was saved, if it is of this seed; else an empty score. Raises Misuse.

    What was hunted with other clauses stays: the tests ask each saved case again whether it catches.
    """
    from tsr_oracle.quality.score import SEED, Score, ScoreError, from_json

    empty = Score(CLAUSES_VERSION, SEED, 0.0)
    try:
        with open(path or os.devnull, encoding="utf-8") as file:
            text = file.read()
        saved = from_json(text) if text else empty
    except FileNotFoundError:
        return empty
    except ScoreError as error:
        raise Misuse(f"{path}: {error}") from None
    return replace(saved, clauses=empty.clauses) if saved.seed == empty.seed else empty
