"""The rounds of a race: what they are made of, and that on a tree that keeps still every call of theirs succeeds."""

from __future__ import annotations

import os
from collections.abc import Iterator
from random import Random

import pytest

from tsr_oracle.race import attacker
from tsr_oracle.race.rounds import Player, compose
from tsr_oracle.race.sites import LONG, OUTSIDE, SHORT, Kind, Site
from tsr_oracle.scratch import Area
from tsr_oracle.subject import Hosted
from tsr_oracle.worker import Setting
from tsr_spec.case import File, Link

KINDS = (*LONG, *SHORT)
SETTING = Setting((), None, "ours", 1, 60.0)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_swap_lies_beneath_a_place_that_may_be_a_link_to_the_outside(kind: Kind) -> None:
    """Else the attacker would itself rename what lies outside."""
    for site in _all(kind):
        links = {entry.path.removeprefix("ws/") for entry in site.inside if isinstance(entry, Link)}
        by_link = {place for swap in site.swaps for place in (swap.one, swap.other) if {swap.one, swap.other} & links}
        for swap in site.swaps:
            for place in (swap.one, swap.other):
                assert not any(place.startswith(above + "/") for above in by_link), (place, by_link)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_the_inside_has_nothing_of_the_outside_and_no_contents_twice(kind: Kind) -> None:
    for site in _all(kind):
        inside = [entry for entry in site.inside if isinstance(entry, File)]
        assert all(OUTSIDE not in entry.data + entry.path for entry in site.inside if isinstance(entry, File))
        assert len({entry.data for entry in inside}) == len(inside)
        assert all(entry.path.startswith("ws/") for entry in site.inside)
        assert not any(entry.path.startswith("ws/") for entry in site.outside)
        assert all(OUTSIDE in entry.data for entry in site.outside if isinstance(entry, File))


def _all(kind: Kind) -> list[Site]:
    return [kind(Random(seed)) for seed in range(20)]


def test_a_round_is_a_function_of_seed_and_number() -> None:
    assert compose(3, 5) == compose(3, 5)
    assert len({compose(seed, number).calls for seed in (1, 2) for number in range(8)}) == 16


def test_every_kind_of_site_comes_up_soon() -> None:
    met = {site.name for number in range(60) for site in compose(1, number).sites}
    assert met == {kind(Random(0)).name for kind in KINDS}


@pytest.fixture(name="player", scope="module")
def player_with_the_bundled_runner() -> Iterator[Player]:
    with Area() as area, Hosted() as subject:
        os.dup2(area.stdout, area.stderr)
        yield Player(SETTING, area, subject)


@pytest.mark.parametrize("number", range(8))
def test_on_a_tree_that_keeps_still_every_call_succeeds(player: Player, number: int) -> None:
    played = player.play(number, calm=True)
    assert played.findings == []
    assert (played.met, played.swaps) == (0, 0)
    assert played.calls >= 12


def test_a_round_with_an_attacker_is_met_and_has_no_finding(player: Player) -> None:
    played = player.play(0)
    assert played.findings == []
    assert played.met
    assert played.swaps


@pytest.mark.parametrize("number", [0, 3])
def test_so_it_is_where_names_cannot_be_exchanged_at_once(
    player: Player, number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(attacker, "can_exchange", lambda: False)
    played = player.play(number)
    assert played.findings == []
    assert played.swaps
