"""A record as JUnit XML: a suite a chapter, a test a clause.

Whoever shows such a file compares it with the one before by the names of its tests, so these are what stays from run
to run: the clauses. A failure counts against the clause that tells most of it, and against no other, so that one
mistake is one red test. A suite in front of them has what is no clause's: it fails where no case was run, and where
the divergence file is outdated. So there is a failure in the file exactly where the check has failed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from tsr_oracle.classes import Class
from tsr_oracle.record.record import Failure, Record, examples
from tsr_oracle.reports.failure_text import more, one_line, said, sides, title_of, workspace
from tsr_oracle.terminal import replay_words
from tsr_oracle.visible import visible
from tsr_spec.chapters import chapters, clauses

MOST_NAMES = 20
"""How many of the cases that failed by one clause are named; all are counted."""

NO_CLAUSE = "no clause"


def report(record: Record, path: str) -> str:
    """All of it, in ASCII. `path` is that of the record, beside which the case files lie."""
    root = Element("testsuites")
    _set(root, name="tsr-oracle", time=f"{record.footer.seconds:.1f}")
    _of_the_run(root, record)
    found, milder = _by_clause(record.findings()), _by_clause(_no_findings(record))
    known = [(chapter.name, [clause.id for clause in chapter.clauses]) for chapter in chapters()]
    others = sorted({*found, *milder} - clauses().keys())
    for name, ids in [*known, ("other", others)]:
        suite = SubElement(root, "testsuite")
        _set(suite, name=name)
        for clause in ids:
            _of_a_clause(suite, record, clause, path, found.get(clause, []), milder.get(clause, []))
    _count(root)
    indent(root)
    document: bytes = tostring(root, encoding="us-ascii", xml_declaration=True)
    return document.decode("ascii") + "\n"


def _set(element: Element, **attributes: str) -> None:
    for name, value in attributes.items():
        element.set(name, visible(value))


def _text(parent: Element, tag: str, lines: Iterable[str], **attributes: str) -> None:
    element = SubElement(parent, tag)
    _set(element, **attributes)
    element.text = "\n".join(map(visible, lines))


def _by_clause(failures: Iterable[Failure]) -> dict[str, list[Failure]]:
    found: dict[str, list[Failure]] = {}
    for failure in failures:
        found.setdefault(failure.line.clause, []).append(failure)
    return found


def _no_findings(record: Record) -> Iterable[Failure]:
    """What is recorded and does not fail the check: excused, a warning, or milder than what does."""
    findings = {failure.line.key for failure in record.findings()}
    return (failure for failure in record.failures if failure.line.key not in findings)


def _of_the_run(root: Element, record: Record) -> None:
    """The suite of what is no clause's; all the time is spent in its first test, since none is kept by case."""
    header, suite = record.header, SubElement(root, "testsuite")
    _set(suite, name="check", timestamp=header.started)
    test = _test(suite, "check", "cases were run", record.footer.seconds)
    if not record.lines:
        _text(test, "failure", [], type="empty", message="no case was run")
    about = f"{one_line(header.subject_version)} (level {header.level}, seed {header.seed}, clauses {header.clauses})"
    _text(test, "system-out", [about, f"{len(record.lines):,} cases", header.confinement])
    test = _test(suite, "check", "the divergence file is up to date")
    if record.stale():
        _text(test, "failure", record.stale(), type="outdated", message=f"{len(record.stale())} outdated entry(ies)")
    for reason, count in record.footer.skipped.items():
        test = _test(suite, "check", f"skipped: {one_line(reason)}")
        _text(test, "skipped", [], message=f"{count:,} case(s): {one_line(reason)}")


def _test(suite: Element, chapter: str, name: str, seconds: float = 0.0) -> Element:
    test = SubElement(suite, "testcase")
    _set(test, classname=f"tsr-oracle.{chapter}", name=name, time=f"{seconds:.1f}")
    return test


def _of_a_clause(
    suite: Element, record: Record, clause: str, path: str, found: list[Failure], milder: list[Failure]
) -> None:
    name = f"{clause or NO_CLAUSE} {title_of(clause)}".rstrip()
    test = _test(suite, suite.get("name", ""), name)
    if found:
        worst, *_ = examples(found)
        message = f"{worst.worst} ({len(found):,} case(s)): {one_line(worst.why)}"
        lines = [*_told(worst, replay_words(record, path, worst)), "", *_names(found)]
        _text(test, "failure", lines, type=worst.worst, message=message)
    elif not milder and clause not in record.footer.tested:
        reason = clauses()[clause].unchecked
        message = f"not checked here: {reason}" if reason else "no case of this run tests it"
        _text(test, "skipped", [], message=message)
    if milder:
        _text(test, "system-out", _counted(milder))


def _told(failure: Failure, replay: str) -> list[str]:
    """One failure in full."""
    lines = [f"{failure.worst}: {one_line(failure.why)}", "", *workspace(failure), ""]
    lines += [f"{about}: expected {expected}, observed {observed}" for about, expected, observed in sides(failure)]
    lines += [more(failure)] * bool(more(failure))
    lines += [f"it said: {line}" for line in said(failure)]
    return [*lines, f"replay: {replay}"]


def _names(found: list[Failure]) -> list[str]:
    """What fails by the clause, by class, and by name."""
    counts: Counter[Class] = Counter(failure.worst for failure in found)
    lines = [f"{count:,} × {worst}" for worst, count in counts.items()]
    lines += [f"case {one_line(failure.line.name)} ({failure.worst})" for failure in found[:MOST_NAMES]]
    return lines + [f"… and {len(found) - MOST_NAMES:,} more"] * (len(found) > MOST_NAMES)


def _counted(milder: list[Failure]) -> list[str]:
    """What does not fail the check, by class and why it does not."""
    why = {"counts": "milder than what fails", "warning": "a warning", "excused": "excused"}
    counts = Counter((failure.worst, why[failure.standing]) for failure in milder)
    return [f"{count:,} × {worst}: {standing}" for (worst, standing), count in counts.items()]


def _count(root: Element) -> None:
    """Writes into each suite, and at the top, how many tests it has, and how they ended."""
    wanted: dict[str, Callable[[Element], int]] = {
        "tests": lambda suite: len(suite.findall(".//testcase")),
        "failures": lambda suite: len(suite.findall(".//failure")),
        "errors": lambda suite: 0,
        "skipped": lambda suite: len(suite.findall(".//skipped")),
    }
    for suite in (root, *root):
        for name, count in wanted.items():
            suite.set(name, str(count(suite)))
