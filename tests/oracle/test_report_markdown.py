"""The report in Markdown: the verdict first, what belongs into a summary, and nothing that a subject has marked up."""

from __future__ import annotations

import html
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from markdown_it.token import Token
from synthetic_records import NASTY, PLACE, failing, of_every_kind, of_many, record

from tsr_oracle.reports import markdown
from tsr_oracle.reports.failure_text import one_line
from tsr_spec.chapters import clauses

GITHUB = MarkdownIt("gfm-like")


def tokens(text: str) -> list[Token]:
    """What the Markdown is made of, the parts of lines too."""
    return [part for token in GITHUB.parse(text) for part in (token, *(token.children or ()))]


def test_the_verdict_comes_first_then_the_guarantees_then_an_example_of_each_kind() -> None:
    """A reader of a summary sees in this order whether it failed, what is promised, and why it failed."""
    text = markdown.report(record(failing(1), failing(2), failing(3, "divergence", "SHELL-1")), PLACE)
    wanted = (
        *("## FAILED: 3 finding(s)", "| FENCE-G1 | 7 | agree | No escape |", "#### 2 × escape by <code>FENCE-5</code>"),
        *("ws/  ← workspace", "$ tsr t", "| <code>exit</code> | <code>1</code> | <code>0</code> |", "rm: gone"),
    )
    places = [text.find(part) for part in wanted]
    assert -1 not in places
    assert places == sorted(places)
    assert f"replay results/case-{failing(1).case.id}.json --impl ./tsr" in text
    assert text.count("#### ") == 2


def test_what_does_not_count_is_said_with_its_reason() -> None:
    """Skipped, excused, warned of, outdated: each is a line of the list at the end."""
    text = html.unescape(markdown.report(of_every_kind(), PLACE))
    notes = text.partition("### Not counted, and why")[2]
    for part in (
        "skipped 4: needs another user",
        "excused 1 × stricter by FENCE-16 until 2027-06-30: a slash is refused (https://example.org/7)",
        "1 warnings, which rest on a ruling",
        "1 × divergence by FENCE-12",
        "expired on 2027-06-30: stricter by FENCE-20",
        "no longer fails, delete it: stricter by FENCE-17",
    ):
        assert part in notes


def test_a_run_without_failures_has_no_part_about_them() -> None:
    """A green summary is its verdict and the table."""
    text = markdown.report(record(), PLACE)
    assert text.startswith("## OK: every case agrees\n")
    assert "###" not in text


def test_nothing_that_a_subject_words_is_marked_up() -> None:
    """Links, pictures, HTML, headings, lists, formulas and mentions in names and outputs stay text."""
    text = markdown.report(of_every_kind(), PLACE)
    assert text.replace("\n", "").isprintable()
    kinds = {token.type for token in tokens(text)}
    assert kinds.isdisjoint({"link_open", "image", "html_block", "em_open", "s_open", "hr", "code_block"})
    titles = " ".join(clause.title for clause in clauses().values())
    assert all(f"`{token.content}`" in titles for token in tokens(text) if token.type == "code_inline")
    assert {token.content for token in tokens(text) if token.type == "html_inline"} == {"<code>", "</code>"}
    headings = [token.tag for token in tokens(text) if token.type == "heading_open"]
    assert headings == ["h2", "h3", *["h4"] * 5, "h3"]


def test_a_fence_is_longer_than_what_it_encloses() -> None:
    """A block of backticks in a config does not end the block that it is shown in."""
    (block,) = [token for token in tokens(markdown.fenced(["a", "`````", NASTY])) if token.type == "fence"]
    assert block.content.startswith("a\n`````\n")


@given(st.text(st.one_of(st.sampled_from("`|<>[]()!*_~&#:@$\\w.\n\r\t \x1b\u202e\udcff-+=1"), st.characters())))
def test_quoted_is_code_wherever_it_stands(text: str) -> None:
    """Whatever the text: in a paragraph, in a list and in a cell of a table it is itself, and nothing else."""
    quoted, shown = markdown.quoted(text), html.escape(one_line(text), quote=False)
    cell = f"<code>{shown}</code>" if text else ""
    (row,) = re.findall("<td>(.*)</td>", GITHUB.render(f"| a |\n|---|\n| {quoted} |\n").replace("&quot;", '"'))
    assert row == cell
    assert GITHUB.render(f"x {quoted} y\n").replace("&quot;", '"') == f"<p>x {cell} y</p>\n"


@pytest.mark.parametrize("long", [1, 100_000])
def test_it_stays_within_what_a_summary_may_have(long: int) -> None:
    """5,000 failures of hundreds of kinds, with long texts: under a mebibyte, and what is left out is counted."""
    found = of_many(5_000).failures
    text = markdown.report(record(*found[:-1], failing(9_999, why="é" * long)), PLACE)
    assert len(text.encode()) < 1 << 20
    shown = re.findall(r"^#### ([\d,]+) ×", text, re.MULTILINE)
    (left,) = re.findall(r"… and [\d,]+ more kind\(s\) with ([\d,]+) failure\(s\)", text)
    assert sum(int(count.replace(",", "")) for count in (*shown, left)) == 5_000


def test_where_examples_are_long_fewer_are_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit holds by leaving out examples, never by cutting one."""
    monkeypatch.setattr(markdown, "LIMIT", 6_000)
    text = markdown.report(of_many(50), PLACE)
    assert len(text.encode()) <= 6_000 + 100
    assert 0 < text.count("#### ") < markdown.MOST_EXAMPLES
    assert len([token for token in tokens(text) if token.type == "fence"]) == 3 * text.count("#### ")
