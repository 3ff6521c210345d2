"""The report in JUnit XML: a parser takes it whatever was printed, and it is red exactly where the check is."""

from __future__ import annotations

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from synthetic_records import HEADER, KNOWN, PLACE, failing, nasty, of_every_kind, of_many, record

from tsr_oracle.record.record import Record
from tsr_oracle.reports import junit
from tsr_spec.chapters import chapters, clauses


def parsed(found: Record) -> ElementTree.Element:
    """The report, read back."""
    text = junit.report(found, PLACE)
    assert text.isascii()
    return ElementTree.fromstring(text)


def of(root: ElementTree.Element, clause: str) -> ElementTree.Element:
    """The one test of a clause."""
    (test,) = (test for test in root.iter("testcase") if test.get("name", "").split(" ")[0] == clause)
    return test


def counts(element: ElementTree.Element) -> tuple[int, ...]:
    """How many tests, failures and skipped ones there are."""
    return tuple(len(element.findall(f".//{tag}")) for tag in ("testcase", "failure", "skipped"))


def test_each_chapter_is_a_suite_and_each_clause_a_test() -> None:
    """Names stay from run to run, whatever fails, so that a CI can compare them."""
    green, red = parsed(record()), parsed(record(failing(1)))
    for root in (green, red):
        suites = [suite.get("name") for suite in root]
        assert suites == ["check", *(chapter.name for chapter in chapters()), "other"]
    names = [[(test.get("classname"), test.get("name")) for test in root.iter("testcase")] for root in (green, red)]
    assert names[0] == names[1]
    assert len(set(names[0])) == len(names[0]) == len(clauses()) + 2


def test_a_failure_tells_what_the_terminal_tells() -> None:
    """Class, reason, workspace, both sides, what was said, how to see it again, and which other cases fail so."""
    failure = of(parsed(record(failing(1), failing(2), failing(3, "hang"))), "FENCE-5").find("failure")
    assert failure is not None
    assert failure.attrib == {"type": "escape", "message": "escape (3 case(s)): out/f is gone"}
    for part in (
        *("ws/  ← workspace", "$ tsr t", "exit: expected 1, observed 0", "it said: rm: gone", "2 × escape", "1 × hang"),
        *(f"replay results/case-{failing(1).case.id}.json --impl ./tsr", "case 1:3 (hang)"),
    ):
        assert part in (failure.text or "")


def test_a_failure_counts_against_one_clause_only() -> None:
    """One mistake is one red test, however many clauses the case was decided by."""
    root = parsed(record(failing(1)))
    assert counts(root)[1] == 1
    assert of(root, "SHELL-1").find("failure") is None


def test_what_does_not_count_is_told_and_is_not_red() -> None:
    """Excused, a warning, milder than `--fail-on`: the test of the clause passes, and says so."""
    root = parsed(
        record(
            failing(1, "stricter"), failing(2, "divergence", "ENV-1", "warning"), failing(3, "hang", "ENV-2", "excused")
        )
    )
    assert counts(root)[1] == 0
    said = [(of(root, clause).findtext("system-out")) for clause in ("FENCE-5", "ENV-1", "ENV-2")]
    assert said == ["1 × stricter: milder than what fails", "1 × divergence: a warning", "1 × hang: excused"]
    assert of(root, "ENV-2").find("skipped") is None, "it was tested"


def test_what_was_not_tested_is_skipped_with_the_reason() -> None:
    """A clause that nothing checks gives the spec's reason, one without a case says that; so does a case left out."""
    root = parsed(record(skipped={"needs another user": 4}))
    unchecked = next(clause for clause in clauses().values() if clause.unchecked)
    for name, reason in ((unchecked.id, f"not checked here: {unchecked.unchecked}"), ("ENV-2", "no case of this run")):
        skipped = of(root, name).find("skipped")
        assert skipped is not None
        assert skipped.get("message", "").startswith(reason)
    assert of(root, "FENCE-5").find("skipped") is None
    assert of(root, "skipped:").find("skipped") is not None


@pytest.mark.parametrize(
    "found",
    [
        record(),
        record(failing(1)),
        record(failing(1, clause="")),
        record(failing(1, clause="NO-SUCH")),
        record(failing(1, "stricter")),
        record(failing(1, "stricter"), header=replace(HEADER, fail_on="stricter")),
        record(failing(1, standing="excused")),
        record(agree=0),
        record(expired=(KNOWN,)),
        record(excuses=((KNOWN, 0),)),
        record(excuses=((KNOWN, 0),), header=replace(HEADER, shards=("1/2",))),
        of_every_kind(),
    ],
    ids=lambda found: f"{len(found.failures)}-{found.passed()}",
)
def test_it_is_red_exactly_where_the_check_is(found: Record) -> None:
    """No failure in the file: exit code 0; at least one: exit code 1."""
    assert (counts(parsed(found))[1] == 0) == found.passed()


def test_the_numbers_of_each_suite_are_those_of_its_tests() -> None:
    """Whoever believes the attributes and whoever counts come to the same."""
    root = parsed(of_every_kind())
    for suite in (root, *root):
        assert tuple(int(suite.get(name, "")) for name in ("tests", "failures", "skipped")) == counts(suite)
        assert suite.get("errors") == "0"


def test_the_time_of_the_run_is_there_once() -> None:
    """The record has no times of single cases; what the tests add up to is what the run took."""
    root = parsed(record())
    assert root.get("time") == "12.3"
    assert sum(float(test.get("time", "")) for test in root.iter("testcase")) == 12.3
    assert root[0].get("timestamp") == HEADER.started


def test_whatever_was_printed_it_is_xml() -> None:
    """Control characters, halves of surrogates, `]]>`, marks, and what turns the direction of writing are bytes."""
    root = parsed(of_every_kind())
    failure = of(root, "ENV-1").find("failure")
    assert failure is not None
    for part in ("]]>", "<script>", "&amp;", r"\x1b[31m", r"\xff", r"\xed\xa0\x80", r"\xe2\x80\xae", r"\x00"):
        assert part in "".join(failure.itertext()) + failure.get("message", "")
    for element in root.iter():
        texts = [*element.attrib.values(), element.text or ""]
        assert all(line.isprintable() for text in texts for line in text.split("\n"))
    assert nasty().why not in (failure.text or "")


def test_a_record_of_many_failures_makes_a_file_that_can_be_shown() -> None:
    """5,000 failures by every clause: under two megabytes, all of them counted."""
    found = of_many(5_000)
    text = junit.report(found, PLACE)
    assert len(text) < 2_000_000
    messages = [failure.get("message", "") for failure in ElementTree.fromstring(text).iter("failure")]
    assert sum(int(message.split("(")[1].split(" ")[0]) for message in messages) == len(found.findings())
