"""What a case says happens while it runs: programs conduct themselves so, signals come at their marks, nothing hangs.

Each by a runner that does the right thing, and by one that does not, hosted and as a command.
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tsr_oracle import programs, survivors
from tsr_oracle.observe import Observation
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Command, Hosted, Subject
from tsr_spec.case import Given
from tsr_spec.tree_text import parse_tree

FAKE = str(Path(__file__).with_name("fake_supervisor.py"))
INTERRUPT = (("p up", "INT"),)


@pytest.fixture(name="area", scope="module")
def scratch_area() -> Iterator[Area]:
    with Area() as area:
        yield area


@pytest.fixture(name="hosted", scope="module")
def hosted_fake() -> Iterator[Hosted]:
    with Hosted(runner="fake_supervisor") as subject:
        yield subject


@pytest.fixture(name="subject", params=["command", "hosted"])
def either(request: pytest.FixtureRequest) -> Subject:
    if request.param == "command":
        return Command([sys.executable, FAKE])
    subject: Subject = request.getfixturevalue("hosted")
    return subject


@pytest.fixture(name="shell", params=["sh", "bash", "busybox"])
def each_shell(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Any of them may be the `sh` of a system."""
    found = shutil.which(request.param)
    if found is None:
        pytest.skip(f"there is no {request.param}")
    (tmp_path / "sh").symlink_to(found)
    monkeypatch.setattr(programs, "_SHELL", str(tmp_path / "sh"))
    programs._text.cache_clear()
    yield
    programs._text.cache_clear()


class Played:
    """Plays cases whose programs are given by their conduct: the first is `p`, the second `q`."""

    def __init__(self, area: Area, subject: Subject) -> None:
        self._area, self._subject = area, subject

    def __call__(
        self,
        argv: str,
        *conducts: str,
        signals: tuple[tuple[str, str], ...] = (),
        terminal: bool = False,
        ignored: tuple[str, ...] = (),
        stdin: str = "",
        limit: float = 30.0,
    ) -> Observation:
        tree = "\n".join(f"bin/{name}* {conduct}" for name, conduct in zip("pq", conducts, strict=False))
        given = Given(
            tuple(argv.split()), parse_tree(tree), signals=signals, terminal=terminal, ignored=ignored, stdin=stdin
        )
        return run_case(given, self._area, self._subject, limit)


@pytest.fixture(name="play")
def with_either(area: Area, subject: Subject) -> Played:
    return Played(area, subject)


def said(seen: Observation) -> list[str]:
    """The marks and what was sent, without the starts."""
    return [f"{mark.name} {mark.what}".strip() for mark in seen.marks if mark.what != "start"]


def left(seen: Observation) -> list[str]:
    return sorted(survivor.name for survivor in seen.survivors)


# --- how each conduct looks under a right runner -------------------------------------------------------------------

TORN_DOWN: tuple[tuple[str, list[str]], ...] = (
    ("waits", []),
    ("waits on TERM 7", ["p TERM"]),
    ("waits on TERM 143", ["p TERM"]),
    ("waits on TERM slowly", ["p TERM", "p clean"]),
    ("waits stopped", []),
    ("waits stopped on TERM 0", ["p TERM"]),
    ("3 after q", []),
)


@pytest.mark.parametrize("how", ["group", "shared"])
@pytest.mark.parametrize(("conduct", "marks"), TORN_DOWN, ids=[conduct for conduct, _ in TORN_DOWN])
def test_a_program_that_is_torn_down_ends_as_it_should(
    play: Played, shell: None, how: str, conduct: str, marks: list[str]
) -> None:
    seen = play(f"right {how} p", conduct, signals=INTERRUPT)
    assert (seen.exit, said(seen), left(seen)) == (130, ["p up", "sent INT", *marks], [])
    (started,) = seen.started
    assert (started.complete, started.leads_group) == (True, how == "group")


@pytest.mark.parametrize("how", ["group", "shared"])
def test_a_program_that_is_deaf_lives_as_long_as_the_grace(play: Played, how: str) -> None:
    seen = play(f"right {how} p", "waits on TERM ignored", signals=INTERRUPT)
    assert (seen.exit, said(seen), left(seen)) == (130, ["p up", "sent INT"], [])
    assert seen.duration >= 2.0


