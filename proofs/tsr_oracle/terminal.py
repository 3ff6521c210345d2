"""What a check says at its end: a table by guarantee, one by chapter, and each failure with its workspace drawn."""

from __future__ import annotations

import os
import sys
from collections import Counter

from tsr_oracle.check import Outcome
from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.divergences import Divergence
from tsr_oracle.draw import bounds_of, capped, command, config_lines, drawing, meanwhile
from tsr_oracle.expected import NOT_PLACES, Difference
from tsr_oracle.worker import Judged
from tsr_spec.chapters import Chapter, Clause, chapters, clauses
from tsr_spec.tree_text import escape

_RED, _GREEN, _YELLOW, _PURPLE, _CYAN = 31, 32, 33, 35, 36
_COLOURS = {"hang": _PURPLE, "crash": _PURPLE, "divergence": _YELLOW, "stricter": _CYAN, "agree": _GREEN}


def coloured(text: str, code: int) -> str:
    """The text in a colour, where standard output is a terminal and NO_COLOR is not set."""
    if not sys.stdout.isatty() or os.environ.get("NO_COLOR"):
        return text
    return f"\x1b[{code}m{text}\x1b[0m"


def shown(worst: Class, width: int = 0) -> str:
    """A class in its colour."""
    return coloured(f"{worst:<{width}}", _COLOURS.get(worst, _RED))


def tables(outcome: Outcome, *, every_clause: bool) -> list[str]:
    """The table by guarantee, and one by chapter or by clause."""
    known = clauses()
    guarantees = [clause for clause in known.values() if clause.kind == "guarantee" and "-G" in clause.id]
    lines = ["guarantee   cases     worst       what is promised"]
    for clause in guarantees:
        if outcome.tested[clause.id] or clause.id in outcome.worst:
            lines.append(_row(clause.id, outcome, clause.title))
    lines += [
        "",
        "clause      cases     worst       rule"
        if every_clause
        else "chapter     cases     worst       clauses tested",
    ]
    for chapter in chapters():
        lines += _by_clause(chapter, outcome) if every_clause else [_by_chapter(chapter, outcome)]
    return lines


def _row(name: str, outcome: Outcome, title: str) -> str:
    return f"{name:<11} {outcome.tested[name]:>7,}   {shown(outcome.worst.get(name, 'agree'), 11)} {title}"


def _by_clause(chapter: Chapter, outcome: Outcome) -> list[str]:
    rules = [clause for clause in chapter.clauses if clause.kind != "guarantee"]
    return [
        _row(clause.id, outcome, clause.title)
        if outcome.tested[clause.id]
        else f"{clause.id:<11} {'—':>7}   {_unchecked(clause)}"
        for clause in rules
    ]


def _unchecked(clause: Clause) -> str:
    return f"not checked here: {clause.unchecked}" if clause.unchecked else "no case of this run"


def _by_chapter(chapter: Chapter, outcome: Outcome) -> str:
    names = [clause.id for clause in chapter.clauses]
    tested = [name for name in names if outcome.tested[name]]
    worst = min((outcome.worst.get(name, "agree") for name in names), key=CLASSES.index)
    most = max((outcome.tested[name] for name in names), default=0)
    return f"{chapter.name:<11} {most:>7,}   {shown(worst, 11)} {len(tested)} of {len(names)}"


MOST_DIFFERENCES = 12


def _difference(difference: Difference) -> str:
    sides = (f"{escape(side)[:200]}" for side in (difference.expected, difference.observed))
    return "{}: expected {}, observed {}".format(escape(difference.about), *sides)


def failure(judged: Judged, replay: str) -> list[str]:
    """One failure: what is wrong by which clause, the workspace drawn, both sides, and how to see it again."""
    verdict, given = judged.verdict, judged.case.given
    assert verdict is not None
    known = clauses()
    about = ", ".join(verdict.clauses[:4])
    lines = [f"{shown(verdict.worst)}  {about}: {escape(verdict.why)}   [{judged.case.id}]"]
    leading = verdict.clauses[0] if verdict.clauses else ""
    if leading in known:
        lines.append(f"  {leading}: {known[leading].title}")
    lines.append("")
    changed = {difference.about for difference in verdict.differences} - NOT_PLACES
    lines += [f"    {line}" for line in drawing(given, bounds_of(given), changed)]
    lines += [f"  {line}" for line in config_lines(given)]
    lines += ["", f"  $ {command(given)}", *(f"    {text}" for text in meanwhile(given))]
    lines += [f"  {line}" for line in capped(list(map(_difference, verdict.differences)), MOST_DIFFERENCES)]
    lines += [f"  it said: {escape(line)}" for line in judged.said.splitlines()[:4]]
    if judged.origin not in (None, judged.case.id):
        lines.append(f"  made smaller from case {judged.origin}")
    lines += [f"  replay:  {replay}", ""]
    return lines


def summary(outcome: Outcome, stale: list[str], seconds: float) -> list[str]:
    """The last lines: how many cases which way, what was skipped and why, what was excused, the sum of it."""
    lines = [""]
    counts: Counter[str] = Counter()
    for (way, source), count in outcome.counts.items():
        counts[f"{count:,} {source} through the {'subject host' if way == 'hosted' else 'command'}"] += 1
    lines.append(f"{outcome.cases:,} cases in {seconds:.0f} s: {'; '.join(sorted(counts))}")
    lines += [f"skipped {count:,}: {reason}" for reason, count in sorted(outcome.skipped.items())]
    lines += [_excused(excuse, count) for excuse, count in outcome.excused.items()]
    if outcome.warnings:
        by = Counter(_kind(judged) for judged in outcome.warnings)
        lines += [
            f"warning: {count:,} × {kind} (rests on a ruling; --level says what counts)" for kind, count in by.items()
        ]
    lines += stale
    lines += [f"{count:,} × {worst} by {clause or '—'}" for (worst, clause), count in outcome.more.most_common()]
    return lines


def _kind(judged: Judged) -> str:
    assert judged.verdict is not None
    return f"{judged.verdict.worst} by {(judged.verdict.clauses or ('—',))[0]}"


def _excused(excuse: Divergence, count: int) -> str:
    return f"excused {count:,} × {excuse.name} until {excuse.expires}: {excuse.reason} ({excuse.link})"
