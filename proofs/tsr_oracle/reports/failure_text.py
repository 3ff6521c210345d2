"""What each report tells of one failure: lines that can be shown anywhere, and are of a length that can be read."""

from __future__ import annotations

from tsr_oracle.draw import bounds_of, capped, command, config_lines, drawing, meanwhile
from tsr_oracle.expected import NOT_PLACES
from tsr_oracle.record.record import Failure
from tsr_oracle.visible import visible
from tsr_spec.chapters import clauses
from tsr_spec.tree_text import escape

MOST_SIDES = 12
MOST_SAID = 4
MOST_CONFIG = 40
SHORT = 200


def one_line(text: str, longest: int = SHORT) -> str:
    """What somebody else wrote, on one line of no more than that length."""
    shown = visible(escape(text[: longest + 1]))
    return shown if len(shown) <= longest else f"{shown[:longest]}…"


def kind_text(failure: Failure) -> str:
    """Its class, and the clause that tells most."""
    return f"{failure.worst} by {one_line(failure.line.clause) or '—'}"


def title_of(clause: str) -> str:
    """What the clause is called, "" where there is none of that name."""
    known = clauses()
    return known[clause].title if clause in known else ""


def workspace(failure: Failure) -> list[str]:
    """The workspace drawn, its configs, what is typed, and what happens meanwhile."""
    given = failure.case.given
    changed = {difference.about for difference in failure.differences} - NOT_PLACES
    lines = drawing(given, bounds_of(given), changed)
    lines += capped(config_lines(given), MOST_CONFIG)
    lines += ["", f"$ {command(given)}", *(f"  {text}" for text in meanwhile(given))]
    return [visible(line) for line in capped(lines, len(lines))]


def sides(failure: Failure) -> list[tuple[str, str, str]]:
    """The first differences: about what, what was expected, what was observed."""
    return [
        (one_line(one.about), one_line(one.expected), one_line(one.observed))
        for one in failure.differences[:MOST_SIDES]
    ]


def more(failure: Failure) -> str:
    """How many differences `sides` leaves out, "" where it has all."""
    left = len(failure.differences) - MOST_SIDES
    return f"… and {left:,} more" if left > 0 else ""


def said(failure: Failure) -> list[str]:
    """The first lines that the subject has said."""
    return [one_line(line) for line in failure.said.splitlines()[:MOST_SAID]]
