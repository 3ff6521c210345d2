"""The score: a wrong runner is hunted until it shows as what was written down, and what is said of it is so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tsr_oracle.classes import Class
from tsr_oracle.command import run as main
from tsr_oracle.faults.catalogue import Fault
from tsr_oracle.judge import Verdict
from tsr_oracle.programs import is_patient
from tsr_oracle.quality.hunt import Hunted, Quarry, Result, in_rounds, result_of, serve
from tsr_oracle.quality.score import Score, ScoreError, best, from_json, rows, to_json
from tsr_oracle.team import Team
from tsr_oracle.worker import Judged, Setting
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, Given
from tsr_spec.chapters import cases

FAULT = Fault("f", "", frozenset({("escape", "FENCE-1"), ("loss", "FENCE-5")}), 1.0)


def judged(worst: Class, *clauses: str, said: str = "") -> Judged:
    return Judged("spec", "hosted", 0, Case("", (), Given((), ()), ()), (), Verdict(worst, clauses, ""), said=said)


@pytest.mark.parametrize(
    ("what", "result"),
    [
        (judged("escape", "FENCE-G1", "FENCE-1"), "caught"),
        (judged("escape", "FENCE-5"), "wrong clause"),
        (judged("divergence", "FENCE-1"), "wrong class"),
        (judged("agree", "FENCE-1"), "missed"),
        (judged("escape", "FENCE-1", said="tsr: internal error: AttributeError"), "missed"),
    ],
    ids=["as written", "another clause", "another class", "green", "broken"],
)
def test_a_red_line_counts_by_its_class_and_its_clauses(what: Judged, result: Result) -> None:
    assert result_of(FAULT, what) == result


@pytest.fixture(name="team", scope="module")
def team_of_one() -> Iterator[Team]:
    with Team(Setting((), None, "ours", 5), 1, serve=serve) as team:
        yield team


def test_a_hunt_ends_with_the_first_case_that_shows_it_and_makes_it_smaller(team: Team) -> None:
    (found,) = team.ask([Quarry(Hunted("rm_follows", "generator"), 60.0, 5)])
    assert (found.result, found.worst) == ("caught", "loss")
    assert found.case == str(found.cases - 1)
    assert found.files <= 6


def test_a_hunt_for_a_race_finds_nothing_and_ends_in_time(team: Team) -> None:
    """It is right on a tree that keeps still, so that every case agrees."""
    (found,) = team.ask([Quarry(Hunted("listing_by_path", "generator"), 0.2, 5)])
    assert (found.result, found.first, found.case) == ("missed", "missed", "")
    assert 0.2 <= found.seconds == found.spent < 30.0
    assert 0 < found.cases == found.played


def test_a_hunt_is_gone_on_with_where_it_was(team: Team) -> None:
    """So a longer one does not begin anew, and comes to what it would have come to at once."""
    (at_once,) = team.ask([Quarry(Hunted("rm_follows", "generator"), 60.0, 5)])
    (begun,) = team.ask([Quarry(Hunted("rm_follows", "generator"), 0.1, 5)])
    (gone_on,) = team.ask([Quarry(begun, 60.0, 5)])
    assert (begun.result == "caught", gone_on.result) == (False, "caught")
    assert begun.played < gone_on.played == at_once.played
    assert gone_on.case == at_once.case


def test_each_clause_has_had_one_case_before_any_has_had_two() -> None:
    played = [case.clauses[0] for case in in_rounds() if not is_patient(case.given)]
    assert len({*played[: len({*played})]}) == len({*played})
    assert {case.id for case in in_rounds()} == {*cases()}


def test_what_the_right_runner_fails_too_is_no_sign_of_a_fault(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a mistake of the model would catch every wrong runner at once."""
    from tsr_oracle.quality import hunt as module
    from tsr_oracle.scratch import Area
    from tsr_oracle.worker import CaseWorker

    monkeypatch.setattr(module, "result_of", lambda fault, judged: "caught")
    monkeypatch.setattr(module, "_agrees", lambda judged: False)
    with Area() as area:
        setting = Setting((), None, "ours", 5)
        one, other = CaseWorker(setting, area), CaseWorker(setting, area)
        try:
            found = module.hunt(one, other, Quarry(Hunted("rm_follows", "generator"), 0.1, 5))
        finally:
            one.close()
            other.close()
    assert found.result == "missed"


