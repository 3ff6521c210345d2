"""The red lines of three small honest runners were judged by hand: a sample of them is what was judged, and no more."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tsr_oracle.check import failure_of, line_of
from tsr_oracle.quality.adjudicated import FILE, AdjudicationError, adjudicated, explanation, unexplained
from tsr_oracle.record.record import Failure
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Setting
from tsr_spec.chapters import cases

SHELL = Path(__file__).resolve().parents[1] / "subjects" / "tsr-shell"
PART = 20


@pytest.fixture(name="red", scope="module")
def red_lines() -> list[Failure]:
    """Those of the runner in shell in a twentieth of the spec's cases, the same ones whatever else is added."""
    setting = Setting(("/bin/sh", str(SHELL)), None, "seed", 1, limit=2.0)
    some = [at for at, name in enumerate(cases()) if int(name, 16) % PART == 0]
    with Team(setting, 1) as team:
        answers = list(team.ask([Batch("spec", "binary", range(at, at + 1)) for at in some]))
    judged = [one for answer in answers for one in answer if isinstance(one, Judged) and one.verdict is not None]
    assert len(judged) > len(some) / 2
    return [
        failure_of(one, line_of(one, one.case.id), "counts")
        for one in judged
        if one.verdict is not None and one.verdict.worst != "agree"
    ]


def test_every_red_line_is_one_that_was_judged_by_hand(red: list[Failure]) -> None:
    """A new one has to be looked at: who is wrong, the runner or the oracle?"""
    assert len(red) > 20
    assert unexplained(red, tuple(one for one in adjudicated() if one.subject == "tsr-shell")) == []


def test_what_was_judged_of_another_runner_explains_little(red: list[Failure]) -> None:
    """So the entries are narrow enough to tell something: a runner that fails otherwise is not covered by them."""
    other = tuple(one for one in adjudicated() if one.subject == "tsr-node")
    assert len(unexplained(red, other)) > len(red) / 2


def test_the_first_entry_that_fits_counts(red: list[Failure], tmp_path: Path) -> None:
    """The special stands ahead of the general."""
    one = red[0]
    path = tmp_path / "adjudicated.toml"
    kind = f'[[adjudicated]]\nsubject = "s"\nclasses = ["{one.worst}"]\ncases = 1\nverdict = "subject"\n'
    path.write_text(
        f'{kind}named = ["other"]\nwhy = "1"\n{kind}clauses = ["{one.line.clause}"]\nwhy = "2"\n{kind}why = "3"'
    )
    found = explanation(one, adjudicated(path))
    assert found is not None
    assert found.why == "2"


def test_each_entry_says_of_which_runner_it_is_and_why() -> None:
    """Of one of the three; and it has been seen at least once."""
    for entry in adjudicated():
        assert entry.subject in ("tsr-node", "tsr-shell", "tsr-python")
        assert entry.why
        assert entry.cases > 0


@pytest.mark.parametrize(
    ("change", "what"),
    [
        (
            lambda text: text.replace('verdict = "subject"', 'verdict = "nobody"', 1),
            "'nobody' is nothing that `verdict`",
        ),
        (lambda text: text.replace('classes = ["', 'classes = ["crush", "', 1), "'crush' is nothing that `classes`"),
        (
            lambda text: text.replace('clauses = ["', 'clauses = ["FENCE-0", "', 1),
            "'FENCE-0' is nothing that `clauses`",
        ),
        (lambda text: text.replace("cases = ", 'cases = "many" # ', 1), "entry 1: `cases` is 'many'"),
        (lambda text: text.replace("why = ", "because = ", 1), "entry 1: needs cases, classes, subject"),
        (lambda text: text.replace("said = '", "said = '(", 1), "`said`: "),
        (lambda text: text + "[[", "adjudicated.toml: "),
    ],
    ids=["verdict", "class", "clause", "number", "key", "pattern", "notation"],
)
def test_what_can_t_be_used_is_refused_with_its_place(tmp_path: Path, change: Callable[[str], str], what: str) -> None:
    """A kind that is misspelt would explain nothing, or everything."""
    path = tmp_path / "adjudicated.toml"
    path.write_text(change(FILE.read_text(encoding="utf-8")), encoding="utf-8")
    with pytest.raises(AdjudicationError, match=what):
        adjudicated(path)
