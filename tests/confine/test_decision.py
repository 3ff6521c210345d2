"""Both readings decide about confinement as the rows of CONF-1 say, and alike everywhere else."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tsr_impl.confinement import decision
from tsr_model.confinement import Said, decide
from tsr_proofs.confinement import table
from tsr_proofs.confinement.theorems import decisions as everything
from tsr_spec.case import CaseError
from tsr_spec.decisions import Row, decisions, parse

ROWS = decisions()


def said(row: Row) -> Said:
    return Said("tsr" if row.product == "tsr" else "tsr-confine", row.typed, row.user, row.project, row.capable)


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.product}-{row.authority}-{row.boundary}")
def test_the_model_decides_as_the_row_says(row: Row) -> None:
    found = decide(said(row))
    assert (found.boundary, found.authority, found.remark) == (row.boundary, row.authority, row.remark)


def test_the_runner_decides_as_the_model_does_whatever_was_said() -> None:
    """The domain is finite: 108 questions, each of them asked."""
    for one in everything():
        found, right = decision.decide(one.product, one.typed, one.user, one.project, one.capable), decide(one)
        answer = found.boundary, found.authority, found.remark or None
        assert answer == (right.boundary, right.authority, right.remark), one
    assert len({*everything()}) == 108


def test_the_rows_have_every_answer_that_there_is() -> None:
    """Each boundary by each authority that can give it, and each remark."""
    answers = {(decide(one).boundary, decide(one).authority) for one in everything()}
    assert {(row.boundary, row.authority) for row in ROWS} == answers
    assert {row.remark for row in ROWS} == {None, "vetoed", "ignored"}


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("tsr - - - capable off default", "remark None"),
        ("tsr - - maybe capable off default -", "project 'maybe'"),
        ("tsr - - - capable off default - -", "too many words"),
    ],
)
def test_a_row_that_can_not_be_read_is_refused_with_its_line(line: str, why: str) -> None:
    with pytest.raises(CaseError, match=f"line 2: .*{why}"):
        parse(f"```decisions\n{line}\n```\n")


def test_the_table_of_the_page_is_what_the_model_decides_and_the_documents_show_it() -> None:
    """Its words for the user's file hold on the command line as well, but for the authority."""
    for one in everything():
        if one.typed is not None:
            typed, filed = decide(one), decide(replace(one, typed=None, user=one.typed))
            assert (typed.boundary, typed.remark) == (filed.boundary, filed.remark), one
            assert (typed.authority, filed.authority) == ("command-line", "user")
    shown = (Path(__file__).resolve().parents[2] / "docs" / "confinement.md").read_text("utf-8")
    assert "\n".join(f"| {' | '.join(row)} |" for row in table.rows()) in shown
