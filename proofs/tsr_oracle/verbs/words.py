"""Words that several verbs take, and what they ask for: a subject, a clause, a case, a number."""

from __future__ import annotations

import argparse
import datetime
import difflib
import math
import os
import re
import shlex
from typing import Literal, TypeAlias

from tsr_oracle.check import bundled_words
from tsr_oracle.classes import CLASSES
from tsr_oracle.faults.catalogue import every_name, names
from tsr_oracle.record.record import Header
from tsr_oracle.terminal import called
from tsr_oracle.visible import in_unicode
from tsr_oracle.worker import Setting
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, CaseError
from tsr_spec.chapters import cases, clauses
from tsr_spec.read_json import case_from_text

Verbs: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"

RESULTS = "tsr-oracle-results"
FAIL_ON = CLASSES[:-1]
MOST_JOBS = 256
MOST = 10_000_000


class Misuse(Exception):
    """The words ask for nothing that can be done: says what, and what to do."""


class Parser(argparse.ArgumentParser):
    """Raises Misuse instead of ending the process."""

    def error(self, message: str) -> None:  # type: ignore[override]
        raise Misuse(f"{message}; see `{self.prog} --help`")


# --- numbers -------------------------------------------------------------------------------------------------------


def jobs(text: str) -> int:
    """How many workers."""
    if not text.isdecimal() or not 1 <= int(text) <= MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to {MOST_JOBS}")
    return int(text)


def count(text: str) -> int:
    """A number of cases or the like, 0 among them."""
    if not text.isdecimal() or len(text) > len(str(MOST)) or int(text) > MOST:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number up to {MOST:,}")
    return int(text)


def seconds(text: str) -> float:
    """Some seconds, up to an hour."""
    try:
        value = float(text)
    except ValueError:
        value = math.nan
    if not 0.0 < value <= 3600.0:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number of seconds up to 3600")
    return value


def shard(text: str) -> tuple[int, int]:
    """A part of so many: `3/8`."""
    found = re.fullmatch(r"(\d{1,4})/(\d{1,4})", text)
    if found is None or not 1 <= int(found[1]) <= int(found[2]):
        raise argparse.ArgumentTypeError(f"{text!r} is no shard, as 1/8, 2/8 … 8/8 are")
    return int(found[1]), int(found[2])


# --- the subject ---------------------------------------------------------------------------------------------------


def add_subject(verb: argparse.ArgumentParser) -> None:
    """The options that say what is judged, and how strictly."""
    verb.add_argument("--impl", metavar="COMMAND", help="the subject, a command line (default: the bundled runner)")
    verb.add_argument("--fault", metavar="NAME", help="the bundled runner with this known fault in it")
    verb.add_argument("--level", choices=("seed", "ruling", "ours"), help="how much is asked (default: seed)")
    verb.add_argument("--limit", type=seconds, default=10.0, metavar="SECONDS", help="time for one case (default: 10)")


def add_fail_on(verb: argparse.ArgumentParser) -> None:
    """The option that says what fails."""
    help = f"the mildest class that fails: {', '.join(FAIL_ON)} (default: divergence)"
    verb.add_argument("--fail-on", choices=FAIL_ON, default="divergence", metavar="CLASS", help=help)


def setting_of(arguments: argparse.Namespace) -> Setting:
    """What the workers need to know. Raises Misuse."""
    if arguments.impl is not None and arguments.fault is not None:
        raise Misuse("--impl and --fault name two subjects; give one")
    words = bundled_words() if arguments.impl is None else _command_line(arguments.impl)
    only = getattr(arguments, "only", None)
    return Setting(
        words=words,
        fault=_fault(arguments.fault),
        level=arguments.level or ("seed" if arguments.impl is not None else "ours"),
        seed=getattr(arguments, "seed", 1),
        limit=arguments.limit,
        only=None if only is None else known_clause(only),
    )


def subject_words(arguments: argparse.Namespace) -> str:
    """The words that name the same subject again, for a command line that is printed."""
    given = [(f"--{name}", getattr(arguments, name)) for name in ("impl", "fault", "level")]
    return "".join(f" {option} {shlex.quote(value)}" for option, value in given if value is not None)


def replay_words(path: str, arguments: argparse.Namespace) -> str:
    """The command line that shows a failure again."""
    return f"{called()} replay {shlex.quote(path)}{subject_words(arguments)}"


def header_of(
    command: Literal["check", "fuzz"],
    arguments: argparse.Namespace,
    setting: Setting,
    version: str,
    confined: str,
    *,
    whole: bool,
    now: datetime.datetime,
) -> Header:
    """The header of what these words have asked for."""
    part = arguments.shard
    return Header(
        command=command,
        clauses=CLAUSES_VERSION,
        subject=tuple(map(in_unicode, setting.words)),
        options=in_unicode(subject_words(arguments)),
        subject_version=version,
        level=setting.level,
        fail_on=arguments.fail_on,
        seed=setting.seed,
        shards=() if part == (1, 1) else ("{}/{}".format(*part),),
        whole=whole,
        confinement=confined,
        started=now.astimezone(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
    )


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
    if module not in every_name():
        raise Misuse(f"--fault {name}: there is no such fault; there are {', '.join(names())}")
    return module


# --- clauses and cases ---------------------------------------------------------------------------------------------


def known_clause(name: str) -> str:
    """The clause of this name. Raises Misuse, with those that may be meant."""
    if name in clauses():
        return name
    near = difflib.get_close_matches(name.upper(), clauses(), n=4, cutoff=0.6)
    meant = f"; did you mean {' or '.join(near)}?" if near else ""
    raise Misuse(f"{name}: there is no such clause{meant} (`tsr-oracle clauses` lists all)")


def read_case(name: str) -> Case:
    """The case in a file of this name, or the spec's case of this id. Raises Misuse."""
    try:
        with open(name, encoding="utf-8") as file:
            return case_from_text(file.read())
    except FileNotFoundError:
        if name in cases():
            return cases()[name]
        raise Misuse(f"{name}: there is no such file, and no case of the spec has this id") from None
    except OSError as error:
        raise Misuse(f"{name}: {error.strerror}") from None
    except (UnicodeDecodeError, CaseError) as error:
        raise Misuse(f"{name}: {error}") from None


def require_new(path: str) -> None:
    """Nothing that somebody has edited is written over. Raises Misuse where there is such a file."""
    if os.path.lexists(path):
        raise Misuse(f"{path}: there is such a file already, and it is kept; name another")
