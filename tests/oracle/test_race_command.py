"""`tsr-oracle race` from the outside: the bundled runner holds, wrong runners don't, and it leaves nothing behind."""

from __future__ import annotations

import json
import shutil
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from interrupting import interrupted, oracle, scratch_of, stays

from tsr_oracle.check import bundled_words
from tsr_oracle.faults.catalogue import Fault, catalogue
from tsr_oracle.race.race import TIERS
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Setting
from tsr_spec.chapters import cases

SUBJECTS = Path(__file__).resolve().parents[1] / "subjects"
PYTHON = f"'{sys.executable}'"
RACED = tuple(fault for fault in catalogue() if fault.by == "race")


def test_the_bundled_runner_holds(tmp_path: Path) -> None:
    """FENCE-R: the quick tier."""
    said = oracle(tmp_path, "race", "--json", "race.json")
    assert said.code == 0, said
    assert said.out.splitlines()[-1].startswith("OK: nothing outside was read or changed, nothing was lost")
    assert "\x1b" not in said.out + said.err
    record = json.loads((tmp_path / "race.json").read_text())
    calls, swaps = TIERS["quick"]
    assert record["calls"] >= calls
    assert record["swaps"] >= swaps
    assert record["met"] >= calls // 20, "so many calls at least have noticed something of it"
    assert (record["escapes"], record["lost"], record["findings"]) == (0, 0, [])
    assert sum(record["answers"].values()) == record["calls"]
    assert all(attack["calls"] for attack in record["attacks"].values())


@pytest.mark.parametrize("fault", RACED, ids=lambda fault: fault.name)
def test_a_runner_that_judges_one_thing_and_uses_another_escapes(tmp_path: Path, fault: Fault) -> None:
    """Within a minute, and the round that did it can be played again."""
    said = oracle(tmp_path, "race", "--fault", fault.name, "--seconds", "60", "--quiet", "--json", "race.json")
    assert said.code == 1, said
    record = json.loads((tmp_path / "race.json").read_text())
    assert record["escapes"]
    ((worst, clause),) = fault.accepted
    assert f"{worst}  {clause}: " in said.out
    again = next(line for line in said.out.splitlines() if line.startswith("  again:    tsr-oracle "))
    words = again.removeprefix("  again:    tsr-oracle ").split()
    once_more = oracle(tmp_path, *words, "--seconds", "60", "--quiet")
    assert once_more.code == 1
    assert f"{worst}  {clause}: " in once_more.out


@pytest.fixture(name="team", scope="module")
def one_team() -> Iterator[Team]:
    with Team(Setting((), None, "ours", 1, 10.0), 1) as team:
        yield team


@pytest.mark.parametrize("fault", RACED, ids=lambda fault: fault.name)
def test_on_a_tree_that_keeps_still_it_is_right(team: Team, fault: Fault) -> None:
    """No case of the fence tells it from the right runner: it takes the race."""
    team.turn_to(Setting((), fault.name, "ours", 1, 10.0))
    fenced = tuple(case for case in cases().values() if case.clauses[0].startswith("FENCE-"))
    wrong = [
        judged.case.title
        for answer in team.ask([Batch("given", "hosted", range(len(fenced)), fenced)])
        for judged in answer
        if judged.verdict is not None and judged.verdict.worst != "agree"
    ]
    assert wrong == []


def test_another_command_can_be_raced(tmp_path: Path) -> None:
    impl = " ".join(f"'{word}'" for word in bundled_words())
    said = oracle(tmp_path, "race", "--impl", impl, "--calls", "300", "--swaps", "1000", "--quiet")
    assert said.code == 0, said
    assert "level seed" in said.out


def misbehaving(place: Path, how: str) -> tuple[str, ...]:
    shutil.copy(SUBJECTS / "misbehave.py", place / "misbehave.py")
    return ("race", "--impl", f"{PYTHON} -I misbehave.py {how}", "--quiet")


def test_a_subject_that_hangs_is_a_finding(tmp_path: Path) -> None:
    said = oracle(tmp_path, *misbehaving(tmp_path, "hang"), "--limit", "0.5")
    assert said.code == 1
    assert "hang  FENCE-R: no end within the time limit, after 0 of " in said.out


def test_a_subject_that_removes_the_world_is_an_escape(tmp_path: Path) -> None:
    said = oracle(tmp_path, *misbehaving(tmp_path, "remove-world"))
    assert said.code == 1
    assert "escape  FENCE-R: outside, " in said.out


def test_a_subject_that_kills_the_worker_is_told(tmp_path: Path) -> None:
    said = oracle(tmp_path, *misbehaving(tmp_path, "kill-worker"))
    assert said.code == 1
    assert said.err.startswith("tsr-oracle: worker 0 was ended by SIGKILL when it was asked to play round 0")


def test_what_is_no_runner_is_told_so(tmp_path: Path) -> None:
    said = oracle(tmp_path, "race", "--impl", "/bin/true")
    assert said.code == 1
    assert said.err.startswith("tsr-oracle: this subject can't be judged: ")


def test_time_that_is_up_ends_it(tmp_path: Path) -> None:
    said = oracle(tmp_path, "race", "--seconds", "0.5", "--calls", "1000000", "--quiet")
    assert said.code == 0, said


def test_where_no_call_was_met_nothing_was_shown(tmp_path: Path) -> None:
    said = oracle(tmp_path, "race", "--calls", "0", "--swaps", "0", "--quiet")
    assert said.code == 1
    assert "FAILED: no call has met a swap, so nothing was shown" in said.out


def test_a_record_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    said = oracle(tmp_path, "race", "--calls", "1", "--swaps", "1", "--quiet", "--json", "none/race.json")
    assert said.code == 64
    assert said.err == "tsr-oracle: none/race.json: No such file or directory\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_leaves_nothing_behind(tmp_path: Path, number: int) -> None:
    said, running = interrupted(tmp_path, "race", when="racing", number=number)
    assert said.code == 128 + number
    assert said.out == ""
    assert said.err.splitlines()[-1] == "tsr-oracle: interrupted; nothing is left behind"
    assert scratch_of(running) == []
    assert [pid for pid in running if stays(pid)] == []
