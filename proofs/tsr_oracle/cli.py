"""The command `tsr-oracle`: reads its words, does what they ask, and ends with a documented exit code.

0: nothing worse than what is accepted. 1: something is. 64: it was called wrongly. 130: interrupted.
"""

from __future__ import annotations

import argparse
import datetime
import os
import shlex
import sys
import time
from collections.abc import Sequence

from tsr_oracle import record, terminal
from tsr_oracle.check import Outcome, Plan, RefusedSubject, bundled_words, run
from tsr_oracle.divergences import FILE, Divergence, DivergenceError, read_divergences
from tsr_oracle.draw import bounds_of, command, config_lines, drawing, explanation
from tsr_oracle.judge import CLASSES
from tsr_oracle.progress import Progress
from tsr_oracle.worker import Setting, Way
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, CaseError
from tsr_spec.chapters import clauses
from tsr_spec.read_json import case_from_text

MISUSE = 64
INTERRUPTED = 130
RESULTS = "tsr-oracle-results"


class _Misuse(Exception):
    """The words ask for nothing that can be done: says what, and what to do."""


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> None:  # type: ignore[override]
        raise _Misuse(f"{message}; see `{self.prog} --help`")


def main(argv: Sequence[str] | None = None) -> int:
    """Does what the words ask for; the exit code."""
    try:
        arguments = _parser().parse_args(argv)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except (_Misuse, DivergenceError, record.RecordError, CaseError) as error:
        print(f"tsr-oracle: {error}", file=sys.stderr)
        return MISUSE
    except RefusedSubject as error:
        print(f"tsr-oracle: this subject can't be judged: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\ntsr-oracle: interrupted; nothing is left behind", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return 1


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="tsr-oracle", description="Judges an implementation of tsr against the spec's clauses.")
    parser.add_argument("--version", action="version", version=f"tsr-oracle (clauses {CLAUSES_VERSION})")
    verbs = parser.add_subparsers(required=True, metavar="VERB", parser_class=_Parser)
    _add_check(verbs.add_parser("check", help="judge a subject with the spec's cases and generated ones"))
    replay = verbs.add_parser("replay", help="run saved cases again: fixed or failing")
    replay.add_argument("file", nargs="+", help="a case file")
    _add_subject(replay)
    replay.set_defaults(run=_replay)
    explain = verbs.add_parser("explain", help="print what a run of a case should do, and by which clauses")
    explain.add_argument("file", nargs="+", help="a case file, or the id of one of the spec's cases")
    explain.set_defaults(run=_explain)
    prove = verbs.add_parser("prove", help="check the theorems about the model")
    prove.add_argument("--tier", choices=("quick", "full"), default="quick")
    prove.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1)
    prove.add_argument("--json", metavar="FILE", help="write the report as JSON")
    prove.add_argument("--write", metavar="FILE", help="write the table as Markdown, as docs/evidence.md is")
    prove.set_defaults(run=_prove)
    return parser


