"""The parts of the page that are there from the start: the facts, the run, the guarantees, and the table of clauses."""

from __future__ import annotations

import shlex
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.record.record import Record
from tsr_oracle.reports.page.escaping import marked_up, paragraphs, text
from tsr_oracle.terminal import summary
from tsr_oracle.traces.traces import Proved
from tsr_spec.chapters import Chapter, Clause, chapters, clauses

_SIGNS: dict[Class, str] = {"hang": "■", "crash": "■", "divergence": "◆", "stricter": "●", "agree": "✓"}
"""What stands before a class besides its colour; ▲ before the grave ones."""

_MEANINGS: dict[Class, str] = {
    "escape": "something outside the bounds was read or changed",
    "loss": "data inside was destroyed",
    "bypass": "a guard did not hold",
    "leak": "a process or a value got out",
    "hang": "no answer in time",
    "crash": "a panic, a traceback, a signal",
    "divergence": "safe, but not a right answer",
    "stricter": "refused where the rule accepts",
    "agree": "a right answer",
}


def facts(record: Record) -> str:
    """What was judged and how, and how many cases came to each class."""
    header, footer = record.header, record.footer
    date, _, time = header.started.partition("T")
    started = f'<time datetime="{text(header.started)}">{text(date)} {text(time.rstrip("Z"))} UTC</time>'
    pairs = [
        ("Subject", f"<code>{text(shlex.join(header.subject))}</code>"),
        ("Asked by", f"<code>tsr-oracle {text(header.command)}{text(header.options)}</code>"),
        ("Level", text(f"{header.level}; fails on {header.fail_on} or worse")),
        ("Clauses", text(header.clauses)),
        ("Seed", str(header.seed)),
        ("Started", started),
        ("Took", f"{footer.seconds:,.1f} s for {len(record.lines):,} cases"),
        ("Shards", text(", ".join(header.shards)) or "all of it in one run"),
        ("Confinement", text(header.confinement)),
    ]
    rows = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in pairs if value)
    return f'<dl class="facts">{rows}</dl>{_classes(record.classes)}'


def _classes(counts: Counter[Class]) -> str:
    items = "".join(
        f'<li class="{"some" if counts[one] else "none"}">{mark(one)} <b>{counts[one]:,}</b>'
        f"<small>{_MEANINGS[one]}</small></li>"
        for one in CLASSES
    )
    return f'<ul class="classes" aria-label="Cases by class, worst first">{items}</ul>'


def mark(worst: Class) -> str:
    """A class as a word, a sign and a colour."""
    sign = f'<span aria-hidden="true">{_SIGNS.get(worst, "▲")}</span>'
    return f'<span class="class {text(worst)}">{sign} {text(worst)}</span>'


def run(record: Record) -> str:
    """The sums of the run, in sentences."""
    return "".join(f"<li>{text(line)}</li>" for line in summary(record) if line)


def guarantees(record: Record, theorems: Mapping[str, Sequence[Proved]]) -> str:
    """Each guarantee: what stands behind it, and what this run saw of it. The threats are what they are against."""
    known = [clause for clause in clauses().values() if clause.kind == "guarantee"]
    return "".join(
        _guarantee(clause, record, _evidence(clause, theorems))
        for clause in known
        if not clause.id.startswith("THREAT-")
    )


def _guarantee(clause: Clause, record: Record, evidence: Iterable[str]) -> str:
    pairs = [
        ("Evidence", "".join(evidence)),
        ("Cases of this run", f"{record.footer.tested.get(clause.id, 0):,}"),
        ("Worst class here", _worst(clause.id, record)),
        ("Against", ", ".join(map(_threat, clause.threats)) or "no threat by itself"),
    ]
    rows = "".join(f"<div><dt>{name}</dt><dd>{value}</dd></div>" for name, value in pairs)
    title = f'<h3><a href="#{clause.id}">{clause.id}</a> {marked_up(clause.title)}</h3>'
    return f'<article id="guarantee-{clause.id}">{title}<dl>{rows}</dl></article>'


def _evidence(clause: Clause, theorems: Mapping[str, Sequence[Proved]]) -> Iterator[str]:
    """The words that were earned, each with its scope and the theorems that earned it."""
    if not theorems:
        yield "<em>no report of <code>tsr-oracle prove</code> is at hand</em>"
    elif clause.id not in theorems:
        yield f"<em>no theorem: {marked_up(clause.unproved or 'and no reason is given')}</em>"
    of_each: dict[tuple[str, str], list[str]] = {}
    for one in theorems.get(clause.id, ()):
        of_each.setdefault((one.status, one.scope), []).append(text(one.name))
    for (status, scope), names in of_each.items():
        yield f"<p><b>{text(status)}</b> {text(scope)} <small>{', '.join(names)}</small></p>"


def _worst(name: str, record: Record) -> str:
    worst = record.footer.worst.get(name)
    if worst is None:
        return mark("agree") if name in record.footer.tested else "—"
    return f'<a href="#failures" data-clause="{name}">{mark(worst)}</a>'


def _threat(name: str) -> str:
    return f'<a href="#{name}">{marked_up(clauses()[name].title).lower()}</a>'


def clause_table(record: Record) -> str:
    """The rows of the table of clauses."""
    return "".join(_row(chapter, clause, record) for chapter in chapters() for clause in chapter.clauses)


def _row(chapter: Chapter, clause: Clause, record: Record) -> str:
    """One row. What it can be filtered by stands in its attributes."""
    tested = record.footer.tested.get(clause.id)
    shown = record.footer.worst.get(clause.id, "untested" if tested is None else "agree")
    filters = {"chapter": chapter.name, "kind": clause.kind, "provenance": clause.provenance, "class": shown}
    attributes = "".join(f' data-{name}="{value}"' for name, value in filters.items())
    cells = [
        f"<details><summary>{marked_up(clause.title)}</summary>{paragraphs(clause.prose)}</details>"
        + (_untested(clause) if tested is None else ""),
        clause.kind,
        clause.provenance,
        "—" if tested is None else f"{tested:,}",
        _worst(clause.id, record),
    ]
    heading = f'<th scope="row"><a href="#{clause.id}">{clause.id}</a></th>'
    return f'<tr id="{clause.id}"{attributes}>{heading}{"".join(f"<td>{cell}</td>" for cell in cells)}</tr>'


def _untested(clause: Clause) -> str:
    reason = (
        f"Not checked here: {clause.unchecked}" if clause.unchecked else "Untested: no case of this run is about it."
    )
    return f'<p class="untested">{marked_up(reason)}</p>'
