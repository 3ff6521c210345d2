"""The runner goes the ways of the machine (GRAPH-5, GRAPH-10, GRAPH-11, TREE, INT, EXIT-6, OUT-3)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from games import play_all
from paths import Graph, Scene, done_at_once, moves
from scenes import SCENES
from stage import Stage

from tsr_model.process_tree import Command, dead
from tsr_model.run_machine import Run, enabled, step


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_all_moves_lead_where_the_machine_says(stage: Stage, scene: Scene) -> None:
    play_all(stage, scene, "kinds of moves", lambda move: move.brief, pairs=False)


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_what_is_no_choice_of_the_test_is_settled_in_whatever_order_it_comes(scene: Scene) -> None:
    """Else there would be no one place in which the real thing has to be met."""
    for run in Graph(scene).moves:
        for event in moves(scene, run):
            assert len(ends(scene, step(scene.setting, run, event))) == 1, f"{event} in {run}"


def ends(scene: Scene, run: Run) -> set[Run]:
    """Where a state leads without a choice. What was sent SIGKILL is as good as dead."""
    seen = {run}
    waiting = [run]
    found = set()
    while waiting:
        at = waiting.pop()
        at_once = [event for event in enabled(scene.setting, at) if done_at_once(scene, at, event)]
        following = {step(scene.setting, at, event) for event in at_once}
        if not following:
            found.add(_as_good_as(at))
        waiting += following - seen
        seen |= following
    return found


def _as_good_as(run: Run) -> Run:
    units = []
    for unit in run.units:
        if unit.command is not None:
            first, *others = (dead(each) if each.killed else each for each in unit.command.processes)
            unit = replace(unit, command=Command(first, tuple(others)))
        units.append(unit)
    return replace(run, units=tuple(units))
