"""A record in words: each failure with its workspace drawn, a table by guarantee, one by chapter, and the sum."""

from __future__ import annotations

import os
import shlex
import shutil
import sys
from collections import Counter

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.divergences import Divergence
from tsr_oracle.draw import bounds_of, capped, command, config_lines, drawing, meanwhile
from tsr_oracle.expected import NOT_PLACES, Difference
from tsr_oracle.record.record import Failure, Footer, Kind, Record, case_file, kinds
from tsr_oracle.visible import visible
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


def report(record: Record, path: str, *, every_clause: bool = False) -> list[str]:
    """All of it. `path` is that of the record, beside which the case files lie."""
    header = record.header
    about = f"{header.subject_version} (level {header.level}, seed {header.seed}). {header.confinement}"
    lines = [f"subject: {visible(about)}", ""]
    for shown_failure in record.standing("counts"):
        if shown_failure.smallest:
            lines += failure(shown_failure, replay_words(record, path, shown_failure))
    lines += tables(record.footer, every_clause=every_clause)
    return [*lines, *summary(record), f"record: {visible(path)}", verdict(record)]


def replay_words(record: Record, path: str, failure: Failure) -> str:
    """The command line that shows a failure again."""
    case = os.path.join(os.path.dirname(path), case_file(failure))
    return f"{called()} replay {shlex.quote(case)}{record.header.options}"


def called() -> str:
    """How whoever reads this calls the oracle: by its name where that is found, else as it was called now."""
    installed = os.path.basename(sys.argv[0]) == "tsr-oracle" and shutil.which("tsr-oracle") is None
    return shlex.quote(sys.argv[0]) if installed else "tsr-oracle"


def tables(footer: Footer, *, every_clause: bool) -> list[str]:
    """The table by guarantee, and one by chapter or by clause."""
    known = clauses()
    guarantees = [clause for clause in known.values() if clause.kind == "guarantee" and "-G" in clause.id]
    lines = ["guarantee   cases     worst       what is promised"]
    for clause in guarantees:
        if clause.id in footer.tested or clause.id in footer.worst:
            lines.append(_row(clause.id, footer, clause.title))
    lines += [
        "",
        "clause      cases     worst       rule"
        if every_clause
        else "chapter     cases     worst       clauses tested",
    ]
    for chapter in chapters():
        lines += _by_clause(chapter, footer) if every_clause else [_by_chapter(chapter, footer)]
    return lines


def _row(name: str, footer: Footer, title: str) -> str:
    worst = footer.worst.get(name, "agree")
    return f"{name:<11} {footer.tested.get(name, 0):>7,}   {shown(worst, 11)} {title}"


def _by_clause(chapter: Chapter, footer: Footer) -> list[str]:
    rules = [clause for clause in chapter.clauses if clause.kind != "guarantee"]
    return [
        _row(clause.id, footer, clause.title)
        if clause.id in footer.tested
        else f"{clause.id:<11} {'—':>7}   {_unchecked(clause)}"
        for clause in rules
    ]


def _unchecked(clause: Clause) -> str:
    return f"not checked here: {clause.unchecked}" if clause.unchecked else "no case of this run"


def _by_chapter(chapter: Chapter, footer: Footer) -> str:
    names = [clause.id for clause in chapter.clauses]
    tested = [name for name in names if name in footer.tested]
    worst = min((footer.worst.get(name, "agree") for name in names), key=CLASSES.index)
    most = max((footer.tested[name] for name in tested), default=0)
    return f"{chapter.name:<11} {most:>7,}   {shown(worst, 11)} {len(tested)} of {len(names)}"


MOST_DIFFERENCES = 12


def _difference(difference: Difference) -> str:
    sides = (f"{escape(side)[:200]}" for side in (difference.expected, difference.observed))
    return "{}: expected {}, observed {}".format(escape(difference.about), *sides)


