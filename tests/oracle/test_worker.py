"""A worker: what a subject does to its surroundings is a verdict, and what keeps the worker from working a sentence."""

from __future__ import annotations

import multiprocessing
from collections import deque
from collections.abc import Iterator
from typing import Any

import pytest

from tsr_oracle import scratch, worker
from tsr_oracle.scratch import Area, ScratchError
from tsr_oracle.subject import Hosted
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, CaseWorker, Judged, Post, Postponed, Setting, Shrink, _answer, serve
from tsr_spec.case import Case, Directory, Given, Mount, Program
from tsr_spec.chapters import cases

SETTING = Setting((), None, "ours", 1, 5.0)
ENDS_HOST = Case("ends its host", (), Given(("end", "parent"), (Directory("ws"),)), ())
NOTHING = Case("does nothing", (), Given(("nothing",), (Directory("ws"),)), ())


@pytest.fixture(name="member")
def worker_with_a_fake_runner() -> Iterator[CaseWorker]:
    with Area() as area, Hosted(runner="fake_runner") as subject:
        yield CaseWorker(SETTING, area, {"hosted": subject})


def ask(member: CaseWorker, *given: Case) -> Any:
    return _answer(member, Batch("given", "hosted", range(len(given)), given))


def test_a_subject_that_kills_its_host_has_crashed_and_the_next_cases_are_judged(member: CaseWorker) -> None:
    kind, judged = ask(member, ENDS_HOST, NOTHING, ENDS_HOST, NOTHING)
    assert kind == "judged"
    assert [one.verdict.worst for one in judged] == ["crash", "divergence", "crash", "divergence"]
    assert "host" in judged[0].verdict.why


def test_such_a_crash_can_be_made_smaller(member: CaseWorker) -> None:
    _, (judged,) = ask(member, ENDS_HOST)
    answer: Any = _answer(member, Shrink(judged))
    kind, (_, smallest) = answer
    assert kind == "shrunk"
    assert smallest.verdict.worst == "crash"
    assert smallest.origin == ENDS_HOST.id


def test_a_runner_that_cannot_be_imported_is_no_crash_but_no_subject() -> None:
    with Area() as area, Hosted(runner="no_such_runner") as subject:
        kind, why = ask(CaseWorker(SETTING, area, {"hosted": subject}), NOTHING)
    assert kind == "refused"
    assert why.endswith("No module named 'no_such_runner'")
    assert "\n" not in why


def test_a_fault_of_the_oracle_is_one_sentence_that_says_where(
    member: CaseWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("of all things")

    monkeypatch.setattr(worker, "judge", broken)
    kind, why = ask(member, NOTHING)
    assert kind == "failed"
    assert why.startswith(
        "a fault of the oracle itself, please report it: ZeroDivisionError: of all things (test_worker"
    )


def test_a_case_that_cannot_be_made_is_skipped_with_the_reason(member: CaseWorker) -> None:
    impossible = Case("", (), Given(("a\0b",), ()), ())
    _, (judged,) = ask(member, impossible)
    assert (judged.verdict, judged.skipped) == (None, "a word of the command line has a NUL in it")


def test_a_case_that_is_mounted_where_none_can_be_is_skipped_with_the_reason(member: CaseWorker) -> None:
    _, (judged,) = ask(member, Case("", (), Given(("nothing",), (Mount("elsewhere"),)), ()))
    assert (judged.verdict, judged.skipped) == (None, "'elsewhere': only 'ws/mnt' can be mounted")


def test_a_case_with_a_mount_is_skipped_where_there_is_none(member: CaseWorker) -> None:
    _, (judged,) = ask(member, Case("", (), Given(("nothing",), (Mount("ws/mnt"),)), ()))
    assert (judged.verdict, judged.skipped) == (None, "needs a mounted file system: none was made")


def test_what_belongs_to_another_user_is_for_root_alone(member: CaseWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 12345)
    _, (judged,) = ask(member, Case("", (), Given(("nothing",), (Directory("ws", 0o755, "other"),)), ()))
    assert (judged.verdict, judged.skipped) == (None, "needs root")


def test_a_case_whose_programs_need_what_is_not_there_is_skipped_with_the_reason(
    member: CaseWorker, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(worker, "lacks_tool", lambda given: "setsid" if given.tree == NOTHING.given.tree else None)
    _, (judged,) = ask(member, NOTHING)
    assert judged.skipped == "needs a program that this system has not got: setsid"


def _judged(member: CaseWorker, indexes: range, *, patient: bool) -> Any:
    """What the worker answers when it is asked for these cases of the spec."""
    answer: Any = _answer(member, Batch("spec", "hosted", indexes, patient=patient))
    return answer[1]


def test_a_case_that_takes_time_holds_up_no_batch(member: CaseWorker, monkeypatch: pytest.MonkeyPatch) -> None:
    slow = Case("slow", (), Given(("nothing",), (Directory("ws"), Program("bin/p", waits=True, on_term="slowly"))), ())
    monkeypatch.setattr(worker, "cases", lambda: {"a": NOTHING, "b": slow, "c": NOTHING})
    several, alone = (_judged(member, indexes, patient=False) for indexes in (range(3), range(1, 2)))
    assert [type(one) for one in several] == [Judged, Postponed, Judged]
    assert several[1] == alone[0] == Postponed("spec", "hosted", 1), "also where it is the last of a batch"
    assert _judged(member, range(1, 2), patient=True)[0].verdict is not None
    assert [one.verdict is not None for one in ask(member, NOTHING, slow)[1]] == [True, True], "of these only"


def test_strict_cases_are_not_played_beneath_a_directory_that_others_may_write_to(member: CaseWorker) -> None:
    member.loose = b"/open"
    strict = Case("", (), Given(("nothing", "--strict"), (Directory("ws"),)), ())
    _, (judged,) = ask(member, strict)
    assert judged.skipped == "--strict needs scratch that other users can't get at, and /open is open to some"


def test_a_worker_without_scratch_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scratch, "_parents", list)
    monkeypatch.setattr(worker, "stay_on", lambda number: None)
    monkeypatch.setattr("signal.signal", lambda *_: None)
    ours, theirs = multiprocessing.Pipe()
    serve(Post(theirs, [0, 0]), SETTING, 0)
    assert ours.recv() == ("failed", "no directory for scratch: none of /dev/shm, TMPDIR and /var/tmp will do")
    with pytest.raises(ScratchError):
        Area()


def test_answers_come_for_every_question_whoever_gets_it() -> None:
    number = len(cases())
    batches = [Batch("spec", "hosted", range(index, index + 1), patient=True) for index in range(0, number, 60)]
    with Team(SETTING, 2) as team:
        answers = list(team.ask(batches))
    assert sorted(judged.index for answer in answers for judged in answer) == list(range(0, number, 60))


def test_patient_workers_are_asked_what_is_added_meanwhile_and_nothing_else() -> None:
    few = [Batch("spec", "hosted", range(index, index + 1), patient=True) for index in range(6)]
    slow = deque(few[:2])
    with Team(SETTING, 1, patient=1) as team:
        answers = []
        for answer in team.ask(few[2:5], slow):
            answers += answer
            if len(answers) == 2:
                slow.append(few[5])
    assert sorted(judged.index for judged in answers) == [0, 1, 2, 3, 4, 5]
    with Team(SETTING, 0, patient=1) as team:
        assert list(team.ask(few[:1])) == []
