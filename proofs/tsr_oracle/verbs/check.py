"""`check`: judges a subject with the spec's cases and generated ones."""

from __future__ import annotations

import argparse
import datetime
import os
import time

from tsr_oracle import first_divergences, terminal
from tsr_oracle.check import Plan, record_of
from tsr_oracle.check import run as run_check
from tsr_oracle.divergences import FILE, Divergence, read_divergences, valid_and_expired
from tsr_oracle.progress import Progress
from tsr_oracle.record.files import prepare, write
from tsr_oracle.verbs.words import (
    RESULTS,
    Verbs,
    add_fail_on,
    add_subject,
    count,
    header_of,
    jobs,
    require_new,
    setting_of,
    shard,
)


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("check", help="judge a subject with the spec's cases and generated ones")
    add_subject(verb)
    verb.add_argument("--cases", type=count, metavar="N", help="generated cases (default: 6000, with --impl 2000)")
    verb.add_argument("--seed", type=int, default=1, metavar="S", help="of the generated cases (default: 1)")
    verb.add_argument("--jobs", type=jobs, default=os.cpu_count() or 1, metavar="N", help="workers")
    verb.add_argument(
        "--shard", type=shard, default=(1, 1), metavar="I/N", help="only the I-th of N parts of the cases"
    )
    verb.add_argument("--only", metavar="CLAUSE", help="only cases that test this clause")
    add_fail_on(verb)
    verb.add_argument("--clauses", action="store_true", help="show the table clause by clause")
    verb.add_argument("--divergences", metavar="FILE", help=f"known divergences (default: {FILE}, if there is one)")
    verb.add_argument("--write-divergences", metavar="FILE", help="write what was found as a first divergence file")
    verb.add_argument("--results", default=RESULTS, metavar="DIR", help=f"where results go (default: {RESULTS})")
    verb.add_argument("--quiet", action="store_true", help="no progress")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Judges, reports, and says whether anything counts."""
    plan, now = _plan(arguments), datetime.datetime.now()
    valid, expired = valid_and_expired(excuses(arguments), now.date())
    prepare(arguments.results)
    if arguments.write_divergences is not None:
        require_new(arguments.write_divergences)
    began = time.monotonic()
    outcome = run_check(plan, valid, Progress(quiet=arguments.quiet))
    about = plan.setting, outcome.version, outcome.confined
    header = header_of("check", arguments, *about, whole=arguments.only is None, now=now)
    record = record_of(outcome, header, expired, time.monotonic() - began)
    path = write(arguments.results, record)
    lines = terminal.report(record, path, every_clause=arguments.clauses)
    if arguments.write_divergences is not None:
        lines.insert(-1, first_divergences.write(arguments.write_divergences, record, now.date()))
    print("\n".join(lines))
    return 0 if record.passed() else 1


def _plan(arguments: argparse.Namespace) -> Plan:
    setting, part = setting_of(arguments), arguments.shard
    if arguments.impl is not None:
        count = 2000 if arguments.cases is None else arguments.cases
        return Plan(setting, (("binary", count),), ("binary",), arguments.jobs, part)
    count = 6_000 if arguments.cases is None else arguments.cases
    if arguments.fault is not None:
        return Plan(setting, (("hosted", count),), ("hosted",), arguments.jobs, part)
    return Plan(setting, (("hosted", count), ("binary", count // 400)), ("hosted", "binary"), arguments.jobs, part)


def excuses(arguments: argparse.Namespace) -> tuple[Divergence, ...]:
    """The entries of the divergence file that is named, or of the one that lies here and speaks of `--impl`."""
    if arguments.divergences is not None:
        return read_divergences(arguments.divergences)
    return read_divergences(FILE) if arguments.impl is not None and os.path.exists(FILE) else ()
