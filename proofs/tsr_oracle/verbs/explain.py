"""`explain`: what a run of a case should do, and by which clauses."""

from __future__ import annotations

import argparse
import re

from tsr_oracle.verbs.words import Verbs, read_case
from tsr_spec.case import Case

_BOLD, _RED = 1, 31


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("explain", help="print what a run of a case should do, step by step, and by which clauses")
    verb.add_argument("file", nargs="+", metavar="FILE", help="a case file, or the id of one of the spec's cases")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the derivations."""
    for case in map(read_case, arguments.file):
        print("\n".join(map(_in_colour, _lines(case))) + "\n")
    return 0


def _lines(case: Case) -> list[str]:
    """The question, drawn, and its derivation."""
    from tsr_oracle.explanation import explained, twin_line

    twin = twin_line(case)
    return [f"{case.id}  {case.title}", "", *explained(case.given), *([] if twin is None else [f"  {twin}"])]


def _in_colour(line: str) -> str:
    """Headings and refusals stand out, where colours are wanted."""
    from tsr_oracle.terminal import coloured

    if re.search(r": refused, by |^    refused with ", line):
        return coloured(line, _RED)
    return coloured(line, _BOLD) if re.match(r"\S|  (?:\$ |ends with |\S[^:]*:$)", line) else line
