"""`fuzz`: judges a subject with ever more cases, fresh ones and changed ones."""

from __future__ import annotations

import argparse
import re

from tsr_oracle.divergences import FILE
from tsr_oracle.verbs.words import RESULTS, Verbs, add_fail_on, add_subject, count, jobs, shard

CORPUS = "tsr-oracle-corpus"
_UNITS = {"s": 1, "m": 60, "h": 3600}

_ABOUT = (
    "Half of the cases are generated; the others are made of interesting ones by small changes. Which cases these are "
    "depends on --seed and --shard and on nothing else. What was interesting stays in --corpus, from which the next "
    "call goes on. It ends with --for, --cases or Ctrl-C."
)


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("fuzz", help="judge a subject with ever more cases", description=_ABOUT)
    add_subject(verb)
    end = verb.add_mutually_exclusive_group()
    end.add_argument("--for", type=_duration, dest="seconds", metavar="TIME", help="so long: 90s, 10m, 8h")
    end.add_argument("--cases", type=count, metavar="N", help="so many cases")
    verb.add_argument("--seed", type=int, default=1, metavar="S", help="of the cases (default: 1)")
    verb.add_argument(
        "--shard", type=shard, default=(1, 1), metavar="I/N", help="only the I-th of N parts of the cases"
    )
    verb.add_argument("--corpus", default=CORPUS, metavar="DIR", help=f"what it goes on from (default: {CORPUS})")
    verb.add_argument("--jobs", type=jobs, metavar="N", help="workers, on each host (default: one a processor)")
    hosts = "run them there: specifications of execnet (popen, ssh=user@host//python=…), or a file with one a line"
    verb.add_argument("--hosts", nargs="+", metavar="SPEC", help=hosts)
    add_fail_on(verb)
    verb.add_argument("--divergences", metavar="FILE", help=f"known divergences (default: {FILE}, if there is one)")
    verb.add_argument("--results", default=RESULTS, metavar="DIR", help=f"where findings go (default: {RESULTS})")
    verb.add_argument("--quiet", action="store_true", help="no progress")
    verb.set_defaults(run=run)


def _duration(text: str) -> float:
    """Seconds, from a number and a unit."""
    found = re.fullmatch(r"(\d{1,7})([smh])", text)
    if found is None or not int(found[1]):
        raise argparse.ArgumentTypeError(f"{text!r} is no time, as 90s, 10m and 8h are")
    return float(int(found[1]) * _UNITS[found[2]])


def run(arguments: argparse.Namespace) -> int:
    """Fuzzes, shows what is found, and says whether anything counts."""
    from tsr_oracle.fuzz.command import fuzz

    return fuzz(arguments)
