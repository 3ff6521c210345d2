"""A case is run sealed: the subject gets what the case says and nothing else, and leaves nothing behind."""

from __future__ import annotations

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tsr_oracle import survivors
from tsr_oracle.observe import CAP, Observation
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Command, Hosted, Subject, SubjectError
from tsr_spec.case import Directory, Entry, File, Given, Program

FAKE = str(Path(__file__).with_name("fake_runner.py"))
TREE: tuple[Entry, ...] = (
    File("ws/f", "x"),
    Program("bin/tool", 3),
    Program("bin/killed", 128 + 15),
    Directory("ws/in"),
)


@pytest.fixture(name="area", scope="module")
def scratch_area() -> Iterator[Area]:
    with Area() as area:
        yield area


@pytest.fixture(name="hosted", scope="module")
def hosted_fake() -> Iterator[Hosted]:
    with Hosted(runner="fake_runner") as subject:
        yield subject


@pytest.fixture(name="command", scope="module")
def fake_by_command() -> Command:
    return Command([sys.executable, FAKE])


@pytest.fixture(name="subject", params=["command", "hosted"])
def either(request: pytest.FixtureRequest) -> Subject:
    subject: Subject = request.getfixturevalue(request.param)
    return subject


def shell(area: Area, text: str, limit: float = 10.0, stdin: str = "") -> Observation:
    return run_case(Given(argv=("-c", text), tree=TREE, stdin=stdin), area, Command(["/bin/sh"]), limit)


QUESTIONS = (
    Given(argv=("surroundings",), tree=TREE),
    Given(argv=("surroundings", "", "\udcff", "/@WORLD@/x"), tree=TREE, cwd="ws/in", umask=0o077),
    Given(argv=("surroundings",), tree=TREE, env=(("X", "\udcff"), ("HOME", ""), ("EMPTY", "")), home="ws/in"),
    Given(argv=("surroundings",), tree=TREE, stdin="at /@WORLD@\n", cwd=".", umask=0o000),
    Given(argv=("spawn", "tool", "a  b", "\udcff"), tree=TREE),
    Given(argv=("spawn", "killed"), tree=TREE),
    *(Given(argv=("end", how), tree=TREE) for how in ("exit", "self")),
)


@pytest.mark.parametrize("given", QUESTIONS, ids=lambda given: " ".join(given.argv[:2]))
def test_hosted_is_observed_as_the_command_is(area: Area, hosted: Hosted, command: Command, given: Given) -> None:
    ours, theirs = run_case(given, area, hosted), run_case(given, area, command)
    for name in ("exit", "signal", "timed_out", "stdout", "stderr", "tree", "children", "survivors", "beyond", "cut"):
        assert getattr(ours, name) == getattr(theirs, name), name


def test_the_surroundings_are_exactly_what_the_case_says(area: Area, subject: Subject) -> None:
    given = Given(argv=("surroundings", "a"), tree=TREE, env=(("X", "/@WORLD@"),), umask=0o027)
    first, descriptors, ignored = run_case(given, area, subject).stdout.splitlines()
    env = [("HOME", "/@WORLD@/home"), ("PATH", "/@WORLD@/bin"), ("X", "/@WORLD@")]
    assert first == f"['a'] /@WORLD@/ws {env} 0o27 ''"
    assert descriptors == "[0, 1, 2] True False", "descriptors, own session, terminal"
    assert ignored == "[]"


def test_no_descriptor_is_inherited_even_one_that_was_meant_to_be(area: Area) -> None:
    with open(os.devnull) as null:
        inherited = fcntl.fcntl(null, fcntl.F_DUPFD, 50)
    try:
        assert shell(area, "echo /proc/self/fd/*5*").stdout == "/proc/self/fd/*5*\n"
    finally:
        os.close(inherited)


def test_signals_ignored_by_the_oracle_are_not_ignored_by_the_subject(area: Area) -> None:
    before = signal.signal(signal.SIGHUP, signal.SIG_IGN)
    try:
        assert shell(area, "kill -HUP $$").signal == signal.SIGHUP
    finally:
        signal.signal(signal.SIGHUP, before)


def test_the_oracles_own_directory_and_umask_stay(area: Area, subject: Subject) -> None:
    here, umask = os.getcwd(), os.umask(0o022)
    run_case(Given(argv=("nothing",), tree=TREE, umask=0o077), area, subject)
    assert (os.getcwd(), os.umask(umask)) == (here, 0o022)


def test_output_and_input_have_the_signs_for_the_real_places(area: Area) -> None:
    seen = shell(area, "pwd; read line; echo $line; echo $HOME >&2; echo $0 > f", stdin="/@WORLD@/in\n")
    assert (seen.stdout, seen.stderr) == ("/@WORLD@/ws\n/@WORLD@/in\n", "/@WORLD@/home\n")


def test_one_cases_output_is_not_the_nexts(area: Area) -> None:
    assert shell(area, "echo a long line; echo another >&2").stdout == "a long line\n"
    seen = shell(area, "echo x")
    assert (seen.stdout, seen.stderr) == ("x\n", "")


def test_much_output_is_cut_and_marked(area: Area) -> None:
    seen = shell(area, "x=0123456789abcdef; while :; do x=$x$x; printf %s $x; [ ${#x} -lt 1000000 ] || exit; done")
    assert (len(seen.stdout), seen.cut) == (CAP, ("stdout",))


