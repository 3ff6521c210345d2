"""`report`: what is made of a record, without running anything."""

from __future__ import annotations

import argparse
import datetime
import os
import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from typing import TYPE_CHECKING

from tsr_oracle.verbs.words import Misuse, Verbs, require_new

if TYPE_CHECKING:
    from tsr_oracle.record.record import Record

FORMATS = ("terminal", "markdown", "junit", "sarif", "html")
_RECORD = "a record, or the directory of results that it lies in"


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("report", help="show a record, put shards together, compare two, begin a divergence file")
    kinds = verb.add_subparsers(required=True, metavar="show|combine|compare|divergences", parser_class=type(verb))
    _add_show(kinds)
    _add_combine(kinds)
    _add_compare(kinds)
    _add_divergences(kinds)


def _add_show(kinds: Verbs) -> None:
    show = kinds.add_parser("show", help="print a record, as people or other programs read it")
    show.add_argument("record", metavar="RECORD", help=_RECORD)
    show.add_argument("--format", choices=FORMATS, default="terminal")
    show.add_argument("--output", metavar="FILE", help="write it there (default: standard output)")
    show.add_argument(
        "--evidence",
        metavar="FILE",
        help="for html: a report of `prove --json` (default: the one that comes with this)",
    )
    show.set_defaults(run=_show)


def _add_combine(kinds: Verbs) -> None:
    combine = kinds.add_parser("combine", help="put the records of shards together")
    combine.add_argument("record", nargs="+", metavar="RECORD", help=_RECORD)
    combine.add_argument("--output", required=True, metavar="FILE", help="the record of all; case files go beside it")
    combine.set_defaults(run=_combine)


def _add_compare(kinds: Verbs) -> None:
    compare = kinds.add_parser("compare", help="say what got worse, and what better, from one record to another")
    compare.add_argument("before", metavar="BEFORE", help=_RECORD)
    compare.add_argument("after", metavar="AFTER", help=_RECORD)
    compare.add_argument("--format", choices=("terminal", "markdown", "json"), default="terminal")
    compare.set_defaults(run=_compare)


def _add_divergences(kinds: Verbs) -> None:
    first = kinds.add_parser("divergences", help="write what was found as a first divergence file")
    first.add_argument("record", metavar="RECORD", help=_RECORD)
    first.add_argument("--output", required=True, metavar="FILE", help="the file, which must not be there yet")
    first.set_defaults(run=_divergences)


# --- what each does ------------------------------------------------------------------------------------------------


def _show(arguments: argparse.Namespace) -> int:
    """Prints one report, or writes it into a file."""
    path, record = _read(arguments.record)
    _require_no_source(arguments.output, [path])
    if arguments.evidence is not None and arguments.format != "html":
        raise Misuse(f"--evidence is for --format html; {arguments.format} shows none")
    if arguments.output is None:
        sys.stdout.write(_render(arguments, record, path))
        return 0
    with open(arguments.output, "w", encoding="utf-8", errors="backslashreplace") as file, redirect_stdout(file):
        print(_render(arguments, record, path), end="")  # a file is no terminal, so nothing is coloured
    return 0


def _combine(arguments: argparse.Namespace) -> int:
    """Writes the record of all shards; what it comes to is what a run that was not divided would have ended with."""
    from tsr_oracle.record.files import save, save_cases
    from tsr_oracle.reports.combine import combine
    from tsr_oracle.terminal import summary, verdict

    named = [_read(name) for name in arguments.record]
    _require_no_source(arguments.output, [path for path, _ in named])
    record = combine(named)
    os.makedirs(os.path.dirname(arguments.output) or ".", exist_ok=True)
    save_cases(os.path.dirname(arguments.output), record)
    save(arguments.output, record)
    print("\n".join([*summary(record), f"record: {arguments.output}", verdict(record)]))
    return 0 if record.passed() else 1


def _compare(arguments: argparse.Namespace) -> int:
    """Prints the comparison; 1 where something got worse."""
    from tsr_oracle.reports import comparison_text
    from tsr_oracle.reports.compare import compare

    (_, before), (_, after) = _read(arguments.before), _read(arguments.after)
    found = compare(before, after)
    written = {
        "terminal": comparison_text.terminal,
        "markdown": comparison_text.markdown,
        "json": comparison_text.as_json,
    }
    sys.stdout.write(written[arguments.format](found))
    return 0 if found.passed() else 1


def _divergences(arguments: argparse.Namespace) -> int:
    """Writes a first divergence file, as `check --write-divergences` does."""
    from tsr_oracle import first_divergences

    _, record = _read(arguments.record)
    require_new(arguments.output)
    print(first_divergences.write(arguments.output, record, datetime.date.today()))
    return 0


def _read(name: str) -> tuple[str, Record]:
    """The record of this name, and its path. Raises RecordError."""
    from tsr_oracle.record.files import NAME
    from tsr_oracle.record.from_json import read

    path = os.path.join(name, NAME) if os.path.isdir(name) else name
    return path, read(path)


def _require_no_source(output: str | None, paths: Sequence[str]) -> None:
    """No record is written over by what is made from it."""
    for path in paths:
        if output is not None and os.path.exists(output) and os.path.samefile(output, path):
            raise Misuse(f"--output {output}: that is a record which is read here; name another file")


def _render(arguments: argparse.Namespace, record: Record, path: str) -> str:
    """The record in the format that is asked for. Raises Misuse for a report of evidence that can't be read."""
    format: str = arguments.format
    from tsr_oracle import terminal
    from tsr_oracle.reports import junit, markdown, sarif

    if format == "html":
        from tsr_oracle.reports.page.page import page
        from tsr_oracle.traces.traces import TraceError

        try:
            return page(record, os.path.dirname(path), arguments.evidence)
        except TraceError as error:
            raise Misuse(str(error)) from None
    if format == "terminal":
        return "\n".join(terminal.report(record, path)) + "\n"
    made = {"markdown": markdown.report, "junit": junit.report, "sarif": sarif.report}
    return made[format](record, path)
