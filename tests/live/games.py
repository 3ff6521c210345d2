"""Plays ways through a scene, many at once, and says which went wrong."""

from __future__ import annotations

import os
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

from paths import Graph, Move, Scene
from player import Overtaken, Player
from races import Race, Racer, races
from stage import Stage

from tsr_model.run_machine import Run

AT_ONCE = int(os.environ.get("TSR_LIVE_AT_ONCE", "16"))
"""How many stages are played at the same time."""

overtaken: list[str] = []
"""What had to be played once more, since a grace was over too early."""

_pool = ThreadPoolExecutor(AT_ONCE)


def shut_down() -> None:
    """Play no further ones."""
    _pool.shutdown(cancel_futures=True)


def played(play: Callable[[Stage], None]) -> Stage:
    """Something on a stage, once more if the machine was so slow that a grace was over too early."""
    for _ in range(5):
        with Stage() as stage:
            try:
                play(stage)
                return stage
            except Overtaken as late:
                overtaken.append(str(late))
                why = late
    raise why


def play_all(stage: Stage, scene: Scene, what: str, kind: Callable[[Move], Hashable], *, pairs: bool) -> None:
    """Play ways that meet everything; many at once, since they mostly wait."""
    graph = Graph(scene)
    games: list[tuple[str, Future[Stage]]] = []
    stage.counts = {"ways": 0, "moves": 0, what: 0}
    for turn, (way, new) in enumerate(graph.cover(kind, pairs=pairs)):
        game = partial(_play, scene, turn, graph.first, way)
        games.append((" → ".join(str(move.event) for move in way), _pool.submit(played, game)))
        for name, count in zip(stage.counts, (1, len(way), new), strict=True):
            stage.counts[name] += count
    see(stage, games)


def race_all(stage: Stage, scene: Scene, deepest: int) -> None:
    """Play races in the states up to so many moves from the start."""
    graph = Graph(scene)
    games: list[tuple[str, Future[Stage]]] = []
    for turn, race in enumerate(races(graph, deepest)):
        game = partial(_race, scene, turn, graph.first, race)
        way = [str(move.event) for move in race.way]
        games.append((" → ".join([*way, " with ".join(map(str, race.both))]), _pool.submit(played, game)))
    stage.counts = {"races": len(games)}
    see(stage, games)


def _play(scene: Scene, turn: int, first: Run, way: Sequence[Move], stage: Stage) -> None:
    Player(stage, scene, turn).play(first, way)


def _race(scene: Scene, turn: int, first: Run, race: Race, stage: Stage) -> None:
    Racer(stage, scene, turn).race(first, race)


def see(stage: Stage, games: Sequence[tuple[str, Future[Stage]]]) -> None:
    """Wait for all of them, and say which went wrong."""
    failures = []
    for name, game in games:
        try:
            stage.graces += game.result().graces
        except AssertionError as error:
            failures.append(f"{name}\n{error}")
    assert not failures, f"{len(failures)} of {len(games)} went wrong:\n\n" + "\n\n".join(failures[:3])
