"""`explain`: what a run of a case should do, and by which clauses; or what a real workspace makes of a path."""

from __future__ import annotations

import argparse
import re

from tsr_oracle.verbs.words import Misuse, Verbs, read_case
from tsr_spec.case import Case

_BOLD, _RED = 1, 31


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("explain", help="print what a run of a case should do, step by step, and by which clauses")
    verb.add_argument("what", nargs="+", metavar="WHAT", help="a case file, or the id of one of the spec's cases")
    help = "explain paths and variables (as `$NAME`) of the workspace that governs there, in place of cases"
    verb.add_argument("--in", dest="directory", metavar="DIR", help=help)
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Prints the derivations."""
    if arguments.directory is not None:
        return _of_workspace(arguments.directory, arguments.what)
    for case in map(read_case, arguments.what):
        print("\n".join(map(_in_colour, _lines(case))) + "\n")
    return 0


def _of_workspace(directory: str, names: list[str]) -> int:
    from tsr_oracle.audit.account import what_governs
    from tsr_oracle.audit.audit import NothingToAudit, audit
    from tsr_oracle.audit.live_explanation import of_path, of_variable
    from tsr_oracle.audit.live_files import Unseen
    from tsr_oracle.visible import visible

    try:
        found = audit(directory, None, strict=False)
        print("\n".join(map(visible, what_governs(found))) + "\n")
        for name in names:
            lines = of_variable(found, name[1:]) if name.startswith("$") else of_path(found, name)
            print("\n".join(_in_colour(visible(line)) for line in lines) + "\n")
    except (NothingToAudit, Unseen) as error:
        raise Misuse(f"explain: {error}") from None
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
