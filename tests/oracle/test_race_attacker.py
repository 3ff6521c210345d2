"""The attacker of a race: it swaps, it loses nothing, it stays inside, and it ends with whoever started it."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from random import Random

import pytest

import tsr_landlock
from tsr_oracle import survivors
from tsr_oracle.race import attacker
from tsr_oracle.race.attacker import ASIDE, Attacker, AttackError, Swap


@pytest.fixture(name="ws")
def workspace(tmp_path: Path) -> Path:
    """A directory with a file in it, and a link beside it."""
    ws = tmp_path / "ws"
    (ws / "d").mkdir(parents=True)
    (ws / "d/f").write_text("mine")
    (ws / "l").symlink_to("../out")
    return ws


def attack(ws: Path, *swaps: Swap, until: int = 1000) -> int:
    """Lets it go on until it has swapped so often; how often it had when it ended."""
    with Attacker(os.fsencode(ws), [swaps], Random(1)) as attacking:
        while attacking.swaps < until:
            os.sched_yield()
    return attacking.swaps


def shape(ws: Path) -> set[tuple[bool, str]]:
    """What there is at the two places, whichever way round."""
    return {(place.is_symlink(), str(place.readlink()) if place.is_symlink() else "") for place in (ws / "d", ws / "l")}


def test_it_exchanges_two_names_and_nothing_is_lost(ws: Path) -> None:
    before = shape(ws)
    assert attack(ws, Swap("d", "l")) >= 1000
    assert shape(ws) == before
    assert sorted(os.listdir(ws)) == ["d", "l"]


def test_both_ways_round_are_met(ws: Path) -> None:
    met = set()
    with Attacker(os.fsencode(ws), [[Swap("d", "l")]], Random(1)):
        while len(met) < 2:
            met.add((ws / "d").is_symlink())
    assert met == {True, False}


def test_an_entry_goes_to_another_name_and_back(ws: Path) -> None:
    assert attack(ws, Swap("d/f", "g", moves=True)) >= 1000
    assert [place.read_text() for place in (ws / "d/f", ws / "g") if place.exists()] == ["mine"]


def test_where_names_cannot_be_exchanged_they_are_renamed_one_after_the_other(
    ws: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attacker, "can_exchange", lambda: False)
    assert attack(ws, Swap("d", "l")) >= 1000
    names = os.listdir(ws)
    assert len(names) == 2
    assert set(names) <= {"d", "l", "d" + ASIDE}
    assert [file.read_text() for file in ws.glob("*/f")] == ["mine"]


def test_a_dance_replaces_nothing_that_came_in_between(ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ws)
    names = {name: ws / name for name in ("d", "l", "d" + ASIDE)}
    aside, over, home, back = (
        attacker._renaming(*pair, attacker._NEW)
        for pair in (("d", "d.aside"), ("l", "d"), ("d.aside", "l"), ("d.aside", "d"))
    )
    assert aside()
    names["d"].write_text("came meanwhile")
    assert not over()
    assert not back()
    assert not home()
    assert names["d"].read_text() == "came meanwhile"


def test_the_question_whether_names_can_be_exchanged_leaves_no_trace(ws: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ws)
    attacker.can_exchange()
    assert sorted(os.listdir(ws)) == ["d", "l"]


@pytest.mark.skipif(tsr_landlock.abi() < 2, reason="this kernel can't confine it")
def test_it_has_no_rights_outside_the_workspace(ws: Path, tmp_path: Path) -> None:
    (tmp_path / "out").mkdir()
    (tmp_path / "out/f").write_text("theirs")
    attack(ws, Swap("d/f", "../out/f"), Swap("d", "l"))
    assert (tmp_path / "out/f").read_text() == "theirs"


def test_it_ends_when_whoever_started_it_is_killed(ws: Path) -> None:
    ours, theirs = os.pipe()
    starter = os.fork()
    if starter == 0:
        try:
            with Attacker(os.fsencode(ws), [[Swap("d", "l")]], Random(1)) as attacking:
                os.write(theirs, b"%d" % attacking._pid)
                signal.pause()
        finally:
            os._exit(1)
    os.close(theirs)
    attacking_pid = int(os.read(ours, 100))
    os.close(ours)
    handle = survivors.handle_of(attacking_pid)
    os.kill(starter, signal.SIGKILL)
    os.waitpid(starter, 0)
    assert _ends(handle)


def _ends(handle: int) -> bool:
    import select

    poller = select.poll()
    poller.register(handle, select.POLLIN)
    try:
        return bool(poller.poll(30_000))
    finally:
        os.close(handle)


def test_one_that_cannot_begin_says_why(tmp_path: Path) -> None:
    with (
        pytest.raises(AttackError, match="No such file or directory"),
        Attacker(b"%s/none" % bytes(tmp_path), [], Random(1)),
    ):
        pass
