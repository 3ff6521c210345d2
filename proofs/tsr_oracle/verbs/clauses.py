"""`clauses`: what stands behind each clause."""

from __future__ import annotations

import argparse

from tsr_oracle.verbs.words import Misuse, Verbs, known_clause

_DESCRIPTION = (
    "Without an ID: a table of all clauses, with the number of places in the model and in the runner, of theorems, of "
    "cases, and of known faults that are about each, and with what a clause lacks. With IDs: a page about each, with "
    "its text. Places are found in the source text, which is read and not run. A rule has to have a case, a place in "
    "the model and one in the runner; a guarantee a case and a theorem; a non-goal a case. What a clause lacks it "
    "gives a reason for, in its chapter."
)


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("clauses", help="show what stands behind each clause", description=_DESCRIPTION)
    verb.add_argument("id", nargs="*", metavar="ID", help="a clause, FENCE-5 say")
    verb.add_argument(
        "--evidence", metavar="FILE", help="a report of `prove --json` (default: docs/evidence.json of the checkout)"
    )
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the table, or the pages."""
    from tsr_oracle.traces import pages
    from tsr_oracle.traces.traces import TraceError, traces

    wanted = [known_clause(name) for name in arguments.id]
    try:
        every = traces(arguments.evidence)
    except TraceError as error:
        raise Misuse(str(error)) from None
    if not wanted:
        print("\n".join(pages.table(list(every.values()))))
    for name in wanted:
        print("\n".join(pages.page(every[name])) + "\n")
    return 0
