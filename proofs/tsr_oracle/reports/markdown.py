"""A record in Markdown, for the summary of a CI run: short, the verdict first, and safe wherever it is shown."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from tsr_oracle.draw import LONGEST
from tsr_oracle.record.record import Failure, Record, examples, kinds
from tsr_oracle.reports.failure_text import SHORT, more, one_line, said, sides, title_of, workspace
from tsr_oracle.terminal import not_counted, replay_words, verdict
from tsr_oracle.visible import visible
from tsr_spec.chapters import clauses

LIMIT = 1_000_000
"""How many bytes it has at most: GitHub shows no summary of more than a mebibyte, and takes none of it."""

MOST_EXAMPLES = 20
MOST_NOTES = 50

_MARKS = re.compile(r"[&<>\\`*_\[\]|~@:$]|(?<=[wW])\.")
"""What is, or may begin, a mark within a line: of Markdown, of HTML, of a formula, of a link or a mention."""


def report(record: Record, path: str) -> str:
    """All of it. `path` is that of the record, beside which the case files lie."""
    around = [_head(record), _guarantees(record), _notes(record)]
    room = LIMIT - sum(_size(section) for section in around)
    head, table, notes = around
    return "\n".join([head, table, *_failures(record, path, room), notes])


def quoted(text: str, longest: int = SHORT) -> str:
    """What somebody else wrote, as code: no letter of it is a mark, wherever in a line it stands."""
    marked = _MARKS.sub(lambda found: f"&#{ord(found[0])};", one_line(text, longest))
    return f"<code>{marked}</code>" if text else ""


def fenced(lines: Iterable[str], language: str = "text") -> str:
    """The lines as a block of code, in a fence that none of them can close."""
    text = "\n".join(map(visible, lines))
    longest = max(map(len, re.findall("`+", text)), default=0)
    fence = "`" * max(longest + 1, 3)
    return f"{fence}{language}\n{text}\n{fence}\n"


def _size(section: str) -> int:
    return len(section.encode()) + 1


def _head(record: Record) -> str:
    header = record.header
    asked = f"level {header.level}, seed {header.seed}, clauses {quoted(header.clauses)}"
    shards = f", shards {quoted(', '.join(header.shards))}" if header.shards else ""
    counts = Counter(line.worst for line in record.lines)
    agreed = f"{counts['agree']:,} of {len(record.lines):,} cases agree"
    return (
        f"## {verdict(record)}\n\n{quoted(header.subject_version)}: {agreed}, {record.footer.seconds:.0f} s"
        f" ({asked}{shards}). {quoted(header.confinement)}\n"
    )


def _guarantees(record: Record) -> str:
    tested, worst = record.footer.tested, record.footer.worst
    rows = ["| guarantee | cases | worst | what is promised |", "|---|--:|---|---|"]
    for clause in clauses().values():
        if "-G" in clause.id and (clause.id in tested or clause.id in worst):
            found = worst.get(clause.id, "agree")
            shown = found if found == "agree" else f"**{found}**"
            rows.append(f"| {clause.id} | {tested.get(clause.id, 0):,} | {shown} | {clause.title} |")
    return "\n".join(rows) + "\n"


def _failures(record: Record, path: str, room: int) -> list[str]:
    """The kinds of failures that count, an example of each, as far as there is room; then how many are left out."""
    counts = kinds(record.standing("counts"))
    sections = ["### Failures, an example of each kind\n"] if counts else []
    for number, example in enumerate(examples(record.standing("counts"))):
        section = _kind(example, counts[example.kind], replay_words(record, path, example))
        room -= _size(section)
        if number == MOST_EXAMPLES or room < 0:
            return [*sections, f"… and {len(counts):,} more kind(s) with {counts.total():,} failure(s).\n"]
        sections.append(section)
        del counts[example.kind]
    return sections


def _kind(example: Failure, count: int, replay: str) -> str:
    """One kind: how often, what the example was, both sides, and how to see it again."""
    worst, clause = example.kind
    by = f"{quoted(clause) or 'no clause'} {title_of(clause)}".rstrip()
    spoken = fenced(said(example)) + "\n" if example.said else ""
    return (
        f"#### {count:,} × {worst} by {by}\n\n{quoted(example.why)}\n\n{fenced(workspace(example))}\n"
        f"{_sides(example)}\n{spoken}{fenced([replay], 'sh')}"
    )


def _sides(example: Failure) -> str:
    rows = [f"| {' | '.join(map(quoted, row))} |\n" for row in sides(example)]
    head = "| about | expected | observed |\n|---|---|---|\n" if rows else ""
    left = more(example)
    return head + "".join(rows) + (f"\n{left}\n" if left else "")


def _notes(record: Record) -> str:
    """What was skipped, excused, warned of, and what is outdated; as a list."""
    lines = not_counted(record)
    shown = [f"- {quoted(line, LONGEST)}" for line in lines[:MOST_NOTES]]
    shown += [f"- … and {len(lines) - MOST_NOTES:,} more"] if len(lines) > MOST_NOTES else []
    return "\n".join(["### Not counted, and why\n", *shown]) + "\n" if lines else ""