# --- the table -----------------------------------------------------------------------------------------------------


def score(seconds: float, **hunted: tuple[Hunted, Hunted]) -> Score:
    return Score(
        CLAUSES_VERSION, 5, seconds, {name: {"vectors": one, "generator": two} for name, (one, two) in hunted.items()}
    )


LATE = Hunted("late", "generator", "caught", "wrong class", 4.0, 90, 30.0, "loss", "FENCE-5", "89", 3)
SOON = Hunted("soon", "vectors", "caught", "caught", 1.0, 2, 1.0, "escape", "FENCE-1", "0011", 1)
BOTH = score(60.0, late=(Hunted("late", "vectors"), LATE), soon=(SOON, Hunted("soon", "generator", seconds=60.0)))


def test_each_span_counts_what_was_known_by_then_and_both_means_what_one_of_them_knew() -> None:
    found = {row.means: (row.results["caught"], row.first, row.median, row.files) for row in rows(BOTH)}
    assert [row.results["wrong class"] for row in rows(BOTH)] == [0, 1, 0, 0]
    assert found == {
        "vectors": (1, 1, 1.0, 1),
        "generator, 10 s": (0, 0, None, None),
        "generator, 60 s": (1, 0, 30.0, 3),
        "vectors and generator, 60 s": (2, 1, 15.5, 2),
    }


def test_the_better_of_two_results_is_that_of_both() -> None:
    assert best(BOTH.hunted["late"]) == LATE
    assert best(BOTH.hunted["soon"]) == SOON


def test_a_score_is_read_as_it_was_saved() -> None:
    assert from_json(to_json(BOTH)) == BOTH


@pytest.mark.parametrize(
    "text", ["", "[]", "{}", '{"clauses": "0", "seed": 1, "seconds": 1, "faults": {"a": {}}}', "{"]
)
def test_what_is_no_score_is_refused(text: str) -> None:
    with pytest.raises(ScoreError):
        from_json(text)


# --- the verb ------------------------------------------------------------------------------------------------------


def test_a_score_of_one_more_fault_keeps_what_was_saved_of_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    saved = tmp_path / "score.json"
    saved.write_text(to_json(score(0.1, soon=(SOON, Hunted("soon", "generator", seconds=0.1)))))
    words = ["score", "rm-follows", "--seconds", "0.1", "--jobs", "1", "--quiet", "--json", str(saved)]
    assert main(words) == 0
    assert list(from_json(saved.read_text()).hunted) == ["rm_follows", "soon"]
    assert capsys.readouterr().out.startswith("1 wrong runners")


def test_what_is_saved_is_not_hunted_again(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Unless it was hunted for less long; `rm_follows` would be caught if it was hunted here."""
    saved = tmp_path / "score.json"
    saved.write_text(to_json(score(10.0, rm_follows=(SOON, Hunted("rm_follows", "generator", spent=10.0)))))
    assert main(["score", "rm_follows", "--json", str(saved), "--quiet"]) == 0
    assert from_json(saved.read_text()).hunted["rm_follows"]["generator"].result == "missed"
    assert main(["score", "rm_follows", "--json", str(saved), "--quiet", "--seconds", "60"]) == 0
    assert (read := from_json(saved.read_text())).hunted["rm_follows"]["generator"].result == "caught"
    assert read.seconds == 60.0
    assert "1 wrong runners" in capsys.readouterr().out


def test_what_is_missed_is_named_and_the_exit_code_says_so(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    missed = Hunted("rm_follows", "vectors"), Hunted("rm_follows", "generator", "wrong class", worst="crash", case="7")
    monkeypatch.setattr("tsr_oracle.quality.score.run", lambda *words: iter([score(10.0, rm_follows=missed)]))
    assert main(["score", "rm_follows"]) == 1
    assert capsys.readouterr().out.splitlines()[-1] == "rm_follows: wrong class: crash , by generator 7"


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["no_such"], "no_such: there is no such wrong runner"),
        (["rm_follows", "--json", "{odd}"], "this is no score"),
    ],
    ids=["unknown", "not a score"],
)
def test_what_can_not_be_scored_is_misuse(
    words: list[str], why: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    odd = tmp_path / "odd.json"
    odd.write_text("{}")
    assert main(["score", *(word.format(odd=odd) for word in words)]) == 64
    assert why in capsys.readouterr().err