BESIDE: tuple[tuple[str, list[str]], ...] = (
    ("waits leaves", []),
    ("waits leaves on TERM 7", ["p TERM"]),
    ("waits leaves on TERM slowly", ["p TERM", "p clean"]),
)


@pytest.mark.parametrize(("conduct", "marks"), BESIDE, ids=[conduct for conduct, _ in BESIDE])
def test_what_is_left_in_the_group_is_torn_down_with_it(
    play: Played, shell: None, conduct: str, marks: list[str]
) -> None:
    seen = play("right group p", conduct, signals=INTERRUPT)
    assert (seen.exit, said(seen), left(seen)) == (130, ["p left", "p up", "sent INT", *marks], [])
    assert seen.duration < 2.0, "nothing but what the case speaks of is in the group"


@pytest.mark.parametrize("conduct", ["waits leaves", "waits leaves on TERM ignored", "waits leaves on TERM 7"])
def test_what_is_left_beside_a_program_without_a_group_survives_and_is_named(
    play: Played, shell: None, conduct: str
) -> None:
    seen = play("right shared p", conduct, signals=INTERRUPT)
    assert (seen.exit, left(seen)) == (130, ["p"])
    assert seen.survivors[0].pid == next(mark.pid for mark in seen.marks if mark.what == "left")


@pytest.mark.parametrize("how", ["group", "shared"])
@pytest.mark.parametrize("conduct", ["waits leaves apart", "0 leaves apart on TERM 7"])
def test_what_has_left_the_session_survives(play: Played, shell: None, how: str, conduct: str) -> None:
    seen = play(f"right {how} p", conduct, signals=INTERRUPT if "waits" in conduct else ())
    assert (seen.timed_out, left(seen)) == (False, ["p"])


@pytest.mark.parametrize("apart", ["", " apart"])
def test_a_program_that_ends_leaves_its_process_behind(play: Played, shell: None, apart: str) -> None:
    seen = play("right group p", f"3 leaves{apart}")
    assert (seen.exit, said(seen), left(seen)) == (3, ["p left", "p up", "p end"], ["p"])


def test_a_program_waits_for_another_to_be_up(play: Played, shell: None) -> None:
    seen = play("both group p q", "3 after q", "0")
    assert seen.exit == 0
    assert said(seen).index("p end") > said(seen).index("q up")


def test_programs_that_wait_for_each_other_to_be_up_both_end(play: Played, shell: None) -> None:
    assert play("both group p q", "3 after q", "0 after p").exit == 0


def test_a_program_that_is_stopped_is_up_once_it_has_stopped(play: Played) -> None:
    seen = play("both group p q", "3", "waits stopped on TERM 7", signals=(("q up", "KILL"),))
    assert seen.signal == signal.SIGKILL
    assert "q" in left(seen), "and p, if it was just about to end"


def test_a_program_reads_a_line_first(play: Played, shell: None) -> None:
    seen = play("right group p q", "3 reads", "4 reads", stdin="one\n")
    assert (seen.exit, said(seen)) == (4, ["p up", "p end", "q up", "q end"])
    assert [one.stdin for one in seen.started] == ["other", "other"]


def test_a_plain_program_says_its_marks_where_somebody_listens_too(play: Played) -> None:
    assert said(play("right group p", "3", signals=(("never said", "INT"),))) == ["p up", "p end"]


# --- signals -------------------------------------------------------------------------------------------------------


def test_a_signal_is_sent_when_its_mark_is_said(play: Played) -> None:
    seen = play("right group p q", "0", "waits on TERM slowly", signals=(("q up", "TERM"),))
    assert said(seen) == ["p up", "p end", "q up", "sent TERM", "q TERM", "q clean"]
    assert [mark.at for mark in seen.marks] == sorted(mark.at for mark in seen.marks)
    sent, clean = (next(mark.at for mark in seen.marks if mark.what == what) for what in ("sent TERM", "clean"))
    assert clean - sent >= 1.0


