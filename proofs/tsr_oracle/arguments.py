"""The words behind `tsr-oracle`: what each verb takes, read and checked before anything is done."""

from __future__ import annotations

import argparse
import difflib
import math
import os
import shlex
from collections.abc import Callable
from dataclasses import replace

from tsr_oracle.check import bundled_words
from tsr_oracle.classes import CLASSES
from tsr_oracle.divergences import FILE
from tsr_oracle.faults.catalogue import names
from tsr_oracle.race.race import TIERS, Plan
from tsr_oracle.worker import Setting
from tsr_spec import CLAUSES_VERSION
from tsr_spec.chapters import clauses

RESULTS = "tsr-oracle-results"
MOST_JOBS = 256


class Misuse(Exception):
    """The words ask for nothing that can be done: says what, and what to do."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise Misuse(f"{message}; see `{self.prog} --help`")


Verb = Callable[[argparse.Namespace], int]


def parser(check: Verb, race: Verb, replay: Verb, explain: Verb, prove: Verb, trace: Verb) -> argparse.ArgumentParser:
    """The parser of the whole command line; `run` of what it reads is the verb. It raises Misuse."""
    whole = _Parser(prog="tsr-oracle", description="Judges an implementation of tsr against the spec's clauses.")
    whole.add_argument("--version", action="version", version=f"tsr-oracle (clauses {CLAUSES_VERSION})")
    verbs = whole.add_subparsers(required=True, metavar="VERB", parser_class=_Parser)
    _add_check(verbs.add_parser("check", help="judge a subject with the spec's cases and generated ones"), check)
    _add_race(verbs.add_parser("race", help="swap what a subject works on while it does", description=_RACE), race)
    again = verbs.add_parser("replay", help="run saved cases again: fixed or failing")
    again.add_argument("file", nargs="+", help="a case file")
    _add_subject(again)
    again.set_defaults(run=replay)
    why = verbs.add_parser("explain", help="print what a run of a case should do, and by which clauses")
    why.add_argument("file", nargs="+", help="a case file, or the id of one of the spec's cases")
    why.set_defaults(run=explain)
    theorems = verbs.add_parser("prove", help="check the theorems about the model")
    theorems.add_argument("--tier", choices=("quick", "full"), default="quick")
    theorems.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1)
    theorems.add_argument("--json", metavar="FILE", help="write the report as JSON")
    theorems.add_argument("--write", metavar="FILE", help="write the table as Markdown, as docs/evidence.md is")
    theorems.add_argument(
        "--with",
        metavar="FILE",
        dest="recorded",
        action="append",
        default=[],
        help="end that with a section about this record of another command (may be given again)",
    )
    theorems.set_defaults(run=prove)
    _add_clauses(verbs.add_parser("clauses", help="show what stands behind each clause", description=_CLAUSES), trace)
    return whole


_CLAUSES = (
    "Without an ID: a table of all clauses, with the number of places in the model and in the runner, of theorems, of "
    "cases, and of known faults that are about each, and with what a clause lacks. With IDs: a page about each, with "
    "its text. Places are found in the source text, which is read and not run. A rule has to have a case, a place in "
    "the model and one in the runner; a guarantee a case and a theorem; a non-goal a case. What a clause lacks it "
    "gives a reason for, in its chapter."
)


def _add_clauses(verb: argparse.ArgumentParser, trace: Verb) -> None:
    verb.add_argument("id", nargs="*", metavar="ID", help="a clause, FENCE-5 say")
    verb.add_argument(
        "--evidence", metavar="FILE", help="a report of `prove --json` (default: docs/evidence.json of the checkout)"
    )
    verb.set_defaults(run=trace)


def known_clause(name: str) -> str:
    """The clause of this name. Raises Misuse, with those that may be meant."""
    if name in clauses():
        return name
    near = difflib.get_close_matches(name.upper(), clauses(), n=4, cutoff=0.6)
    meant = f"; did you mean {' or '.join(near)}?" if near else ""
    raise Misuse(f"{name}: there is no such clause{meant} (`tsr-oracle clauses` lists all)")


def _add_subject(verb: argparse.ArgumentParser) -> None:
    verb.add_argument("--impl", metavar="COMMAND", help="the subject, a command line (default: the bundled runner)")
    verb.add_argument("--fault", metavar="NAME", help="the bundled runner with this known fault in it")
    verb.add_argument("--level", choices=("seed", "ruling", "ours"), help="how much is asked (default: seed)")
    verb.add_argument("--limit", type=_seconds, default=10.0, metavar="SECONDS", help="time for one case (default: 10)")


def _add_check(verb: argparse.ArgumentParser, check: Verb) -> None:
    _add_subject(verb)
    verb.add_argument("--cases", type=_count, metavar="N", help="generated cases (default: 6000, with --impl 2000)")
    verb.add_argument("--seed", type=int, default=1, metavar="S", help="of the generated cases (default: 1)")
    verb.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, metavar="N", help="workers")
    verb.add_argument("--only", metavar="CLAUSE", help="only cases that test this clause")
    verb.add_argument(
        "--fail-on",
        choices=CLASSES[:-1],
        default="divergence",
        metavar="CLASS",
        help=f"the mildest class that fails: {', '.join(CLASSES[:-1])} (default: divergence)",
    )
    verb.add_argument("--clauses", action="store_true", help="show the table clause by clause")
    verb.add_argument("--divergences", metavar="FILE", help=f"known divergences (default: {FILE}, if there is one)")
    verb.add_argument("--results", default=RESULTS, metavar="DIR", help=f"where results go (default: {RESULTS})")
    verb.add_argument("--quiet", action="store_true", help="no progress")
    verb.set_defaults(run=check)


_RACE = (
    "Another process swaps directories, files and links inside the workspace, as fast as it can, while the subject "
    "makes its calls there: FENCE-R. Nothing outside may be read or changed, nothing lost, and each answer has to be "
    "one that some state of the tree explains. It ends when there were enough calls and swaps, or with a finding."
)


def _add_race(verb: argparse.ArgumentParser, race: Verb) -> None:
    _add_subject(verb)
    verb.add_argument("--tier", choices=TIERS, default="quick", help="how many calls and swaps (default: quick)")
    verb.add_argument("--calls", type=_count, metavar="N", help="at least so many calls")
    verb.add_argument("--swaps", type=_count, metavar="N", help="at least so many swaps")
    verb.add_argument("--seconds", type=_seconds, metavar="S", help="at most so long")
    verb.add_argument("--seed", type=int, default=1, metavar="S", help="of the rounds (default: 1)")
    verb.add_argument("--round", type=_count, metavar="N", help="only the round of this number, again and again")
    verb.add_argument("--jobs", type=_jobs, default=_PAIRS, metavar="N", help=f"workers (default: {_PAIRS})")
    verb.add_argument("--json", metavar="FILE", help="write a record as JSON")
    verb.add_argument("--quiet", action="store_true", help="no progress")
    verb.set_defaults(run=race)


_PAIRS = max((os.cpu_count() or 1) // 2, 1)
"""How many workers of a race have two processors each: one for the subject, one for the attacker."""


def race_of(arguments: argparse.Namespace) -> Plan:
    """The race that is asked for. Raises Misuse."""
    setting = setting_of(arguments)
    if arguments.impl is None:
        setting = replace(setting, words=())
    calls, swaps = (
        least if wanted is None else wanted
        for wanted, least in zip((arguments.calls, arguments.swaps), TIERS[arguments.tier], strict=True)
    )
    return Plan(setting, arguments.tier, calls, swaps, arguments.seconds, arguments.jobs, arguments.round)


def _jobs(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_JOBS}")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return int(text)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0.0 < seconds <= 3600.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds up to 3600")
    return seconds


# --- the subject -----------------------------------------------------------------------------------------------------


def setting_of(arguments: argparse.Namespace) -> Setting:
    """What the workers need to know, from the words of `check` or `replay`. Raises Misuse."""
    if arguments.impl is not None and arguments.fault is not None:
        raise Misuse("--impl and --fault name two subjects; give one")
    words = bundled_words() if arguments.impl is None else _command_line(arguments.impl)
    return Setting(
        words=words,
        fault=_fault(arguments.fault),
        level=arguments.level or ("seed" if arguments.impl is not None else "ours"),
        seed=getattr(arguments, "seed", 1),
        limit=arguments.limit,
        only=_clause(getattr(arguments, "only", None)),
    )


def subject_words(arguments: argparse.Namespace) -> str:
    """The words that name the same subject again, for a command line that is printed."""
    given = [(f"--{name}", getattr(arguments, name)) for name in ("impl", "fault", "level")]
    return "".join(f" {option} {shlex.quote(value)}" for option, value in given if value is not None)


def _command_line(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise Misuse(f"--impl {text!r}: {error}") from None
    if not words:
        raise Misuse("--impl names no command")
    if len(words) > 1 and os.path.isfile(text):
        raise Misuse(f"--impl {text!r} is read as several words; quote what is one: --impl {shlex.quote(repr(text))}")
    return words


def _fault(name: str | None) -> str | None:
    if name is None:
        return None
    module = name.replace("-", "_")
    if module not in names():
        raise Misuse(f"--fault {name}: there is no such fault; there are {', '.join(names())}")
    return module


def _clause(name: str | None) -> str | None:
    return None if name is None else known_clause(name)
