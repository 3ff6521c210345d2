"""The programs of a world tell exactly how they were started."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator

import pytest

from tsr_oracle import recorder
from tsr_oracle.materialise import materialise
from tsr_oracle.recorder import Mark, Started
from tsr_oracle.scratch import Area, World
from tsr_spec.case import Child, Directory, Given, Program

TREE = (Program("bin/tool", 0), Program("bin/three", 3), Program("bin/killed", 128 + 9), Directory("ws/sub\n"))


@pytest.fixture(name="world")
def world_with_programs() -> Iterator[World]:
    with Area() as area:
        yield materialise(Given(argv=(), tree=TREE), area)


def start(world: World, program: str, *words: bytes, cwd: str = "ws", env: dict[bytes, bytes] | None = None) -> int:
    command = [world.place(program), *words]
    return subprocess.run(
        command, cwd=world.place(cwd), env=env or {}, check=False, stdin=subprocess.DEVNULL
    ).returncode


def told(world: World) -> tuple[Started, ...]:
    return recorder.read(world, recorder.lines(world))


def test_a_program_ends_with_its_status_or_by_its_signal(world: World) -> None:
    assert [start(world, f"bin/{name}") for name in ("tool", "three", "killed")] == [0, 3, -9]


def test_the_starts_are_told_in_their_order(world: World) -> None:
    for number in range(5):
        start(world, "bin/three", b"%d" % number)
    start(world, "bin/tool")
    assert [one.argv for one in told(world)] == [*(("three", str(number)) for number in range(5)), ("tool",)]


ODD_WORDS = (b"", b" ", b"two words", b"line\nline\n", b"\xff\xfe", b"-n", b"%s", b"'\"$x`\\", b"x" * 100_000)


def test_the_words_are_told_whatever_bytes_they_hold(world: World) -> None:
    start(world, "bin/tool", *ODD_WORDS)
    (one,) = told(world)
    assert tuple(word.encode("utf-8", "surrogateescape") for word in one.argv[1:]) == ODD_WORDS
    assert one.complete


def test_the_directory_is_the_physical_one(world: World) -> None:
    os.symlink("sub\n", world.place("ws/link"))
    start(world, "bin/tool", cwd="ws/link", env={b"PWD": world.place("ws/link")})
    assert told(world)[0].child == Child(("tool",), "ws/sub\n")


def test_the_environment_is_told_as_it_was_handed_over(world: World) -> None:
    env = {
        b"B": b"\xff\n=",
        b"A": world.path + b"/x",
        b"not a name": b"",
        b"PATH": b"/nowhere",
        b"IFS": b"0",
        b"PWD": b"no",
    }
    start(world, "bin/tool", env=env)
    assert told(world)[0].env == (
        "B=\udcff\n=",
        "A=/@WORLD@/x",
        "not a name=",
        "PATH=/nowhere",
        "IFS=0",
        "PWD=no",
    )


def test_programs_side_by_side_do_not_get_in_each_others_way(world: World) -> None:
    word = b"w" * 60_000
    running = [subprocess.Popen([world.place("bin/tool"), word, b"%d" % number], env={}) for number in range(8)]
    assert [process.wait() for process in running] == [0] * 8
    starts = told(world)
    assert all(one.complete and one.argv[1].encode() == word for one in starts)
    assert sorted(one.argv[2] for one in starts) == [str(number) for number in range(8)]


@pytest.mark.parametrize("umask", [0o000, 0o777])
def test_the_subjects_umask_does_not_matter(world: World, umask: int) -> None:
    before = os.umask(umask)
    try:
        start(world, "bin/tool")
        start(world, "bin/tool")
    finally:
        os.umask(before)
    assert [one.complete for one in told(world)] == [True, True]


def test_a_start_that_was_cut_short_is_still_a_start(world: World) -> None:
    with open(world.records + b"/said", "ab") as said:
        said.write(b"start 123 tool\0start 124 tool\0start 12")
    with open(world.records + b"/124", "wb") as record:
        record.write(b"2\0/x/tool\0one")
    assert [one.complete for one in told(world)] == [False, False]


def test_a_start_tells_its_process_group_session_and_input(world: World) -> None:
    own = subprocess.Popen([world.place("bin/tool")], env={}, stdin=subprocess.PIPE, start_new_session=True)
    own.communicate()
    start(world, "bin/tool")
    first, second = told(world)
    assert (first.pid, first.group, first.session, first.stdin, first.leads_group) == (own.pid,) * 3 + ("other", True)
    assert (second.group, second.session, second.stdin) == (os.getpgrp(), os.getsid(0), "null")
    assert not second.leads_group


def test_a_process_name_that_looks_like_more_of_the_record_is_none(world: World) -> None:
    name = b"a) S 1 2 3\nX=1"
    os.link(world.place("bin/tool"), world.place("bin/") + name)
    subprocess.run([world.place("bin/") + name], env={"Y": ") S 1 2 3\n"}, check=True, stdin=subprocess.DEVNULL)
    (one,) = told(world)
    assert one.complete
    assert one.env == ("Y=) S 1 2 3\n",)
    assert one.group == os.getpgrp()


def test_a_program_says_that_it_is_up_and_that_it_ends(world: World) -> None:
    start(world, "bin/three")
    start(world, "bin/killed")
    said = recorder.lines(world)
    pids = [one.pid for one in recorder.read(world, said)]
    assert recorder.marks(said) == tuple(
        Mark(name, what, pid)
        for name, pid in zip(("three", "killed"), pids, strict=True)
        for what in ("start", "up", "end")
    )