def test_a_second_signal_comes_at_a_later_mark(play: Played) -> None:
    seen = play("right group p", "waits on TERM slowly", signals=(*INTERRUPT, ("p TERM", "INT")))
    assert said(seen) == ["p up", "sent INT", "p TERM", "sent INT"]
    assert (seen.exit, left(seen)) == (130, [])


def test_signals_at_one_mark_are_sent_one_after_the_other(play: Played) -> None:
    seen = play("right group p", "waits on TERM ignored", signals=(("p up", "TERM"), ("p up", "INT")))
    assert said(seen)[:3] == ["p up", "sent TERM", "sent INT"]
    assert seen.exit == 130


def test_one_whose_mark_is_never_said_is_not_sent_nor_what_stands_behind_it(play: Played) -> None:
    seen = play("right group p q", "0", "3", signals=(("never up", "INT"), ("q up", "TERM")))
    assert (seen.exit, said(seen)) == (3, ["p up", "p end", "q up", "q end"])


def test_what_is_left_and_its_program_are_up_at_once(play: Played) -> None:
    seen = play("right group p", "waits leaves", signals=(("p left", "INT"),))
    assert said(seen) == ["p left", "p up", "sent INT"]


def test_a_mark_that_was_said_before_its_turn_still_counts(play: Played) -> None:
    seen = play("right group p q", "0", "waits on TERM 7", signals=(("q up", "TERM"), ("p up", "INT")))
    assert said(seen)[:5] == ["p up", "p end", "q up", "sent TERM", "sent INT"]


def test_a_signal_goes_to_the_subject_alone(play: Played) -> None:
    seen = play("deserter shared p", "waits on TERM 7", signals=(("p up", "TERM"),))
    assert (seen.exit, said(seen), left(seen)) == (130, ["p up", "sent TERM"], ["p"])


@pytest.mark.parametrize("name", ["INT", "TERM"])
def test_a_signal_that_is_ignored_at_the_start_is_ignored(play: Played, name: str) -> None:
    other = {"INT": "TERM", "TERM": "INT"}[name]
    seen = play("right group p", "waits", ignored=(name,), signals=(("p up", name), ("p up", other)))
    assert (seen.exit, said(seen)[:2]) == (130, ["p up", f"sent {name}"])
    before = play("show", ignored=(name, "HUP"))
    assert before.stdout.startswith(f"['SIGHUP', 'SIG{name}'] False")
    assert play("show").stdout.startswith("[] False"), "only in that case"


def test_ignoring_for_a_subject_leaves_the_oracle_as_it_was(area: Area) -> None:
    handlers = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGHUP)]
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    Played(area, Command([sys.executable, FAKE]))("show", ignored=("INT", "HUP"))
    assert [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGHUP)] == handlers
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == mask


# --- the terminal --------------------------------------------------------------------------------------------------


def test_the_terminal_is_the_sessions_and_standard_input_only(play: Played) -> None:
    assert play("show", terminal=True).stdout.split() == ["[]", "True", "True", "True", "False", "False"]
    assert play("show").stdout.split() == ["[]", "False", "False", "False", "False", "False"]


def test_what_is_typed_stands_ready_at_the_terminal(play: Played) -> None:
    assert play("show line", terminal=True, stdin="hello\n").stdout.split()[-1] == r"'hello\n'"


@pytest.mark.parametrize("how", ["group", "shared"])
def test_a_program_at_a_terminal_tells_it(play: Played, shell: None, how: str) -> None:
    (started,) = play(f"right {how} p", "3", terminal=True).started
    assert (started.stdin, started.leads_group) == ("terminal", how == "group")


def test_a_key_reaches_all_that_is_in_the_foreground(play: Played, shell: None) -> None:
    key = (("p up", "^C"),)
    seen = play("right shared p", "waits on TERM 7", terminal=True, signals=key)
    assert (seen.exit, said(seen), left(seen)) == (130, ["p up", "sent ^C"], [])
    seen = play("right group p", "waits on TERM 7", terminal=True, signals=key)
    assert (seen.exit, said(seen), left(seen)) == (130, ["p up", "sent ^C", "p TERM"], [])


