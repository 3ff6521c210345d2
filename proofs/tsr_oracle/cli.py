"""The command `tsr-oracle`: reads its words, does what they ask, and ends with a documented exit code.

0: nothing worse than what is accepted. 1: something is. 64: it was called wrongly, or can't write. 130, 143, 129: it
was ended by SIGINT, SIGTERM, SIGHUP. 141: whoever read its output has left.
"""

from __future__ import annotations

import argparse
import datetime
import io
import os
import shlex
import shutil
import signal
import sys
import threading
import time
from collections.abc import Sequence
from types import FrameType

from tsr_oracle import record, terminal
from tsr_oracle.arguments import Misuse, known_clause, parser, race_of, setting_of, subject_words
from tsr_oracle.check import Outcome, Plan, run
from tsr_oracle.classes import CLASSES
from tsr_oracle.divergences import FILE, Divergence, DivergenceError, read_divergences
from tsr_oracle.draw import bounds_of, command, config_lines, drawing, explanation, meanwhile
from tsr_oracle.progress import Progress
from tsr_oracle.team import RefusedSubject, WorkerError
from tsr_oracle.worker import Way
from tsr_spec.case import Case, CaseError
from tsr_spec.read_json import case_from_text

FAILED = 1
MISUSE = 64
INTERRUPTED = 130
PIPE_CLOSED = 141


def main(argv: Sequence[str] | None = None) -> int:
    """Does what the words ask for; the exit code."""
    _write_any_letter()
    ended = _end_like_an_interrupt()
    try:
        arguments = parser(_check, _race, _replay, _explain, _prove, _clauses).parse_args(argv)
        code: int = arguments.run(arguments)
        sys.stdout.flush()
        return code
    except (Misuse, DivergenceError, record.RecordError, CaseError) as error:
        print(f"tsr-oracle: {error}", file=sys.stderr)
        return MISUSE
    except RefusedSubject as error:
        print(f"tsr-oracle: this subject can't be judged: {error}", file=sys.stderr)
        return FAILED
    except WorkerError as error:
        print(f"tsr-oracle: {error}", file=sys.stderr)
        return FAILED
    except KeyboardInterrupt:
        print("\ntsr-oracle: interrupted; nothing is left behind", file=sys.stderr)
        return ended[0] if ended else INTERRUPTED
    except BrokenPipeError:
        _give_up_streams()
        return PIPE_CLOSED
    except OSError as error:
        print(f"tsr-oracle: {error.filename or 'the output'}: {error.strerror}", file=sys.stderr)
        _give_up_streams()
        return MISUSE


