"""Plays a way of the machine with a real runner, in lock-step: before a move the real thing is where the machine is."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence

from actors import Actor
from paths import Move, Scene, unit_of
from stage import GRACE, Row, Stage

from tsr_model.exit_code import Signal, exit_code
from tsr_model.run_machine import Die, End, Event, Fork, GraceOver, Leave, Receive, Run, Stop, Unit

_RUNS = {
    "program": "actor {}",
    "builtin": "cat",
    "failing builtin": "cat ; false",
    "missing": "missing-program",
}


class Overtaken(AssertionError):
    """A grace was over before the test had done what it wanted to do within it: nothing is shown by that."""


def config(scene: Scene) -> str:
    """The tasks of a scene."""
    lines = []
    for task, deps in scene.deps.items():
        lines.append(f"[tasks.{task}]")
        if deps:
            lines.append(f"deps = {list(deps)}")
        if task in scene.parallel:
            lines.append("parallel = true")
        if task not in scene.aggregates:
            lines.append(f"run = '{_RUNS[scene.kind(task)].format(task)}'")
    return "\n".join(lines) + "\n"


class Player:
    """One way, on one stage. `turn` varies what makes no difference to the machine: which signal, typed or sent."""

    def __init__(self, stage: Stage, scene: Scene, turn: int) -> None:
        self.stage = stage
        self.scene = scene
        self.turn = turn
        self.actors: dict[str, list[Actor]] = {}
        self.copied: set[str] = set()
        self.first_signal: Signal | None = None
        self.overtaking: Signal | None = None
        """A second signal that may have come to be the first: the runner may hear of both at once (INT-2)."""
        self.signals = 0
        self.causes: dict[str | None, float] = {}
        """For each grace that runs a time before which its SIGTERM was not sent."""
        self.heard: set[Actor] = set()
        self.heard_before = 0

    def play(self, first: Run, way: Sequence[Move]) -> None:
        """From the start of the runner to its end."""
        self.begin(first)
        assert self.follow(first, way).phase == "over", "a way ends when the run does"

    def begin(self, first: Run) -> None:
        """Start the runner, and wait until it has come to where it waits."""
        builtins = any("builtin" in kind for kind in self.scene.kinds.values())
        self.stage.tasks(config(self.scene))
        options = ["--no-bail"] * (not self.scene.bail) + ["--strict"] * self.scene.strict
        self.stage.start("t", *options, stdin="terminal" if self.scene.terminal else "pipe" if builtins else "null")
        self.meet(first)

    def follow(self, run: Run, way: Sequence[Move]) -> Run:
        """Move by move; where it has come to."""
        for move in way:
            self.stage.note("the machine", f"{move.event}")
            before = self.stage.now()
            try:
                self.cause(run, move, before)
                self.act(run, move.event)
                self.meet(move.to)
            except Overtaken:
                raise
            except AssertionError as error:
                self.is_in_time(move.event)
                raise AssertionError(f"at {move.event}, expected {move.to}\n{error}") from error
            self.is_in_time(move.event)
            if isinstance(move.event, GraceOver):
                self.measure(run, move)
            run = move.to
            clearing = {unit.task for unit in run.units if unit.stage == "clearing"}
            self.causes = {task: since for task, since in self.causes.items() if task is None or task in clearing}
        return run

    # What the test does.

    def act(self, run: Run, event: Event) -> None:
        match event:
            case Receive(signal=signal):
                self.send(run, signal)
            case End(task=task, status=status) if self.scene.kind(task) == "program":
                self.actors[task][0].ends(status)
            case End():
                self.end_of_input()
            case Stop(task=task):
                self.actors[task][0].stops()
            case Fork(task=task):
                descendant = self.actors[task][0].forks(f"{task}{len(self.actors[task])}")
                self.prepare(descendant)
                self.actors[task].append(descendant)
            case Leave(task=task, number=number):
                self.actors[task][number].does("setsid")
            case Die(task=task, number=number):
                self.actors[task][number].ends_by("TERM")
            case GraceOver():
                pass
            case _:
                raise NotImplementedError(event)

    def send(self, run: Run, signal: Signal) -> None:
        """A signal to the runner's process, or a key. Signals that the machine does not tell apart take turns."""
        self.turn += 1
        self.signals += 1
        shared = not self.scene.isolated and run.phase == "working"
        choices: tuple[Signal, ...] = ("INT", "TERM", "HUP", "QUIT")
        if shared:
            choices = ("INT",) if signal == "INT" else ("TERM", "HUP", "QUIT")
        chosen = choices[self.turn % len(choices)]
        if self.signals == 1:
            self.first_signal, self.heard_before = chosen, len(self.heard)
        elif self.signals == 2 and len(self.heard) == self.heard_before:
            self.overtaking = chosen
        key = {"INT": b"\x03", "QUIT": b"\x1c"}.get(chosen)
        if self.scene.terminal and key and self.turn // 4 % 2:
            self.stage.types(key)
        else:
            self.stage.signal(chosen)
        self.stage.has_taken(chosen)

    def end_of_input(self) -> None:
        if self.scene.terminal:
            self.stage.types(b"\x04")
        else:
            self.stage.end_of_input()

    def prepare(self, actor: Actor) -> None:
        """Whatever signal comes, it is reported, and nothing but the test and SIGKILL ends it."""
        for name in ("TERM", "CONT", *(("INT", "QUIT", "HUP") if self.scene.terminal else ())):
            actor.on(name, "reported")

    # Whether it is where the machine is.

    def meet(self, run: Run) -> None:
        """Wait until the real thing is where the machine is."""
        for unit in run.units:
            if unit.command is not None:
                self.meet_processes(run, unit)
            elif unit.stage == "running" and unit.task not in self.copied:
                self.copied.add(unit.task)
                self.see_a_line_copied(unit.task)
        for task, actors in self.actors.items():
            self.have_heard(unit_of(run, task), actors)
        if run.phase == "over":
            self.meet_the_end(run)

    def meet_processes(self, run: Run, unit: Unit) -> None:
        assert unit.command is not None
        if unit.task not in self.actors:
            leader = self.stage.actor(unit.task)
            self.prepare(leader)
            self.actors[unit.task] = [leader]
        for actor, process in zip(self.actors[unit.task], unit.command.processes, strict=True):
            if not process.alive:
                actor.dies()
            elif process.stopped:
                actor.is_stopped()
            elif process.told and actor not in self.heard:
                actor.arrived("TERM")
                actor.arrived("CONT")
                self.heard.add(actor)
        if run.phase == "working" and unit.stage in ("ok", "failed"):
            leader = self.actors[unit.task][0]
            self.stage.wait(lambda: self.stage.gone(leader), f"{leader!r} to be reaped", poll=True)

    def have_heard(self, unit: Unit, actors: Sequence[Actor]) -> None:
        """Nobody has heard SIGTERM that the machine has not sent it to."""
        assert unit.command is not None
        for actor, process in zip(actors, unit.command.processes, strict=True):
            is_early = not process.told and actor not in self.heard and actor.has_heard("TERM")
            assert not is_early, f"{actor!r} was sent SIGTERM\n{self.stage.story()}"

    def see_a_line_copied(self, task: str) -> None:
        """A builtin is known to run by what it copies."""
        line = f"for {task}\n"
        if self.scene.terminal:
            self.stage.types(line.encode())
        else:
            os.write(self.stage.stdin, line.encode())
        self.stage.wait(lambda: line in self.stage.out or not self.stage.running, f"{task} to copy a line")

    def meet_the_end(self, run: Run) -> None:
        """The exit code, what survives, what was never started, and the table."""
        overtaken = self.overtaking is not None and self.stage.exit() == exit_code(self.overtaking, 0, False)
        code = exit_code(self.overtaking if overtaken else self.first_signal, run.failure, run.error)
        assert (self.first_signal is None) == (run.interrupt is None)
        started = {unit.task for unit in run.units if unit.command is not None}
        expected = code, sorted(self.left(run)), started, self.table(table(run), run.failure, code)
        seen = (
            self.stage.exit(),
            self.stage.survivors(),
            {actor.name for actor in self.stage.actors if actor.name in self.scene.deps},
            self.stage.table(),
        )
        assert seen == expected, f"code, survivors, started, table: {seen}, not {expected}\n{self.stage.story()}"

    def table(self, rows: Sequence[Row], failure: int, code: int) -> tuple[list[Row], int | None]:
        """OUT-3: of a run with a failure, unless a second signal has ended it at once (INT-2)."""
        return (list(rows), code) if failure and self.signals < 2 else ([], None)

    def left(self, run: Run) -> Iterator[str]:
        """Who still lives, and was not sent SIGKILL."""
        for task, actors in self.actors.items():
            command = unit_of(run, task).command
            assert command is not None
            for actor, process in zip(actors, command.processes, strict=True):
                if process.alive and not process.killed:
                    yield actor.name

    # Time.

    def cause(self, run: Run, move: Move, before: float) -> None:
        """From when on a grace may run that this move begins."""
        to = move.to
        if run.phase == "working" and to.phase != "working":
            self.causes[None] = before
        for unit in to.units:
            if unit.stage == "clearing" and unit_of(run, unit.task).stage != "clearing":
                self.causes[unit.task] = before

    def is_in_time(self, event: Event) -> None:
        """No grace was over before the test had done what it wanted to do within it."""
        if self.causes and not isinstance(event, GraceOver) and self.stage.now() - min(self.causes.values()) >= GRACE:
            raise Overtaken(f"a grace was over before {event}\n{self.stage.story()}")

    def measure(self, run: Run, move: Move) -> None:
        """A grace is at least what TREE-2 says (see `Stage.grace`)."""
        assert isinstance(move.event, GraceOver)
        if run.phase == "forewarned":
            assert self.stage.now() - self.causes[None] >= GRACE
            self.causes[None] += GRACE
            return
        for task, actors in self.actors.items():
            before, after = unit_of(run, task).command, unit_of(move.to, task).command
            if before is None or after is None:  # it has started since
                continue
            for actor, was, now in zip(actors, before.processes, after.processes, strict=True):
                if was.alive and not now.alive:
                    self.stage.grace(self.causes.get(task, self.causes.get(None, 0)), actor)


def table(run: Run) -> list[Row]:
    """The rows that OUT-3 has for a run."""
    rows = []
    for unit in run.units:
        result = {"ok": "ok", "failed": f"exit {unit.status}", "stopped": "stopped", "waiting": "skipped"}[unit.stage]
        mark = "✓" if unit.stage == "ok" else "✗" if unit.stage == "failed" else "⊘"
        rows.append(Row(mark, unit.task, result, timed=unit.stage != "waiting"))
    return rows