def test_an_empty_stdin_is_the_end_and_no_terminal(area: Area) -> None:
    assert shell(area, "[ ! -t 0 ] && ! read line && echo end").stdout == "end\n"


@pytest.mark.parametrize("how", ["", "hang"])
def test_a_survivor_is_named_and_ended_though_it_fled_and_is_deaf(area: Area, subject: Subject, how: str) -> None:
    given = Given(argv=("leave", *how.split()), tree=TREE)
    seen = run_case(given, area, subject, limit=1.0 if how else 10.0)
    assert (seen.timed_out, seen.exit) == ((True, None) if how else (False, 0))
    (survivor,) = seen.survivors
    assert "SIG_IGN" in survivor.command[-1]
    assert not os.path.exists(f"/proc/{survivor.pid}")


def test_survivors_of_survivors_are_found(area: Area) -> None:
    sleep = "(trap '' TERM HUP; /bin/sleep 600 & wait) >/dev/null"
    seen = shell(area, f"{sleep} & while [ $(/bin/cat /proc/$!/task/$!/children | /usr/bin/wc -w) = 0 ]; do :; done")
    assert sum("sleep" in survivor.command[0] for survivor in seen.survivors) == 1
    assert len(seen.survivors) == 2


def test_a_process_that_was_killed_already_is_no_survivor(area: Area) -> None:
    assert shell(area, "/bin/sleep 600 & kill -KILL $!").survivors == ()


def test_a_time_limit_ends_a_subject(area: Area) -> None:
    seen = shell(area, "trap '' TERM INT; while :; do :; done", limit=0.2)
    assert (seen.timed_out, seen.exit, seen.signal, seen.survivors) == (True, None, None, ())


def test_the_processes_of_others_are_left_alone(area: Area) -> None:
    own = subprocess.Popen(["/bin/sleep", "600"])
    try:
        assert shell(area, ":").survivors == ()
        assert own.poll() is None
    finally:
        own.kill()
        own.wait()


def test_what_is_written_above_the_world_is_seen(area: Area) -> None:
    assert shell(area, "echo x > ../../stray").beyond == ("/@WORLD@/../stray",)
    assert shell(area, ":").beyond == ()


def test_nothing_is_left_in_scratch(area: Area, subject: Subject) -> None:
    run_case(Given(argv=("spawn", "tool"), tree=TREE), area, subject)
    world = area.fresh_world(other=False)
    assert os.listdir(world.path + b"/..") == [os.path.basename(world.path)]
    assert os.listdir(area.root + b"/records") == []
    area.discard(world)


def test_a_traceback_is_seen_and_the_next_case_runs(area: Area, subject: Subject) -> None:
    seen = run_case(Given(argv=("end", "raise"), tree=TREE), area, subject)
    assert (seen.exit, seen.stderr.splitlines()[-1]) == (1, "RuntimeError: a traceback is wanted")
    assert run_case(Given(argv=("nothing",), tree=TREE), area, subject).exit == 3


def test_a_runner_that_kills_its_host_is_reported_and_the_next_case_runs(area: Area) -> None:
    before = survivors.children()
    with Hosted(runner="fake_runner") as subject:
        with pytest.raises(SubjectError, match="host"):
            run_case(Given(argv=("end", "parent"), tree=TREE), area, subject)
        assert run_case(Given(argv=("nothing",), tree=TREE), area, subject).exit == 3
    assert survivors.children() == before


def test_a_subject_that_is_not_there_is_an_error_of_its_own(area: Area) -> None:
    with pytest.raises(SubjectError, match="not found"):
        Command(["./no-such-program"])
    for hosted in (Hosted(runner="no_such_runner"), Hosted("no_such_fault", runner="fake_runner")):
        with pytest.raises(SubjectError, match=r"No module named .*no_such_"), hosted:
            run_case(Given(argv=(), tree=()), area, hosted)


def test_a_relative_program_is_found_from_where_the_oracle_was_started(
    area: Area, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "own").write_text("#!/bin/sh\nexit 7\n")
    (tmp_path / "own").chmod(0o755)
    monkeypatch.chdir(tmp_path)
    subject = Command(["./own"])
    monkeypatch.undo()
    assert run_case(Given(argv=(), tree=()), area, subject).exit == 7


@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # of forking, where the tests themselves run in threads
def test_a_python_built_on_an_old_system_seals_alike(
    area: Area, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(*_: object, **__: object) -> int:
        raise NotImplementedError

    given = Given(argv=("surroundings", "x"), tree=TREE, stdin="in")
    before = run_case(given, area, command)
    monkeypatch.setattr(os, "posix_spawn", missing)
    monkeypatch.delattr(os, "pidfd_open")
    after = run_case(given, area, command)
    assert (before.exit, after.exit, before.stdout) == (0, 0, after.stdout)


def test_a_kernel_without_lists_of_children_is_searched(monkeypatch: pytest.MonkeyPatch) -> None:
    own = subprocess.Popen(["/bin/sleep", "600"])
    try:
        assert own.pid in survivors.children()
        assert own.pid in survivors._children_by_search()
    finally:
        own.kill()
        own.wait()
