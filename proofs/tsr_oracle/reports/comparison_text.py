"""A comparison of two records in words, in Markdown, and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable

from tsr_oracle.record.record import Header, Kind
from tsr_oracle.reports.compare import Change, Comparison
from tsr_oracle.reports.failure_text import one_line, title_of
from tsr_oracle.reports.markdown import quoted
from tsr_spec.case import Json

MOST = 20
"""How many kinds of changes are shown, each with one case; all are counted."""


def verdict(found: Comparison) -> str:
    """Whether anything got worse."""
    if not found.shared:
        return "FAILED: no case is in both records"
    got = f"{len(found.better):,} better, {len(found.still):,} still failing, {found.agreeing:,} agree"
    if found.worse:
        return f"WORSE: {len(found.worse):,} of {found.shared:,} cases got worse ({got})"
    return f"OK: none of {found.shared:,} cases got worse ({got})"


def terminal(found: Comparison) -> str:
    """In words, the verdict last."""
    lines = [f"before: {one_line(_subject(found.before))}", f"after:  {one_line(_subject(found.after))}"]
    lines += [f"note: {note}" for note in _notes(found)] + [""]
    for title, changes in _parts(found):
        lines += [f"{title}:", *(f"  {text}{_example(example)}" for text, example in _grouped(changes)), ""]
    if found.by_clause():
        lines += ["clause       before   after  rule"]
    for clause, (before, after) in found.by_clause().items():
        lines.append(f"{one_line(clause) or '—':<11} {before:>7,} {after:>7,}  {title_of(clause)}".rstrip())
    return "\n".join([*lines, verdict(found)]) + "\n"


def markdown(found: Comparison) -> str:
    """In Markdown, the verdict first."""
    lines = [f"## {verdict(found)}", "", "| | subject |", "|---|---|"]
    lines += [f"| before | {quoted(_subject(found.before))} |", f"| after | {quoted(_subject(found.after))} |", ""]
    lines += [f"- {note}" for note in _notes(found)] + [""]
    for title, changes in _parts(found):
        grouped = (f"- {quoted(text)}{_quoted_example(example)}" for text, example in _grouped(changes))
        lines += [f"### {title.capitalize()}", "", *grouped, ""]
    if found.by_clause():
        lines += ["| clause | before | after | rule |", "|---|--:|--:|---|"]
    for clause, (before, after) in found.by_clause().items():
        lines.append(f"| {quoted(clause) or '—'} | {before:,} | {after:,} | {title_of(clause)} |")
    return "\n".join(lines).rstrip() + "\n"


def as_json(found: Comparison) -> str:
    """As one object, with each case that changed or fails."""
    value: dict[str, Json] = {
        "verdict": verdict(found),
        "passed": found.passed(),
        "before": _header(found.before),
        "after": _header(found.after),
        "notes": [*found.notes],
        "shared": found.shared,
        "agreeing": found.agreeing,
        "only_before": found.only_before,
        "only_after": found.only_after,
        "worse": [_change(change) for change in found.worse],
        "better": [_change(change) for change in found.better],
        "still": [_change(change) for change in found.still],
        "clauses": {clause: [*counts] for clause, counts in found.by_clause().items()},
    }
    return json.dumps(value, indent=1) + "\n"


def _header(header: Header) -> Json:
    subject: list[Json] = [*header.subject]
    return {
        "subject": subject,
        "subject_version": header.subject_version,
        "level": header.level,
        "seed": header.seed,
        "clauses": header.clauses,
    }


def _change(change: Change) -> Json:
    return {
        "case": change.after.name,
        "way": change.after.way,
        "before": [change.before.worst, change.before.clause],
        "after": [change.after.worst, change.after.clause],
    }


def _subject(header: Header) -> str:
    return f"{header.subject_version} (level {header.level}, seed {header.seed}, {header.started})"


def _notes(found: Comparison) -> list[str]:
    only = [(found.only_before, "before"), (found.only_after, "after")]
    return [*found.notes, *(f"{count:,} case(s) only {side}, not compared" for count, side in only if count)]


def _parts(found: Comparison) -> list[tuple[str, tuple[Change, ...]]]:
    parts = [("got worse", found.worse), ("got better", found.better), ("still failing", found.still)]
    return [(title, changes) for title, changes in parts if changes]


def _grouped(changes: Iterable[Change]) -> list[tuple[str, Change | None]]:
    """The kinds of changes, how many there are of each, and one of each; the last says how many are left out."""
    examples: dict[tuple[Kind, Kind], Change] = {}
    counts: Counter[tuple[Kind, Kind]] = Counter()
    for change in changes:
        examples.setdefault(change.kinds, change)
        counts[change.kinds] += 1
    shown: list[tuple[str, Change | None]] = []
    for kinds, example in list(examples.items())[:MOST]:
        shown.append((f"{counts.pop(kinds):,} × {_step(*kinds)}", example))
    return shown + ([(f"… and {counts.total():,} more, of {len(counts):,} kinds", None)] if counts else [])


def _step(before: Kind, after: Kind) -> str:
    return _kind(after) if before == after else f"{_kind(before)} → {_kind(after)}"


def _kind(kind: Kind) -> str:
    worst, clause = kind
    return f"{worst} by {one_line(clause) or '—'}" if worst != "agree" else worst


def _told(change: Change) -> tuple[str, str]:
    """What its case is called, and how it fails."""
    return f"{change.after.name} ({change.after.way})", "" if change.failure is None else change.failure.why


def _example(change: Change | None) -> str:
    return "" if change is None else "; for example {}: {}".format(*map(one_line, _told(change)))


def _quoted_example(change: Change | None) -> str:
    return "" if change is None else ": for example {}: {}".format(*map(quoted, _told(change)))
