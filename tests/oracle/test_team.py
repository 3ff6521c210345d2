"""A team goes on whatever becomes of its workers, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from doomed import serve, serve_until_it_is_asked_for_a_version
from interrupting import ORACLE, descendants, scratch_of, stays

from tsr_oracle import member
from tsr_oracle import team as teams
from tsr_oracle.replay import replay
from tsr_oracle.team import RefusedSubject, Team, WorkerError
from tsr_oracle.worker import Batch, Judged, Setting, Shrink
from tsr_spec.case import Case, Directory, Given
from tsr_spec.chapters import cases

SETTING = Setting(("/bin/true",), None, "ours", 1, 0.5)


def case(what: str) -> Case:
    """One that does this to its worker."""
    return Case(what, (), Given((what,), (Directory("ws"),)), ())


def batch(*what: str) -> Batch:
    """Cases that do this to their worker, one after the other."""
    return Batch("given", "binary", range(len(what)), tuple(map(case, what)))


def judged(team: Team, asked: Batch) -> list[Judged]:
    """What the team says of the batch, in order."""
    return sorted((one for answer in team.ask([asked]) for one in answer), key=lambda one: one.index)


def verdicts(found: list[Judged]) -> list[tuple[str, str]]:
    """The class of each, and why."""
    return [(one.verdict.worst, one.verdict.why) for one in found if one.verdict is not None]


FINE = ("divergence", "no admissible outcome")
ENDED = ("crash", "the process that runs it was ended by SIGKILL")


@pytest.fixture(name="team", scope="module")
def team_of_one() -> Iterator[Team]:
    with Team(SETTING, 1, serve=serve) as team:
        yield team


def test_a_case_that_ends_its_worker_has_crashed_and_all_others_are_judged_once(team: Team) -> None:
    """Wherever in its batch it stands."""
    found = judged(team, batch("end", "nothing", "nothing", "end", "nothing", "end"))
    assert [one.index for one in found] == list(range(6))
    assert verdicts(found) == [ENDED, FINE, FINE, ENDED, FINE, ENDED]
    assert [one.case.title for one in found] == ["end", "nothing", "nothing", "end", "nothing", "end"]


def test_a_case_of_the_spec_that_ends_its_worker_is_told_with_its_clauses(team: Team) -> None:
    """The worker that takes the place of the other knows the case by its index."""
    index, known = next((i, one) for i, one in enumerate(cases().values()) if one.given.argv == ("t",))
    (blamed,) = teams._without(Batch("spec", "binary", range(index, index + 1)), index, member.Lost("has ended with 3"))
    ((told,),) = team.ask([blamed])
    assert (told.source, told.index, told.case.id, told.fatal) == ("spec", index, known.id, True)
    assert told.verdict.why == "the process that runs it has ended with 3"
    assert set(told.verdict.clauses) & set(known.clauses)


def test_a_worker_that_is_silent_is_given_up_and_its_case_hangs(team: Team, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is next has another worker."""
    monkeypatch.setattr(member, "SILENCE", 0.2)
    monkeypatch.setattr(teams, "_LOOK", 0.1)
    ((silent, why),) = verdicts(judged(team, batch("say nothing")))
    assert silent == "hang"
    assert why.startswith("the process that runs it gave no sign of life for ")
    monkeypatch.undo()
    assert verdicts(judged(team, batch("nothing"))) == [FINE]


def test_a_worker_that_was_stopped_goes_on(team: Team) -> None:
    """Its keeper sees to that at once, so that the case gets the verdict that it would have got."""
    assert verdicts(judged(team, batch("stop", "nothing"))) == [FINE, FINE]


def test_what_ended_a_worker_is_not_run_again_to_be_made_smaller(team: Team) -> None:
    (found,) = judged(team, batch("end"))
    process = team._members[0].process
    assert list(team.ask([Shrink(found)])) == [(found, found)]
    assert team._members[0].process is process, "the worker still lives"


def test_what_ends_a_worker_while_it_is_made_smaller_stays_as_it_is(team: Team) -> None:
    (fine,) = judged(team, batch("nothing"))
    other = Judged(fine.source, fine.way, 0, case("end"), (), fine.verdict)
    (first, _) = team.ask([Shrink(other), Shrink(fine)])
    assert first == (other, other)
    assert verdicts(judged(team, batch("nothing"))) == [FINE]


def test_a_worker_that_ended_while_it_had_nothing_to_do_is_replaced(team: Team) -> None:
    """It is no case's doing."""
    for turn in (False, True):
        process = team._members[0].process
        (worker,) = descendants(process.pid or 0)
        os.kill(worker, signal.SIGKILL)
        process.join()
        if turn:
            team.turn_to(SETTING)
        assert verdicts(judged(team, batch("nothing"))) == [FINE]


