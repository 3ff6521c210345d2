"""Two records beside each other: what got worse, what better, and what can't be compared."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from markdown_it import MarkdownIt
from synthetic_records import HEADER, NASTY, agreeing, failing, nasty, of_every_kind, of_many, record

from tsr_oracle.record.record import Failure, Record
from tsr_oracle.reports import comparison_text
from tsr_oracle.reports.compare import Comparison, compare


def mended(found: Record, *numbers: int) -> Record:
    """The record, with these cases agreeing."""
    names = {f"1:{number}" for number in numbers}
    lines = (agreeing(int(line.name[2:])) if line.name in names else line for line in found.lines)
    return replace(
        found, lines=tuple(lines), failures=tuple(one for one in found.failures if one.line.name not in names)
    )


def names(found: Comparison) -> tuple[list[str], list[str], list[str], int]:
    """The cases that got worse, better, and still fail; and how many agree."""
    parts = ([change.after.name for change in part] for part in (found.worse, found.better, found.still))
    worse, better, still = parts
    return worse, better, still, found.agreeing


def test_each_case_is_worse_better_still_failing_or_agrees() -> None:
    """Decided by the class of one case, before and after."""
    every = record(failing(1), failing(2), failing(3), failing(4, "hang"))
    before = mended(every, 1)
    after = mended(record(failing(1), failing(2), failing(3, "hang"), failing(4, "escape")), 2)
    assert names(compare(before, after)) == (["1:4", "1:1"], ["1:3", "1:2"], [], 3)
    assert names(compare(every, every)) == ([], [], ["1:1", "1:2", "1:3", "1:4"], 3)


def test_excuses_change_nothing() -> None:
    """What a subject does is compared, not what somebody knows of it."""
    excused = record(failing(1, standing="excused"))
    assert names(compare(mended(excused, 1), excused))[0] == ["1:1"]
    assert names(compare(record(failing(1)), excused))[2] == ["1:1"]


@pytest.mark.parametrize(("before", "after", "passed"), [((), (1,), True), ((1,), (), False), ((1,), (1,), True)])
def test_it_passes_where_nothing_got_worse(before: tuple[int, ...], after: tuple[int, ...], passed: bool) -> None:
    """Fixed, or failing as before, is no reason to fail."""
    every = record(failing(1), failing(2))
    found = compare(mended(every, *before), mended(every, *after))
    assert found.passed() == passed
    assert comparison_text.verdict(found).startswith("OK: " if passed else "WORSE: 1 of 5 cases")


def test_only_shared_cases_are_compared() -> None:
    """A case that one side does not have is counted, and no more."""
    found = compare(record(failing(1), agree=2), record(failing(2), agree=3))
    assert (found.only_before, found.only_after, found.shared, found.passed()) == (1, 2, 2, True)
    text = comparison_text.terminal(found)
    assert "note: 1 case(s) only before, not compared" in text
    assert "note: 2 case(s) only after, not compared" in text


def test_with_nothing_to_compare_it_fails() -> None:
    """No shared case is no proof that nothing got worse."""
    found = compare(record(failing(1), agree=0), record(failing(2), agree=0))
    assert not found.passed()
    assert comparison_text.verdict(found) == "FAILED: no case is in both records"


def test_it_says_what_makes_the_two_hard_to_compare() -> None:
    """Other levels and seeds are no error, but they are said; with equal ones nothing is."""
    other = record(header=replace(HEADER, level="ours", seed=2))
    notes = compare(record(), other).notes
    assert [note.partition(":")[0] for note in notes] == ["the levels differ (seed, ours)", "the seeds differ (1, 2)"]
    assert compare(record(), record()).notes == ()


def changed(failure: Failure, text: str) -> Failure:
    """The failure with another case under the same name."""
    return replace(failure, case=failing(999).case, origin=text)


def test_cases_that_only_have_a_name_in_common_are_not_compared() -> None:
    """Another version of the generator makes another case of one number; the originals of failures tell."""
    before = record(failing(1), failing(2))
    shrunk = record(changed(failing(1), failing(1).case.id), failing(2))
    foreign = record(changed(failing(1), "0123456789ab"), failing(2))
    assert compare(before, shrunk).shared == 5
    found = compare(before, foreign)
    assert (found.shared, found.passed()) == (0, False)
    assert found.notes[0].startswith("1 generated case(s) of one name are two cases")


def test_kinds_are_counted_with_an_example_of_each_and_clauses_on_both_sides() -> None:
    """What changed is told by what it was and what it is now."""
    every = record(failing(1), failing(2), failing(3, "hang", "ENV-1"))
    text = comparison_text.terminal(compare(mended(every, 1, 2), every))
    assert "  2 × agree → escape by FENCE-5; for example 1:1 (binary): out/f is gone\n" in text
    assert "  1 × hang by ENV-1; for example 1:3 (binary): out/f is gone\n" in text
    assert "FENCE-5           0       2  `rm` never follows a link\n" in text
    assert text.endswith("WORSE: 2 of 6 cases got worse (0 better, 1 still failing, 3 agree)\n")


def test_as_json_each_case_is_named() -> None:
    """For another program: the verdict, the two sides, and every case that changed or fails."""
    every = record(failing(1), failing(2))
    value = json.loads(comparison_text.as_json(compare(mended(every, 1), every)))
    assert (value["passed"], value["shared"], value["agreeing"]) == (False, 5, 3)
    assert value["worse"] == [{"case": "1:1", "way": "binary", "before": ["agree", ""], "after": ["escape", "FENCE-5"]}]
    assert value["clauses"] == {"FENCE-5": [1, 2]}


def test_nothing_that_a_subject_words_gets_through() -> None:
    """On a terminal every letter can be seen, and in Markdown none is a mark."""
    bad = record(nasty(), header=replace(HEADER, subject_version=NASTY))
    found = compare(mended(bad, 666), bad)
    assert all(line.isprintable() for line in comparison_text.terminal(found).splitlines())
    tokens = MarkdownIt("gfm-like").parse(comparison_text.markdown(found))
    inner = [part for token in tokens for part in token.children or ()]
    assert {part.type for part in inner} <= {"text", "html_inline", "code_inline", "softbreak"}
    assert {part.content for part in inner if part.type == "html_inline"} == {"<code>", "</code>"}
    assert json.loads(comparison_text.as_json(found))["before"]["subject_version"] == NASTY


def test_a_comparison_of_many_failures_can_be_read() -> None:
    """5,000 cases that got worse by hundreds of kinds: twenty of them are shown, and the rest is counted."""
    every = of_many(5_000)
    found = compare(mended(every, *range(5_000)), every)
    for text in (comparison_text.terminal(found), comparison_text.markdown(found)):
        assert len(text) < 50_000
        assert "WORSE: 5,000 of 10,000 cases got worse" in text
        assert text.count("→") == comparison_text.MOST
        assert "more, of" in text
    assert len(json.loads(comparison_text.as_json(found))["worse"]) == 5_000


def test_the_two_sides_of_every_kind_of_failure_are_the_same() -> None:
    """A record compared with itself: nothing is better or worse."""
    found = compare(of_every_kind(), of_every_kind())
    assert (found.worse, found.better, len(found.still), found.passed()) == ((), (), 8, True)
