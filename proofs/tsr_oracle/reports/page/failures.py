"""What the page's script needs to know of each failure: what is drawn and shown once somebody opens it."""

from __future__ import annotations

import os

from tsr_oracle.classes import CLASSES
from tsr_oracle.draw import LONGEST, Row, bounds_of, command, config_lines, meanwhile, rows
from tsr_oracle.expected import NOT_PLACES
from tsr_oracle.record.files import NAME
from tsr_oracle.record.record import Failure, Record
from tsr_oracle.reports.page.escaping import Data
from tsr_oracle.terminal import replay_words
from tsr_spec.chapters import clauses

MOST = 200
"""How many rows, differences or lines of one kind are shown of a failure."""


def data(record: Record, directory: str) -> Data:
    """All failures, worst first, those made smaller before others; and the titles of the clauses that they name."""
    found = sorted(record.failures, key=_worst_first)
    named = dict.fromkeys(name for failure in found for name in failure.clauses)
    return {
        "titles": {name: clauses()[name].title for name in named if name in clauses()},
        "failures": [_failure(failure, record, directory) for failure in found],
    }


def _worst_first(failure: Failure) -> tuple[int, bool, tuple[str, ...], str]:
    return CLASSES.index(failure.worst), not failure.smallest, failure.clauses, failure.line.name


def _failure(failure: Failure, record: Record, directory: str) -> Data:
    given, line = failure.case.given, failure.line
    changed = {difference.about for difference in failure.differences} - NOT_PLACES
    return {
        "name": line.name,
        "way": line.way,
        "source": line.source,
        "title": failure.case.title,
        "class": line.worst,
        "clause": line.clause,
        "clauses": [*failure.clauses],
        "why": _short(failure.why),
        "standing": failure.standing,
        "excuse": _excuse(failure, record),
        "origin": failure.origin if failure.smallest and failure.origin != failure.case.id else "",
        "rows": [_row(row) for row in rows(given, bounds_of(given), changed)[:MOST]],
        "config": "\n".join(map(_short, config_lines(given)[:MOST])),
        "command": _short(command(given)),
        "meanwhile": [_short(text) for text in meanwhile(given)[:MOST]],
        "differences": [
            [_short(one.about), _short(one.expected), _short(one.observed)] for one in failure.differences[:MOST]
        ],
        "said": "\n".join(map(_short, failure.said.splitlines()[:MOST])),
        "replay": replay_words(record, os.path.join(directory, NAME), failure),
    }


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def _row(row: Row) -> Data:
    """The fields that are drawn, in the order in which the script takes them."""
    return [
        *(row.path, row.depth, row.kind, _short(row.text)),
        *(row.leads_to, row.bound, row.inside, row.marked),
    ]


def _excuse(failure: Failure, record: Record) -> Data:
    """Why the failure is excused, until when, and where that is tracked; empty where it isn't."""
    one = record.excuse_of(failure) if failure.standing == "excused" else None
    return [] if one is None else [one.reason, one.expires.isoformat(), one.link]