def test_a_subject_that_ends_one_worker_after_the_other_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """In words that say at what."""
    monkeypatch.setattr(teams, "MOST_LOST", 1)
    told = (
        r"^worker 0 was ended by SIGKILL when it was asked to judge the given cases 1 to 1 \(binary\); "
        r"this subject has ended 2 of them, so it is given up$"
    )
    with Team(SETTING, 1, serve=serve) as team, pytest.raises(WorkerError, match=told):
        judged(team, batch("end", "end"))


def test_a_subject_that_ends_its_worker_when_it_is_asked_for_a_version_is_refused() -> None:
    told = r"^the process that runs it has ended with 3 when it was asked for its version$"
    with (
        Team(SETTING, 1, serve=serve_until_it_is_asked_for_a_version) as team,
        pytest.raises(RefusedSubject, match=told),
    ):
        team.smoke("binary")


def test_a_replay_gives_its_verdicts_in_order_though_a_worker_was_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tsr_oracle.replay.Team", lambda setting, jobs: Team(setting, jobs, serve=serve))
    monkeypatch.setattr(Team, "smoke", lambda *_: "1")
    found = replay(SETTING, [case("nothing"), case("end"), case("stop")], "binary")
    assert verdicts(found) == [FINE, ENDED, FINE]


# --- what a keeper is for ------------------------------------------------------------------------------------------

KEPT = """
import os, signal, subprocess, sys
from tsr_oracle import keeper

place = sys.argv[1]
keeper.stay_behind(lambda: os.rmdir(place), with_parent="with parent" in sys.argv)
left = subprocess.Popen(["/bin/sleep", "600"], start_new_session=True)
print(os.getppid(), os.getpid(), left.pid, flush=True)
{then}
"""


def kept(place: Path, then: str, *words: str) -> tuple[subprocess.Popen[bytes], list[int]]:
    """A process with a keeper, which has started another; and the numbers of all three, the keeper's first."""
    place.mkdir()
    command = [sys.executable, "-c", KEPT.format(then=then), str(place), *words]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    return process, [int(word) for word in process.stdout.readline().split()]


@pytest.mark.parametrize(
    ("then", "code"),
    [("sys.exit(5)", 5), ("os.kill(os.getpid(), signal.SIGKILL)", -9), ("os.kill(os.getpid(), signal.SIGTERM)", -15)],
)
def test_a_keeper_ends_what_is_left_cleans_up_and_ends_in_the_same_way(tmp_path: Path, then: str, code: int) -> None:
    process, pids = kept(tmp_path / "kept", then)
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == code
    assert not (tmp_path / "kept").exists()
    assert [pid for pid in pids if stays(pid)] == []


def test_a_keeper_that_is_asked_to_end_has_its_worker_end(tmp_path: Path) -> None:
    """A worker that was stopped too."""
    process, pids = kept(tmp_path / "kept", "os.kill(os.getpid(), signal.SIGSTOP); signal.pause()")
    process.terminate()
    assert process.communicate(timeout=60) == (b"", b"")
    assert process.returncode == -signal.SIGTERM
    assert not (tmp_path / "kept").exists()
    assert [pid for pid in pids if stays(pid)] == []


def test_a_keeper_that_cannot_clean_up_says_so(tmp_path: Path) -> None:
    process, _ = kept(tmp_path / "kept", "open(place + '/f', 'w').close()")
    assert b"tsr-oracle: not everything could be cleaned up: [Errno 39]" in process.communicate(timeout=60)[1]
    assert process.returncode == 0


def test_a_worker_ends_when_its_oracle_was_killed(tmp_path: Path) -> None:
    """Its keeper has noticed that nobody is there any more."""
    code = f"import sys; sys.path.insert(0, {os.path.dirname(__file__)!r})\nfrom test_team import *\n"
    code += f"print(*kept(Path({str(tmp_path / 'kept')!r}), 'signal.pause()', 'with parent')[1], flush=True)\n"
    code += "os.kill(os.getpid(), signal.SIGKILL)\n"
    oracle = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
    assert oracle.returncode == -signal.SIGKILL
    assert [pid for pid in map(int, oracle.stdout.split()) if stays(pid)] == []
    assert not (tmp_path / "kept").exists()


def test_ctrl_c_while_workers_load_leaves_nothing_behind_and_says_one_sentence(tmp_path: Path) -> None:
    """No worker says anything of its own."""
    words = [*ORACLE, "check", "--jobs", "2", "--quiet"]
    process = subprocess.Popen(words, cwd=tmp_path, stderr=subprocess.PIPE, start_new_session=True)
    while not (running := set(descendants(process.pid))):
        assert process.poll() is None
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)
    assert (process.returncode, said) == (130, b"\ntsr-oracle: interrupted; nothing is left behind\n")
    assert scratch_of(running) == []
    assert [pid for pid in running if stays(pid)] == []
