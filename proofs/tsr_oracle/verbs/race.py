"""`race`: another process swaps what a subject works on while it does."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace

from tsr_oracle.race.race import TIERS, Plan
from tsr_oracle.verbs.words import Verbs, add_subject, count, jobs, seconds, setting_of, subject_words

_DESCRIPTION = (
    "Another process swaps directories, files and links inside the workspace, as fast as it can, while the subject "
    "makes its calls there: FENCE-R. Nothing outside may be read or changed, nothing lost, and each answer has to be "
    "one that some state of the tree explains. It ends when there were enough calls and swaps, or with a finding."
)

_PAIRS = max((os.cpu_count() or 1) // 2, 1)
"""How many workers of a race have two processors each: one for the subject, one for the attacker."""


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("race", help="swap what a subject works on while it does", description=_DESCRIPTION)
    add_subject(verb)
    verb.add_argument("--tier", choices=TIERS, default="quick", help="how many calls and swaps (default: quick)")
    verb.add_argument("--calls", type=count, metavar="N", help="at least so many calls")
    verb.add_argument("--swaps", type=count, metavar="N", help="at least so many swaps")
    verb.add_argument("--seconds", type=seconds, metavar="S", help="at most so long")
    verb.add_argument("--seed", type=int, default=1, metavar="S", help="of the rounds (default: 1)")
    verb.add_argument("--round", type=count, metavar="N", help="only the round of this number, again and again")
    verb.add_argument("--jobs", type=jobs, default=_PAIRS, metavar="N", help=f"workers (default: {_PAIRS})")
    verb.add_argument("--json", metavar="FILE", help="write a record as JSON")
    verb.add_argument("--quiet", action="store_true", help="no progress")
    verb.set_defaults(run=run)


def run(arguments: argparse.Namespace) -> int:
    """Races, reports, and says whether anything was found."""
    from tsr_oracle.race import race, report

    plan = _plan(arguments)
    outcome = race.run(plan, quiet=arguments.quiet)
    print("\n".join(report.lines(plan, outcome, f"tsr-oracle race{subject_words(arguments)}")))
    if arguments.json is not None:
        with open(arguments.json, "w", encoding="utf-8") as file:
            file.write(report.record(plan, outcome))
    fine, last = report.verdict(outcome)
    print(last)
    return 0 if fine else 1


def _plan(arguments: argparse.Namespace) -> Plan:
    """The race that is asked for. Raises Misuse."""
    setting = setting_of(arguments)
    if arguments.impl is None:
        setting = replace(setting, words=())
    calls, swaps = (
        least if wanted is None else wanted
        for wanted, least in zip((arguments.calls, arguments.swaps), TIERS[arguments.tier], strict=True)
    )
    return Plan(setting, arguments.tier, calls, swaps, arguments.seconds, arguments.jobs, arguments.round)