def _end_like_an_interrupt() -> list[int]:
    """From now on SIGTERM and SIGHUP end the work as Ctrl-C does; the list then has the exit code for it."""
    codes: list[int] = []

    def end(number: int, frame: FrameType | None) -> None:
        codes.append(128 + number)
        raise KeyboardInterrupt

    if threading.current_thread() is threading.main_thread():
        for number in (signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is signal.SIG_DFL:
                signal.signal(number, end)
    return codes


def _write_any_letter() -> None:
    """From now on what an output's encoding has no letter for is written as an escape, and is no error."""
    if sys.stdout is None:  # it was closed when we were started
        sys.stdout = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 (it is open for as long as we are)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _give_up_streams() -> None:
    """Nobody reads any more: what is still to be written goes nowhere."""
    for handle in (1, 2):
        os.dup2(os.open(os.devnull, os.O_WRONLY), handle)


# --- check ---------------------------------------------------------------------------------------------------------


def _plan(arguments: argparse.Namespace) -> Plan:
    setting = setting_of(arguments)
    if arguments.impl is not None:
        count = 2000 if arguments.cases is None else arguments.cases
        return Plan(setting, (("binary", count),), ("binary",), arguments.jobs)
    count = 6_000 if arguments.cases is None else arguments.cases
    if arguments.fault is not None:
        return Plan(setting, (("hosted", count),), ("hosted",), arguments.jobs)
    return Plan(setting, (("hosted", count), ("binary", count // 400)), ("hosted", "binary"), arguments.jobs)


def _excuses(arguments: argparse.Namespace) -> tuple[Divergence, ...]:
    if arguments.divergences is not None:
        return read_divergences(arguments.divergences)
    return read_divergences(FILE) if arguments.impl is not None and os.path.exists(FILE) else ()


def _check(arguments: argparse.Namespace) -> int:
    plan, every = _plan(arguments), _excuses(arguments)
    today = datetime.date.today()
    valid = tuple(excuse for excuse in every if not excuse.expired(today))
    record.prepare(arguments.results)
    began = time.monotonic()
    outcome = run(plan, valid, Progress(quiet=arguments.quiet))
    seconds = time.monotonic() - began
    stale = _stale(every, outcome, today, whole=arguments.only is None)
    paths = record.write(arguments.results, outcome, plan.setting, seconds)
    print(f"subject: {outcome.version} (level {plan.setting.level}, seed {plan.setting.seed}). {outcome.confined}\n")
    for judged in outcome.failures:
        print("\n".join(terminal.failure(judged, _again(paths[judged.case.id], arguments))))
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
        outdated = f"{len(stale)} outdated entry(ies) of the divergence file"
        print(f"FAILED: {found:,} finding(s) of class {fail_on} or worse, {outdated}")
        return 1
    if not outcome.cases:
        print("FAILED: no case was run")
        return 1
    print(f"OK: nothing worse than {_worst(outcome)}")
    return 0


def _worst(outcome: Outcome) -> str:
    return min((name for name, count in outcome.classes.items() if count), key=CLASSES.index)


# --- race ------------------------------------------------------------------------------------------------------------


def _race(arguments: argparse.Namespace) -> int:
    from tsr_oracle.race import race, report

    plan = race_of(arguments)
    outcome = race.run(plan, quiet=arguments.quiet)
    print("\n".join(report.lines(plan, outcome, f"tsr-oracle race{subject_words(arguments)}")))
    if arguments.json is not None:
        with open(arguments.json, "w", encoding="utf-8") as file:
            file.write(report.record(plan, outcome))
    fine, last = report.verdict(outcome)
    print(last)
    return 0 if fine else FAILED


# --- replay, explain, prove, clauses ---------------------------------------------------------------------------------


def _again(path: str, arguments: argparse.Namespace) -> str:
    """The command line that shows a failure again."""
    installed = os.path.basename(sys.argv[0]) == "tsr-oracle" and shutil.which("tsr-oracle") is None
    called = shlex.quote(sys.argv[0]) if installed else "tsr-oracle"
    return f"{called} replay {shlex.quote(path)}{subject_words(arguments)}"


def _read_case(name: str) -> Case:
    try:
        with open(name, encoding="utf-8") as file:
            return case_from_text(file.read())
    except FileNotFoundError:
        from tsr_spec.chapters import cases

        if name in cases():
            return cases()[name]
        raise Misuse(f"{name}: there is no such file, and no case of the spec has this id") from None
    except OSError as error:
        raise Misuse(f"{name}: {error.strerror}") from None
    except (UnicodeDecodeError, CaseError) as error:
        raise Misuse(f"{name}: {error}") from None


def _replay(arguments: argparse.Namespace) -> int:
    from tsr_oracle.replay import replay

    failing = 0
    named = [(name, _read_case(name)) for name in arguments.file]
    way: Way = "binary" if arguments.impl is not None else "hosted"
    for (name, _), judged in zip(named, replay(setting_of(arguments), [case for _, case in named], way), strict=True):
        if judged.verdict is None:
            print(f"{name}: error: {judged.skipped}")
            failing += 1
        elif judged.verdict.worst == "agree":
            print(f"{name}: fixed")
        else:
            failing += 1
            print(f"{name}: failing")
            print("\n".join(terminal.failure(judged, _again(name, arguments))))
    return 1 if failing else 0


def _explain(arguments: argparse.Namespace) -> int:
    for name in arguments.file:
        case = _read_case(name)
        print(f"{case.id}  {case.title}\n")
        print("\n".join(f"    {line}" for line in drawing(case.given, bounds_of(case.given))))
        print("\n".join(f"  {line}" for line in config_lines(case.given)))
        print("\n".join(["", f"  $ {command(case.given)}", *(f"    {text}" for text in meanwhile(case.given))]))
        print("\n".join(f"  {line}" for line in explanation(case.given)) + "\n")
    return 0


def _prove(arguments: argparse.Namespace) -> int:
    from tsr_proofs.prove import main as prove

    return prove(arguments.tier, arguments.jobs, arguments.json, arguments.write, arguments.recorded)


def _clauses(arguments: argparse.Namespace) -> int:
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
