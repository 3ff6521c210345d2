"""A signal and something else at the same time: the run ends in one of the machine's ways (INT, TREE, EXIT-6).

Here nothing is waited for between the two, so that the runner meets the signal in the midst of what it does.
"""

from __future__ import annotations

import pytest
from games import race_all
from paths import Scene
from scenes import SCENES
from stage import Stage


@pytest.mark.parametrize("scene", [scene for scene in SCENES if not scene.kinds], ids=lambda scene: scene.name)
def test_a_signal_and_something_else_at_the_same_time(stage: Stage, scene: Scene) -> None:
    race_all(stage, scene, deepest=0)