def test_the_key_for_sigquit_ends_what_is_in_the_foreground(play: Played) -> None:
    seen = play("right shared p", "waits", terminal=True, signals=(("p up", "^\\"),))
    assert (seen.signal, left(seen), sorted(seen.tree)) == (signal.SIGQUIT, [], ["bin", "bin/p", "home", "ws"])


def test_what_is_written_to_the_terminal_keeps_nobody_waiting(play: Played) -> None:
    assert play("chatter", terminal=True).exit == 0


# --- runners that do wrong -----------------------------------------------------------------------------------------

DESERTED = (
    *("waits", "waits on TERM ignored", "waits on TERM 7", "waits on TERM slowly"),
    *("waits stopped", "waits stopped on TERM 7", "3 after q"),
)


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize("how", ["group", "shared"])
@pytest.mark.parametrize("conduct", DESERTED)
def test_what_a_runner_deserts_is_found_and_named(play: Played, how: str, conduct: str, terminal: bool) -> None:
    seen = play(f"deserter {how} p", conduct, terminal=terminal, signals=INTERRUPT)
    assert (seen.exit, left(seen)) == (130, ["p"])
    assert seen.survivors[0].pid == seen.started[0].pid
    assert not os.path.exists(f"/proc/{seen.survivors[0].pid}")


def test_what_a_runner_deserts_together_with_what_it_left_are_two(play: Played) -> None:
    assert left(play("deserter group p", "waits leaves on TERM ignored", signals=INTERRUPT)) == ["p", "p"]


def test_a_runner_that_ends_the_leader_only_leaves_the_group(play: Played) -> None:
    seen = play("leader group p", "waits leaves on TERM 7", signals=INTERRUPT)
    assert (seen.exit, said(seen), left(seen)) == (130, ["p left", "p up", "sent INT"], ["p"])


def test_a_runner_that_waits_for_ever_runs_out_of_time(play: Played) -> None:
    seen = play("both group p", "waits", limit=3.0)
    assert (seen.timed_out, seen.exit, left(seen)) == (True, None, ["p"])


def test_a_runner_that_becomes_a_program_ends_as_it_does(play: Played) -> None:
    seen = play("exec p", "3", signals=(("never said", "INT"),))
    assert (seen.exit, said(seen)) == (3, ["p up", "p end"])


# --- nothing is left -----------------------------------------------------------------------------------------------


def test_an_orphan_that_ends_is_buried_meanwhile(play: Played) -> None:
    """A zombie would be in the group for as long as the run takes, and nobody could tell it from what lives."""
    seen = play("zombies group p", "waits leaves on TERM 0", signals=INTERRUPT)
    assert seen.stdout == "no zombie\n"


@pytest.mark.skipif(shutil.which("setsid") is None, reason="there is no setsid")
def test_programs_end_when_whoever_drives_them_has_ended(tmp_path: Path, shell: None) -> None:
    """Nothing is left on a machine whose oracle was killed."""
    code = f"""
import os, sys
sys.path.insert(0, {os.path.dirname(FAKE)!r})
from test_driving import *
from tsr_oracle import keeper
from tsr_oracle.driving import Driver

def end(driver, what):
    if what == "KILL":
        print(*driver.heard, flush=True)
        os.kill(os.getpid(), signal.SIGKILL)

Driver._send = end
programs._SHELL = {programs._SHELL!r}
tree = parse_tree("bin/p* waits leaves apart on TERM 7\\nbin/q* waits leaves")
with Area() as area:
    keeper.stay_behind(area.close)
    given = Given(("both", "group", "p", "q"), tree, signals=(("p up", "CONT"), ("q up", "KILL")))
    run_case(given, area, Command([{sys.executable!r}, {FAKE!r}]))
"""
    survivors.become_subreaper()
    known = survivors.children()
    oracle = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=False)
    assert oracle.returncode == -signal.SIGKILL
    pids = [int(word) for word in oracle.stdout.split()]
    assert len(pids) == 4
    try:
        for pid in set(pids) & survivors.children():
            assert survivors._has_ended(pid, 10.0)
    finally:
        survivors.end_all(known)
