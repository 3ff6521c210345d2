"""The referee of a race notices whatever is planted, and nothing where all is right; the look at the outside too."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tsr_oracle.deciding import Level
from tsr_oracle.race.answers import AT_LOAD, OK, REFUSED, Answer, Heard, heard
from tsr_oracle.race.arena import Arena
from tsr_oracle.race.commands import ROOT, Call, call
from tsr_oracle.race.referee import Finding, Referee
from tsr_oracle.race.sites import OUTSIDE
from tsr_oracle.scratch import Area, World
from tsr_oracle.subject import Ended, Survivor
from tsr_spec.case import File

WORLD = World(b"/w", None, b"/r")
CONTENTS = ("mine a", "mine b")
CAT, REMOVE, COPY, ECHO = (
    call("cat d/a"),
    call("rm -r d/b"),
    call("cp d/a d/b e"),
    Call(("echo",), "value", ("V=1", "V=")),
)
REFUSAL = "rm: refusing to touch '/w/out/b': outside the workspace at '/w/ws' — add it to `[security] allow_paths` if …"


def ended(exit: int | None = 0, signal: int | None = None, *, timed_out: bool = False, left: int = 0) -> Ended:
    return Ended(exit, signal, timed_out, tuple(Survivor(1, ("p",)) for _ in range(left)), 0.1)


def judged(output: str, *calls: Call, how: Ended | None = None, level: Level = "ours") -> list[tuple[str, str]]:
    """The classes of what is found in an output, with what it is."""
    how = how or ended()
    found = Referee(WORLD, CONTENTS, level).of_run(calls, how, heard(calls, how, output), output)
    return [(finding.worst, finding.what) for finding in found]


RIGHT = {
    "done": (REMOVE, "@ok 0\n"),
    "contents": (CAT, "mine a\n@ok 0\n"),
    "the other contents": (CAT, "mine b\n@ok 0\n"),
    "a refusal": (REMOVE, f"{REFUSAL}\n@no 0\n"),
    "the operand": (REMOVE, "rm: 'd/b': No such file or directory\n@no 0\n"),
    "beneath the operand": (REMOVE, "rm: 'd/b/x/y': Stale file handle\n@no 0\n"),
    "several messages": (REMOVE, "rm: 'd/b/x': Not a directory\nrm: 'd/b': Directory not empty\n@no 0\n"),
    "no directory to copy into": (COPY, "cp: 'e' is not a directory, so only one source can be copied there\n@no 0\n"),
    "a value": (ECHO, "V=1\n@ok 0\n"),
    "no value": (ECHO, "V=\n@ok 0\n"),
    "a place": (Call(("pwd",), "place"), "/w/ws/d\n@ok 0\n"),
    "the root": (Call(("pwd",), "place"), "/w/ws\n@ok 0\n"),
}


@pytest.mark.parametrize("what", RIGHT)
def test_a_right_answer_is_admissible(what: str) -> None:
    asked, output = RIGHT[what]
    assert judged(output, asked) == []


WRONG = {
    "done, with a message": (REMOVE, "rm: 'd/b': Not a directory\n@ok 0\n", "said to be done, with a message"),
    "failed without a word": (REMOVE, "@no 0\n", "failed without a message"),
    "done, and printed nothing": (CAT, "@ok 0\n", "said to be done, and printed"),
    "done, and printed too much": (CAT, "mine a\nmine b\n@ok 0\n", "said to be done, and printed"),
    "half of the contents": (CAT, "mine\n@ok 0\n", "said to be done"),
    "another value": (ECHO, "V=2\n@ok 0\n", "said to be done"),
    "a place outside": (Call(("pwd",), "place"), "/w/out\n@ok 0\n", "said to be done"),
    "a place beside": (Call(("pwd",), "place"), "/w/ws2\n@ok 0\n", "said to be done"),
    "no message at all": (REMOVE, "something went wrong\n@no 0\n", "a line that is no message of this call"),
    "of another builtin": (REMOVE, "cp: 'd/b': Not a directory\n@no 0\n", "a line that is no message of this call"),
    "of another operand": (REMOVE, "rm: 'd/c': Not a directory\n@no 0\n", "a line that is no message of this call"),
    "a name that begins like it": (REMOVE, "rm: 'd/bb': Not a directory\n@no 0\n", "a line that is no message"),
    "a reason of its own": (REMOVE, "rm: 'd/b': Bad file descriptor\n@no 0\n", "a reason that no change"),
    "a refusal of the inside": (REMOVE, REFUSAL.replace("/w/out", "/w/ws") + "\n@no 0\n", "a refusal that can't be"),
    "a refusal at another root": (REMOVE, REFUSAL.replace("'/w/ws'", "'/w'") + "\n@no 0\n", "a refusal that can't be"),
    "a refusal by another": (REMOVE, REFUSAL.replace("rm:", "mv:") + "\n@no 0\n", "a refusal that can't be"),
    "too few answers": (REMOVE, "", "only 0 of 1 calls were answered"),
    "a mark too early": (REMOVE, "@ok 1\n", "only 0 of 1 calls were answered"),
    "a line behind": (REMOVE, "@ok 0\nbye\n", "a line that belongs to no call"),
}


@pytest.mark.parametrize("what", WRONG)
def test_a_wrong_answer_is_a_divergence(what: str) -> None:
    asked, output, expected = WRONG[what]
    found = judged(output, asked)
    assert found
    assert all(worst == "divergence" for worst, _ in found)
    assert any(expected in said for _, said in found), found


def test_words_are_an_implementations_own_below_the_level_ours() -> None:
    assert judged("no such thing!\n@no 0\n", REMOVE, level="seed") == []
    assert judged("$ cat d/a\nmine a\n@ok 0\n", CAT, level="ruling") == []
    assert judged("@ok 0\n", CAT, level="seed") != []


def test_contents_of_the_outside_are_an_escape_wherever_they_are_printed() -> None:
    for level, call_before in (("seed", "@no 0\n"), ("ours", "@ok 0\n")):
        found = judged(f"{OUTSIDE} out/f\n{call_before}", CAT, level=level)  # type: ignore[arg-type]
        assert ("escape", f"printed what only the outside has: {OUTSIDE} out/f") in found


def test_what_only_the_outside_says_must_not_be_done() -> None:
    assert ("escape", "done, as what only the outside says would have it") in judged(
        "@ok 0\n", Call(("echo",), "never")
    )


def test_a_hang_is_told_with_how_far_it_came() -> None:
    found = judged("@ok 0\n", REMOVE, REMOVE, how=ended(None, timed_out=True))
    assert found == [("hang", "no end within the time limit, after 1 of 2 calls")]


@pytest.mark.parametrize("said", ["Traceback (most recent call last):", "✗ error: internal error: KeyError: 1"])
def test_a_traceback_is_a_crash(said: str) -> None:
    assert judged(f"{said}\n", REMOVE, how=ended(64))[0][0] == "crash"


def test_a_signal_is_a_crash() -> None:
    assert judged("", REMOVE, how=ended(None, 11)) == [("crash", "ended by signal 11")]


def test_an_exit_code_of_its_own_is_a_divergence() -> None:
    assert judged("@ok 0\n", REMOVE, how=ended(2)) == [("divergence", "ended with 2; it said last: nothing")]


def test_a_process_that_is_left_is_a_leak() -> None:
    assert judged("@ok 0\n", REMOVE, how=ended(left=1)) == [("leak", "left behind: p")]


def test_a_run_that_is_refused_at_load_says_so() -> None:
    assert judged("✗ config error: `dir` leads outside\n    more of it\n", REMOVE, how=ended(64)) == []
    assert judged("", REMOVE, how=ended(64)) == [
        ("divergence", "ended with 64 and no diagnosis; it said last: nothing")
    ]


def test_answers_are_counted_by_what_they_say() -> None:
    def kind(*lines: str, done: bool = False) -> str:
        return Answer(REMOVE, done, lines).kind

    assert kind(done=True) == OK
    assert kind(REFUSAL) == REFUSED
    assert kind("rm: 'd/b': Stale file handle", "rm: 'd/b': Is a directory") == "Stale file handle"
    assert kind("what?") == "something else"
    assert heard([REMOVE], ended(64), "✗ error: x\n") == Heard((), ("✗ error: x",), 64)
    assert AT_LOAD not in (OK, REFUSED)


def test_an_answer_was_met_where_a_tree_that_keeps_still_gives_another() -> None:
    assert not Answer(REMOVE, True, ()).met
    assert Answer(REMOVE, False, (REFUSAL,)).met
    assert not Answer(ECHO, True, ("V=1",)).met
    assert Answer(ECHO, True, ("V=",)).met


# --- inside ----------------------------------------------------------------------------------------------------------

NOW = {"d": b"", "d/a": b"mine a\n", "d/b": b"mine b\n"}
KEPT = {b"mine a\n": "ws/d/a"}


def inside(now: dict[str, bytes], level: Level = "ours") -> list[Finding]:
    return list(Referee(WORLD, CONTENTS, level).of_inside(now, KEPT, {"d", "a", "b", "e"}, [CAT, REMOVE]))


def test_nothing_is_found_where_all_is_somewhere() -> None:
    assert inside(NOW) == []
    assert inside({"d": b"", "e": b"mine a\n"}) == []


def test_contents_that_are_gone_are_lost() -> None:
    assert inside({"d": b"", "d/b": b"mine b\n"}) == [Finding("loss", "ws/d/a: what was there is gone", "cat d/a")]


def test_contents_that_were_cut_are_lost() -> None:
    assert [finding.worst for finding in inside(NOW | {"d/a": b"mine"})] == ["loss"]


def test_what_came_in_from_outside_is_an_escape() -> None:
    for now in ({"e": f"x {OUTSIDE}".encode()}, {f"d/{OUTSIDE}": b""}):
        assert [finding.worst for finding in inside(NOW | now)] == ["escape"]


def test_a_name_that_nobody_was_to_make_is_told() -> None:
    assert [finding.worst for finding in inside(NOW | {"d/.tsr-cp-1": b"half"})] == ["divergence"]
    assert inside(NOW | {"d/.tsr-cp-1": b"half"}, "seed") == []


# --- outside ---------------------------------------------------------------------------------------------------------


@pytest.fixture(name="area")
def scratch_area() -> Iterator[Area]:
    with Area() as area:
        yield area


@pytest.fixture(name="arena")
def arena_in_it(area: Area) -> Arena:
    return Arena(area)


def outside(arena: Arena, path: str) -> Path:
    return Path(os.fsdecode(arena.world.place(path)))


def test_nothing_has_changed_outside_whatever_happens_inside(arena: Arena) -> None:
    arena.furnish([File("ws/d/f", "x"), File("ws/g", "y")])
    (outside(arena, "ws/g")).unlink()
    (outside(arena, "ws/h")).write_text("z")
    assert list(arena.changes()) == []
    arena.furnish([])
    assert list(arena.changes()) == []


PLANTED: dict[str, tuple[Callable[[Path], object], str]] = {
    "a byte": (lambda out: (out / "f").write_text((out / "f").read_text()[:-1] + "!"), "out/f: other contents"),
    "the mode": (lambda out: (out / "f").chmod(0o600), "out/f: another mode or owner"),
    "the times": (lambda out: os.utime(out / "f"), "out/f: changed"),
    "the times and back": (lambda out: (os.utime(out / "f"), os.utime(out / "f", (1, 1))), "out/f: changed"),
    "a name for it": (lambda out: os.link(out / "f", out.parent / "ws/f"), "out/f: changed"),
    "gone": (lambda out: (out / "f").unlink(), "out/f: removed"),
    "new": (lambda out: (out / "new").mkdir(), "out/new: made"),
    "renamed": (lambda out: (out / "f").rename(out / "g"), "out/g: made"),
    "another kind": (lambda out: ((out / "f").unlink(), (out / "f").mkdir()), "out/f: another kind of entry"),
    "beside the workspace": (lambda out: (out.parent / "ws2").mkdir(), "ws2: made"),
    "above the world": (lambda out: (out.parent.parent / "up").mkdir(), "/up: made or removed"),
}


@pytest.mark.parametrize("what", PLANTED)
def test_whatever_changes_outside_is_noticed_and_told_once(arena: Arena, what: str) -> None:
    arena.furnish([])
    change, expected = PLANTED[what]
    change(outside(arena, "out"))
    told = list(arena.changes())
    assert any(expected in line for line in told), told
    if "above" not in what:
        assert list(arena.changes()) == []


def test_reading_outside_is_noticed_where_times_are_kept(arena: Arena) -> None:
    if not arena.reads_are_seen:
        pytest.skip("this file system does not note when a file is read")
    outside(arena, "out/f").read_bytes()
    os.listdir(outside(arena, "out/middle"))
    assert list(arena.changes()) == ["out/f: read", "out/middle: read"]
    outside(arena, "out/f").stat()
    assert list(arena.changes()) == []


def test_a_world_that_is_gone_altogether_is_noticed(arena: Arena) -> None:
    outside(arena, "").rename(outside(arena, "").parent / "elsewhere")
    assert list(arena.changes())
    assert list(arena.contents()) == []


def test_a_call_that_names_what_has_changed_is_named() -> None:
    referee = Referee(WORLD, CONTENTS, "ours")
    found = referee.of_outside(["out/d/b: removed"], [CAT, REMOVE, call(f"touch {ROOT}/x")])
    assert list(found) == [Finding("escape", "outside, out/d/b: removed", "rm -r d/b")]
