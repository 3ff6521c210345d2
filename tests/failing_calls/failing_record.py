"""The command behind `make failing-calls`: plays all cases, writes the record, and shows what is bad.

Usage: failing_record.py FILE [JOBS]
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from queue import SimpleQueue

import failing_errnos as errnos
import failing_processes as processes
from failing_cases import Player, Table, cases, shown
from failing_judge import BAD, GOOD, PLANS
from failing_scenarios import SCENARIOS, Scenario

RECORD = Path(__file__).resolve().parents[2] / "docs" / "failing-calls.json"
_NOTES = (
    "A call of the seam (`tsr_impl.calls`) fails before it does anything, but for three: a descriptor is closed though "
    "that is reported as an error, a file has grown by what there is no room for, and what is missing when it is to be "
    "taken away was taken away by somebody else.",
    "In each scenario the first call fails, one amid, and the last one; of a call that writes also each from the first "
    "on: a full disk stays full. `every open` and `every write` are calls that fail together, from one of them on.",
    "EINTR: Python itself repeats what a signal has interrupted where the manual lists that (`open`, `read`, `write`, "
    "`fsync`, `waitid` and more), so that the seam sees it of `close` alone. That it does is seen below, where system "
    "calls fail and not functions.",
    "Messages can't be judged where standard error fails, so calls about descriptor 2 don't.",
    "`close` of a real process is left out: Linux closes also where it reports an error, and strace prevents that.",
)


def play(player: Player, scenario: Scenario, quick: bool = False) -> Table:
    """What comes of the cases of a scenario in which the runner is forked."""
    table = Table()
    player.begin(scenario)
    for case in cases(scenario, player.counts, quick):
        word, run = player.judged(case)
        if run.fired:
            table.add(case.function, errnos.name(case.number), word)
            if word in BAD:
                table.bad.append(shown(case, run, word))
    return table


def play_process(scenario: Scenario, quick: bool = False) -> Table:
    """The same with real processes."""
    table = Table()
    with processes.Stage(scenario) as stage:
        for case in stage.cases(quick):
            word, run = stage.judged(case)
            if run.fired:
                table.add(case.function, errnos.name(case.number), word)
                if word in BAD:
                    table.bad.append(f"{shown(case, run, word)} (a process of its own)")
    return table


def record(calls: Table, system_calls: Table) -> str:
    """The record as JSON."""
    words = {word for table in (calls, system_calls) for cell in table.cells.values() for word in cell}
    held = {
        "title": "System calls that fail",
        "command": "make failing-calls",
        "scenarios": sorted(SCENARIOS),
        "words": {word: meaning for word, meaning in (GOOD | BAD).items() if word in words},
        "planned": {name: why for name, (_, why) in sorted(PLANS.items())},
        "notes": _NOTES,
        "calls": calls.rows(),
        "system_calls": system_calls.rows(),
    }
    return json.dumps(held, indent=1, ensure_ascii=False) + "\n"


def main(path: str, jobs: str = "2") -> int:
    """0, or 1 where an outcome is bad."""
    unplayable = [why for scenario in SCENARIOS.values() if (why := scenario.why_not())] + [processes.why_not()]
    if any(unplayable):
        print(f"✗ error: {next(filter(None, unplayable))}, and the record is about it, too", file=sys.stderr)
        return 64
    with _players(int(jobs)) as with_player, ThreadPoolExecutor(int(jobs)) as pool:
        calls = _together(pool.map(with_player, SCENARIOS.values()))
        system_calls = _together(pool.map(play_process, map(processes.scenario, processes.PLAYED)))
    for line in [*calls.bad, *system_calls.bad]:
        print(line)
    Path(path).write_text(record(calls, system_calls), encoding="utf-8")
    played_cases = sum(cell.total() for table in (calls, system_calls) for cell in table.cells.values())
    print(f"{played_cases:,} cases, {len(calls.bad) + len(system_calls.bad)} bad")
    return 1 if calls.bad or system_calls.bad else 0


def _together(tables: Iterator[Table]) -> Table:
    whole = Table()
    for table in tables:
        whole.update(table)
    return whole


@contextmanager
def _players(number: int) -> Iterator[Callable[[Scenario], Table]]:
    """What plays a scenario with one of so many hosts."""
    free: SimpleQueue[Player] = SimpleQueue()
    players = [Player() for _ in range(number)]

    def with_player(scenario: Scenario) -> Table:
        player = free.get()
        try:
            return play(player, scenario)
        finally:
            free.put(player)

    for player in players:
        free.put(player)
    try:
        yield with_player
    finally:
        for player in players:
            player.close()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if 2 <= len(sys.argv) <= 3 else __doc__)
