"""A signal and something else at the same time: what the machine lets come of it, in every order, and a play of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from actors import Gone
from paths import Class, Graph, Move, Scene, classes_of, done_at_once, unit_of
from player import Player, table
from stage import Row

from tsr_model.exit_code import Signal, exit_code
from tsr_model.run_machine import End, Event, Fork, GraceOver, Leave, Receive, Run, Stop, enabled, step


@dataclass(frozen=True)
class Race:
    """A way to a settled state, and two things that happen there at once."""

    way: tuple[Move, ...]
    at: Run
    both: tuple[Event, Event]


@dataclass(frozen=True)
class Outcome:
    """What can be seen of the end of a run."""

    interrupted: bool
    failure: int
    error: bool
    left: frozenset[str]
    table: tuple[Row, ...]


def races(graph: Graph, deepest: int) -> Iterator[Race]:
    """In each kind of state up to so many moves from the start, a signal with each other thing, either one first."""
    ways: dict[Run, tuple[Move, ...]] = {graph.first: ()}
    met: set[tuple[Class, ...]] = set()
    waiting = [graph.first]
    for run in waiting:  # it grows
        way = ways[run]
        if run.phase == "over":
            continue
        for move in graph.moves[run]:
            if len(way) < deepest and not isinstance(move.event, GraceOver) and move.to not in ways:
                ways[move.to] = (*way, move)
                waiting.append(move.to)
        signal = Receive("INT")
        others = [
            move.event for move in graph.moves[run] if isinstance(move.event, End | Fork | Leave | Stop | Receive)
        ]
        for other in others:
            for both in ((signal, other), (other, signal)):
                kind = tuple(classes_of(graph.scene, run, event)[1] for event in both)
                if kind not in met:
                    met.add(kind)
                    yield Race(way, run, both)


def outcomes(scene: Scene, race: Race) -> set[Outcome]:
    """Every end that the machine can come to, whatever comes before what. What can't happen any more does not."""
    found: set[Outcome] = set()
    waiting: list[tuple[Run, tuple[Event, ...]]] = [(race.at, race.both), (race.at, race.both[::-1])]
    if race.both[0] == race.both[1]:  # the kernel may take them for one
        waiting.append((race.at, race.both[:1]))
    seen = set(waiting)
    while waiting:
        run, left = waiting.pop()
        if run.phase == "over":
            found.add(_seen_of(run))
            continue
        following = [(step(scene.setting, run, event), left) for event in _by_itself(scene, run, last=not left)]
        if left:
            following.append((step(scene.setting, run, left[0]) if _can_be(scene, run, left[0]) else run, left[1:]))
        new = [each for each in following if each not in seen]
        seen.update(new)
        waiting += new
    return found


def _by_itself(scene: Scene, run: Run, *, last: bool) -> list[Event]:
    """What the runner and the kernel do; a grace is over only when nothing else happens any more."""
    found = [event for event in enabled(scene.setting, run) if done_at_once(scene, run, event)]
    if not found and last:
        found = [event for event in enabled(scene.setting, run) if isinstance(event, GraceOver)]
    return found


def _can_be(scene: Scene, run: Run, event: Event) -> bool:
    if isinstance(event, End):
        command = unit_of(run, event.task).command
        return command is not None and command.leader.alive and not command.leader.stopped
    return event in enabled(scene.setting, run)


def _seen_of(run: Run) -> Outcome:
    left = set()
    for unit in run.units:
        for number, process in enumerate(unit.command.processes if unit.command else ()):
            if process.alive and not process.killed:
                left.add(f"{unit.task}{number or ''}")
    return Outcome(run.interrupt is not None, run.failure, run.error, frozenset(left), tuple(table(run)))


class Racer(Player):
    """Plays the way in lock-step, and then two things without waiting."""

    def race(self, first: Run, race: Race) -> None:
        self.begin(first)
        self.follow(first, race.way)
        self.stage.note("the machine", f"at once: {race.both[0]}, {race.both[1]}")
        chosen: Signal = ("INT", "TERM", "HUP", "QUIT")[self.turn % 4] if self.scene.isolated else "INT"
        for event in race.both:
            try:
                self.do(event, chosen)
            except Gone:  # it was too late for that
                pass
        self.is_in_time(race.both[1])
        self.ends_as_one_of(outcomes(self.scene, race))

    def ends_as_one_of(self, admissible: set[Outcome]) -> None:
        """The exit code, what survives and the table, all three as in one of them."""
        code, left, said = self.stage.exit(), self.stage.survivors(), self.stage.table()
        for outcome in admissible:
            signal = self.first_signal if outcome.interrupted else None
            expected = exit_code(signal, outcome.failure, outcome.error)
            tables = [([*outcome.table], expected) if outcome.failure else ([], None)]
            tables += [([], None)] * (self.signals > 1)  # a second signal that was not too late leaves no time for one
            if (code, left) == (expected, sorted(outcome.left)) and said in tables:
                return
        listed = "\n".join(map(str, admissible))
        raise AssertionError(f"ended with {code}, left {left}, said {said}\nnone of\n{listed}\n{self.stage.story()}")

    def do(self, event: Event, signal: Signal) -> None:
        """Without waiting."""
        match event:
            case Receive():
                self.signals += 1
                self.first_signal = self.first_signal or signal
                self.stage.signal(signal)
            case End(task=task, status=status):
                self.actors[task][0].order("exit", status)
            case Fork(task=task):
                self.actors[task][0].order("fork", f"{task}{len(self.actors[task])}")
            case Leave(task=task, number=number):
                self.actors[task][number].order("setsid")
            case Stop(task=task):
                self.actors[task][0].order("stop")
            case _:
                raise NotImplementedError(event)
