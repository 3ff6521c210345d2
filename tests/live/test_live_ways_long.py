"""The same as test_live_ways, and much more of it: with TSR_LIVE=long."""

from __future__ import annotations

import pytest
from games import play_all, race_all
from paths import Scene
from scenes import LARGE_SCENES, MORE_SCENES, SCENES
from stage import Stage


@pytest.mark.parametrize("scene", [*SCENES, *MORE_SCENES], ids=lambda scene: scene.name)
def test_all_pairs_of_moves_lead_where_the_machine_says(stage: Stage, scene: Scene) -> None:
    play_all(stage, scene, "kinds of pairs of moves", lambda move: move.local, pairs=True)


@pytest.mark.parametrize("scene", LARGE_SCENES, ids=lambda scene: scene.name)
def test_all_moves_in_large_scenes_lead_where_the_machine_says(stage: Stage, scene: Scene) -> None:
    play_all(stage, scene, "kinds of moves in large scenes", lambda move: move.local, pairs=False)


@pytest.mark.parametrize("scene", [*SCENES, *MORE_SCENES], ids=lambda scene: scene.name)
def test_a_signal_and_something_else_at_the_same_time(stage: Stage, scene: Scene) -> None:
    if not scene.kinds:
        race_all(stage, scene, deepest=9)
