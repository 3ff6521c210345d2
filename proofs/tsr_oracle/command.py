"""What the words behind `tsr-oracle` ask for: which verb, and what an error of it comes to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tsr_oracle.divergences import DivergenceError
from tsr_oracle.exit_codes import FAILED, MISUSE
from tsr_oracle.record.record import RecordError
from tsr_oracle.team import RefusedSubject, WorkerError
from tsr_oracle.verbs import (
    audit,
    check,
    clauses,
    explain,
    fuzz,
    mutants,
    prove,
    race,
    replay,
    report,
    score,
    serve,
    vectors,
)
from tsr_oracle.verbs.words import Misuse, Parser
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import CaseError

VERBS = (check, fuzz, race, replay, audit, explain, report, vectors, serve, clauses, prove, score, mutants)


def run(argv: Sequence[str] | None) -> int:
    """Does what the words ask for; the exit code."""
    try:
        arguments = parser().parse_args(argv)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except (Misuse, DivergenceError, RecordError, CaseError) as error:
        print(f"tsr-oracle: {error}", file=sys.stderr)
        return MISUSE
    except RefusedSubject as error:
        print(f"tsr-oracle: this subject can't be judged: {error}", file=sys.stderr)
        return FAILED
    except WorkerError as error:
        print(f"tsr-oracle: {error}", file=sys.stderr)
        return FAILED


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command line; `run` of what it reads is the verb. It raises Misuse."""
    whole = Parser(prog="tsr-oracle", description="Judges an implementation of tsr against the spec's clauses.")
    whole.add_argument("--version", action="version", version=f"tsr-oracle (clauses {CLAUSES_VERSION})")
    verbs = whole.add_subparsers(required=True, metavar="VERB", parser_class=Parser)
    for verb in VERBS:
        verb.add(verbs)
    return whole
