"""`prove`: checks the theorems about the model."""

from __future__ import annotations

import argparse
import os

from tsr_oracle.verbs.words import Verbs, jobs


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("prove", help="check the theorems about the model")
    verb.add_argument("--tier", choices=("quick", "full"), default="quick")
    verb.add_argument("--jobs", type=jobs, default=os.cpu_count() or 1)
    verb.add_argument("--json", metavar="FILE", help="write the report as JSON")
    verb.add_argument("--write", metavar="FILE", help="write the table as Markdown, as docs/evidence.md is")
    verb.add_argument(
        "--with",
        metavar="FILE",
        dest="recorded",
        action="append",
        default=[],
        help="end that with a section about this record of another command (may be given again)",
    )
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Checks them; the exit code is that of the proofs."""
    from tsr_proofs.prove import main as prove

    return prove(arguments.tier, arguments.jobs, arguments.json, arguments.write, arguments.recorded)
