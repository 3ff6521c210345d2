"""Every state that a run can come to, found breadth first, and what has been seen of the run on the way there.

A state is that of the machine together with what somebody who only watches has noted (`Seen`), so that a claim about
the past, such as which failure was the first, needs no trust in what the machine itself has noted.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from itertools import islice

from tsr_model import run_machine as machine
from tsr_model.process_tree import Process
from tsr_model.run_machine import Event, Run, Setting, Unit
from tsr_proofs.processes import reduction
from tsr_proofs.processes.scenarios import Scenario
from tsr_proofs.processes.seen import Seen, behind


@dataclass(slots=True)
class Node:
    """A state, and the event by which it was come to first."""

    run: Run
    seen: Seen
    before: Node | None = None
    event: Event | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """An event that a state allows, and what comes of it."""

    event: Event
    run: Run
    seen: Seen
    sent: tuple[Sent, ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """A process that was sent a signal in a move: what it was, what it became, and its unit as it was before."""

    unit: Unit
    before: Process
    after: Process

    @property
    def is_leader(self) -> bool:
        """Whether it is the child itself, and no descendant."""
        return self.unit.command is not None and self.before is self.unit.command.leader

    @property
    def is_kill(self) -> bool:
        """Whether it was sent SIGKILL."""
        return self.after.killed and not self.before.killed


@dataclass(slots=True)
class Moment:
    """A case: a state that a run can come to, and every move from there."""

    scenario: Scenario
    setting: Setting
    node: Node
    moves: tuple[Move, ...]

    @property
    def run(self) -> Run:
        """The state of the machine."""
        return self.node.run

    @property
    def seen(self) -> Seen:
        """What was seen on the way."""
        return self.node.seen

    def __str__(self) -> str:
        return "\n".join(
            (str(self.scenario), *_way_to(self.node), *map(_unit_text, self.run.units), _run_text(self.run))
        )


def explore(scenario: Scenario) -> Generator[Moment, None, None]:
    """Every state that a run of the scenario can come to, those that fewer events lead to first."""
    setting = scenario.setting
    first = Node(machine.start(setting, scenario.shape.units), Seen())
    found = {(first.run, first.seen)}
    waiting = deque((first,))
    while waiting:
        node = waiting.popleft()
        moves = tuple(moves_from(setting, node.run, node.seen))
        yield Moment(scenario, setting, node, moves)
        for move in moves:
            state = move.run, move.seen
            if scenario.reduced:
                state = reduction.reduced(scenario.shape, *state)
            if state not in found:
                found.add(state)
                waiting.append(Node(*state, node, move.event))


def moves_from(setting: Setting, run: Run, seen: Seen) -> Iterator[Move]:
    """Every event that a state allows, with what comes of it."""
    for event in machine.enabled(setting, run):
        after = machine.step(setting, run, event)
        yield Move(event, after, behind(setting, run, seen, event), tuple(_sent(run, after)))


def _sent(run: Run, after: Run) -> Iterator[Sent]:
    """The processes that have been sent SIGTERM or SIGKILL between two states."""
    for unit, later in zip(run.units, after.units, strict=True):
        if unit.command is None or later.command is None or unit.command is later.command:
            continue
        for one, other in zip(unit.command.processes, later.command.processes, strict=False):
            if one is not other and (other.told, other.killed) != (one.told, one.killed):
                yield Sent(unit, one, other)


@dataclass(frozen=True, slots=True)
class Explored:
    """A scope: all states of some scenarios. Its shares are scenarios, since a run is explored as a whole."""

    says: str
    short: str
    scenarios: tuple[Scenario, ...]

    def __str__(self) -> str:
        return self.says

    def cases(self, index: int, count: int) -> Generator[Moment, None, None]:
        """The states of one of `count` shares of the scenarios."""
        for scenario in islice(self.scenarios, index, None, count):
            yield from explore(scenario)


# --- in words --------------------------------------------------------------------------------------------------------


def _way_to(node: Node) -> list[str]:
    """The events that lead to a state, in order; where states are counted once units may exchange names on the way."""
    way: list[str] = []
    at: Node | None = node
    while at is not None and at.event is not None:
        way.append(f"  {at.event}")
        at = at.before
    return way[::-1]


def _unit_text(unit: Unit) -> str:
    processes = ", ".join(map(_process_text, unit.command.processes)) if unit.command is not None else ""
    return f"{unit.task}: {unit.stage}{' (' * bool(processes)}{processes}{')' * bool(processes)}"


def _process_text(process: Process) -> str:
    if not process.alive:
        return "dead"
    marks = {
        "outside": not process.inside,
        "deaf": process.deaf,
        "stopped": process.stopped,
        "sent SIGTERM": process.told,
        "sent SIGKILL": process.killed,
    }
    return " ".join(("alive", *(mark for mark, is_set in marks.items() if is_set)))


def _run_text(run: Run) -> str:
    return f"{run.phase}" if run.exit is None else f"over: exit {run.exit}"
