"""A call to the kernel fails: nothing is lost, and a message says what could not be done, and why (BUILTIN-23)."""

from __future__ import annotations

import json
from collections.abc import Iterator

import failing_errnos as errnos
import pytest
from failing_cases import Player, Table
from failing_judge import GOOD
from failing_record import RECORD, play
from failing_scenarios import SCENARIOS, Scenario


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    with Player() as one:
        yield one


def recorded(part: str) -> dict[tuple[str, str], set[str]]:
    """The words that the record has for each call and error."""
    rows = json.loads(RECORD.read_text("utf-8"))[part]
    return {(row["call"], row["error"]): {*row["outcomes"]} for row in rows}


def unrecorded(scenario: Scenario, table: Table, part: str) -> dict[tuple[str, str], set[str]]:
    """The words that the record does not have, of a scenario that always ends in the same way."""
    known = recorded(part)
    words = {cell: {*found} - known.get(cell, set()) for cell, found in table.cells.items()}
    return {cell: unknown for cell, unknown in words.items() if unknown and scenario.steady}


def playable(scenario: Scenario) -> Scenario:
    if why := scenario.why_not():
        pytest.skip(why)
    return scenario


@pytest.mark.parametrize("name", SCENARIOS)
def test_each_call_that_fails(player: Player, name: str) -> None:
    """The first call and the last one of each kind fail: no outcome is bad, or another one than is recorded."""
    table = play(player, playable(SCENARIOS[name]), quick=True)
    assert not table.bad, "\n".join(table.bad)
    assert not unrecorded(SCENARIOS[name], table, "calls"), "make failing-calls"


def test_each_scenario_is_sound(player: Player) -> None:
    """Where no call fails each run ends as it is to, and together they reach every function of the seam."""
    reached: dict[str, int] = {}
    for scenario in SCENARIOS.values():
        if not scenario.why_not():
            player.begin(scenario)
            assert (player.sound.code, player.sound.left) == (scenario.code, ()), (scenario.name, player.sound)
            for name, count in player.counts.items():
                reached[name] = reached.get(name, 0) + count
    if any(scenario.why_not() for scenario in SCENARIOS.values()):
        pytest.skip("not every scenario can be played here")
    assert not [name for name, count in reached.items() if not count]


def test_the_record_is_complete_and_good() -> None:
    """It holds every error of each call that it has, and no bad word."""
    for part in ("calls", "system_calls"):
        cells = recorded(part)
        assert {word for words in cells.values() for word in words} <= {*GOOD}
        assert cells
    named = {call for call, _ in recorded("calls")}
    wanted = {(call, errnos.name(number)) for call in named for number in errnos.numbers(call)}
    assert wanted == {*recorded("calls")}