def _add_subject(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--impl", metavar="COMMAND", help="the subject, a command line (default: the bundled runner)")
    parser.add_argument("--fault", metavar="NAME", help="the bundled runner with this known fault in it")
    parser.add_argument("--level", choices=("seed", "ruling", "ours"), help="how much is asked (default: seed)")
    parser.add_argument("--limit", type=float, default=10.0, metavar="SECONDS", help="time for one case (default: 10)")


def _add_check(parser: argparse.ArgumentParser) -> None:
    _add_subject(parser)
    parser.add_argument("--cases", type=_count, metavar="N", help="generated cases (default: 20000, with --impl 2000)")
    parser.add_argument("--seed", type=int, default=1, metavar="S", help="of the generated cases (default: 1)")
    parser.add_argument("--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="workers")
    parser.add_argument("--only", metavar="CLAUSE", help="only cases that test this clause")
    parser.add_argument(
        "--fail-on",
        choices=CLASSES[:-1],
        default="divergence",
        metavar="CLASS",
        help=f"the mildest class that fails: {', '.join(CLASSES[:-1])} (default: divergence)",
    )
    parser.add_argument("--clauses", action="store_true", help="show the table clause by clause")
    parser.add_argument("--divergences", metavar="FILE", help=f"known divergences (default: {FILE}, if there is one)")
    parser.add_argument("--results", default=RESULTS, metavar="DIR", help=f"where results go (default: {RESULTS})")
    parser.add_argument("--quiet", action="store_true", help="no progress")
    parser.set_defaults(run=_check)


def _positive(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 on")
    return int(text)


def _count(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a number")
    return int(text)


# --- check ---------------------------------------------------------------------------------------------------------


def _setting(arguments: argparse.Namespace) -> Setting:
    if arguments.impl is not None and arguments.fault is not None:
        raise _Misuse("--impl and --fault name two subjects; give one")
    words = bundled_words() if arguments.impl is None else _words(arguments.impl)
    return Setting(
        words=words,
        hosted=arguments.impl is None,
        fault=arguments.fault,
        level=arguments.level or ("seed" if arguments.impl else "ours"),
        seed=getattr(arguments, "seed", 1),
        limit=arguments.limit,
        only=_clause(getattr(arguments, "only", None)),
    )


def _words(text: str) -> tuple[str, ...]:
    try:
        words = tuple(shlex.split(text))
    except ValueError as error:
        raise _Misuse(f"--impl {text!r}: {error}") from None
    if not words:
        raise _Misuse("--impl names no command")
    return words


def _clause(name: str | None) -> str | None:
    if name is not None and name not in clauses():
        raise _Misuse(f"--only {name}: there is no such clause")
    return name


def _plan(arguments: argparse.Namespace) -> Plan:
    setting = _setting(arguments)
    if arguments.impl is not None:
        count = 2000 if arguments.cases is None else arguments.cases
        return Plan(setting, (("binary", count),), ("binary",), arguments.jobs)
    count = 20_000 if arguments.cases is None else arguments.cases
    if arguments.fault is not None:
        return Plan(setting, (("hosted", count),), ("hosted",), arguments.jobs)
    return Plan(setting, (("hosted", count), ("binary", count // 25)), ("hosted", "binary"), arguments.jobs)


def _excuses(arguments: argparse.Namespace) -> tuple[Divergence, ...]:
    if arguments.divergences is not None:
        return read_divergences(arguments.divergences)
    return read_divergences(FILE) if arguments.impl is not None and os.path.exists(FILE) else ()


def _check(arguments: argparse.Namespace) -> int:
    plan, every = _plan(arguments), _excuses(arguments)
    today = datetime.date.today()
    valid = tuple(excuse for excuse in every if not excuse.expired(today))
    began = time.monotonic()
    outcome = run(plan, valid, Progress(quiet=arguments.quiet))
    seconds = time.monotonic() - began
    stale = _stale(every, outcome, today, whole=arguments.only is None)
    paths = record.write(arguments.results, outcome, plan.setting, seconds)
    subject = f" --impl {shlex.quote(arguments.impl)}" if arguments.impl else ""
    subject += f" --fault {arguments.fault}" if arguments.fault else ""
    print(f"subject: {outcome.version} (level {plan.setting.level}, seed {plan.setting.seed}). {outcome.confined}\n")
    for judged in outcome.failures:
        print("\n".join(terminal.failure(judged, f"tsr-oracle replay {paths[judged.case.id]}{subject}")))
    print("\n".join(terminal.tables(outcome, every_clause=arguments.clauses)))
    print("\n".join(terminal.summary(outcome, stale, seconds)))
    print(f"record: {os.path.join(arguments.results, 'record.jsonl')}")
    return _verdict(outcome, stale, arguments.fail_on)


def _stale(every: Sequence[Divergence], outcome: Outcome, today: datetime.date, *, whole: bool) -> list[str]:
    """What is wrong with the divergence file: entries that have expired, and those that nothing matched."""
    lines = [f"expired on {excuse.expires}: {excuse.name} ({excuse.link})" for excuse in every if excuse.expired(today)]
    if whole:
        gone = [excuse for excuse in every if not excuse.expired(today) and not outcome.excused[excuse]]
        lines += [f"no longer fails, delete it: {excuse.name} ({excuse.link})" for excuse in gone]
    return lines


def _verdict(outcome: Outcome, stale: Sequence[str], fail_on: str) -> int:
    failing = CLASSES[: CLASSES.index(fail_on) + 1]
    found = sum(count for (worst, _), count in outcome.more.items() if worst in failing)
    if found or stale:
        print(f"FAILED: {found:,} finding(s) of class {fail_on} or worse, {len(stale)} stale divergence(s)")
        return 1
    if not outcome.cases:
        print("FAILED: no case was run")
        return 1
    print(f"OK: nothing worse than {_worst(outcome)}")
    return 0


def _worst(outcome: Outcome) -> str:
    return min((name for name, count in outcome.classes.items() if count), key=CLASSES.index)


# --- replay, explain, prove ----------------------------------------------------------------------------------------


def _read_case(name: str) -> Case:
    try:
        with open(name, encoding="utf-8") as file:
            return case_from_text(file.read())
    except FileNotFoundError:
        from tsr_spec.chapters import cases

        if name in cases():
            return cases()[name]
        raise _Misuse(f"{name}: there is no such file, and no case of the spec has this id") from None
    except (OSError, UnicodeDecodeError) as error:
        raise _Misuse(f"{name}: {error}") from None
    except CaseError as error:
        raise _Misuse(f"{name}: {error}") from None


def _replay(arguments: argparse.Namespace) -> int:
    from tsr_oracle.replay import replay

    failing = 0
    named = [(name, _read_case(name)) for name in arguments.file]
    way: Way = "binary" if arguments.impl is not None else "hosted"
    for (name, _), judged in zip(named, replay(_setting(arguments), [case for _, case in named], way), strict=True):
        if judged.verdict is None:
            print(f"{name}: error: {judged.skipped}")
            failing += 1
        elif judged.verdict.worst == "agree":
            print(f"{name}: fixed")
        else:
            failing += 1
            print(f"{name}: failing")
            print("\n".join(terminal.failure(judged, f"tsr-oracle replay {name}")))
    return 1 if failing else 0


def _explain(arguments: argparse.Namespace) -> int:
    for name in arguments.file:
        case = _read_case(name)
        print(f"{case.id}  {case.title}\n")
        print("\n".join(f"    {line}" for line in drawing(case.given, bounds_of(case.given))))
        print("\n".join(f"  {line}" for line in config_lines(case.given)))
        print(f"\n  $ {command(case.given)}")
        print("\n".join(f"  {line}" for line in explanation(case.given)) + "\n")
    return 0


def _prove(arguments: argparse.Namespace) -> int:
    from tsr_proofs.prove import main as prove

    return prove(arguments.tier, arguments.jobs, arguments.json, arguments.write)