def failure(failure: Failure, replay: str) -> list[str]:
    """One failure: what is wrong by which clause, the workspace drawn, both sides, and how to see it again."""
    given, known = failure.case.given, clauses()
    about = ", ".join(failure.clauses[:4])
    first = f"{shown(failure.worst)}  {visible(f'{about}: {escape(failure.why)}')}   [{failure.case.id}]"
    leading = (*failure.clauses, "")[0]
    lines = [f"  {leading}: {known[leading].title}"] if leading in known else []
    lines.append("")
    changed = {difference.about for difference in failure.differences} - NOT_PLACES
    lines += [f"    {line}" for line in drawing(given, bounds_of(given), changed)]
    lines += [f"  {line}" for line in config_lines(given)]
    lines += ["", f"  $ {command(given)}", *(f"    {text}" for text in meanwhile(given))]
    lines += [f"  {line}" for line in capped(list(map(_difference, failure.differences)), MOST_DIFFERENCES)]
    lines += [f"  it said: {escape(line)}" for line in failure.said.splitlines()[:4]]
    if failure.origin not in ("", failure.case.id):
        lines.append(f"  made smaller from case {failure.origin}")
    lines += [f"  replay:  {replay}", ""]
    return [first, *map(visible, lines)]


def summary(record: Record) -> list[str]:
    """How many cases which way, what was skipped and why, what was excused, the sum of it."""
    footer = record.footer
    counts: Counter[tuple[str, str]] = Counter((line.source, line.way) for line in record.lines)
    ways = sorted(f"{count:,} {source} through the {_THROUGH[way]}" for (source, way), count in counts.items())
    lines = ["", f"{len(record.lines):,} cases in {footer.seconds:.0f} s: {'; '.join(ways)}"]
    lines += [f"shards: {', '.join(record.header.shards)}"] if record.header.shards else []
    lines += not_counted(record)
    lines += _kinds("", kinds(record.standing("counts")))
    classes = record.classes
    lines.append(", ".join(f"{classes[name]:,} {name}" for name in CLASSES if classes[name]))
    return [*map(visible, lines)]


MOST_KINDS = 20


def _kinds(before: str, found: Counter[Kind]) -> list[str]:
    """How many of each kind, worst first and then the most frequent."""
    in_order = sorted(found.items(), key=lambda one: (CLASSES.index(one[0][0]), -one[1]))
    return capped(
        [f"{before}{count:,} × {worst} by {clause or '—'}" for (worst, clause), count in in_order], MOST_KINDS
    )


def not_counted(record: Record) -> list[str]:
    """What was skipped, excused or is a warning only, and what is wrong with the divergence file."""
    lines = [f"skipped {count:,}: {reason}" for reason, count in record.footer.skipped.items()]
    lines += [excused(excuse, count) for excuse, count in record.footer.excuses if count]
    warned = kinds(record.standing("warning"))
    lines += [f"{sum(warned.values()):,} warnings, which rest on a ruling; --level says what counts:"] if warned else []
    lines += _kinds("  ", warned)
    return [*lines, *record.stale()]


_THROUGH = {"hosted": "subject host", "binary": "command"}


def excused(excuse: Divergence, count: int) -> str:
    """How many cases an entry of the divergence file has excused, and why."""
    return f"excused {count:,} × {excuse.name} until {excuse.expires}: {excuse.reason} ({excuse.link})"


def verdict(record: Record) -> str:
    """The last line: whether anything counts, and what doesn't."""
    if not record.lines:
        return "FAILED: no case was run"
    findings, stale = len(record.findings()), len(record.stale())
    if not record.passed():
        outdated = f", {stale} outdated entry(ies) of the divergence file" if stale else ""
        return f"FAILED: {findings:,} finding(s) of class {record.header.fail_on} or worse{outdated}"
    standings = Counter(failure.standing for failure in record.failures)
    milder = [(standings["counts"], f"milder than {record.header.fail_on}"), (standings["warning"], "warnings")]
    left = [f"{count:,} {what}" for count, what in [*milder, (standings["excused"], "excused")] if count]
    return f"OK: nothing counts against it ({', '.join(left)})" if left else "OK: every case agrees"
