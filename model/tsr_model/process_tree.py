"""The processes that a command has put into being, and what signals do to them (TREE-2, TREE-3, TREE-5, TREE-G1)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Process:
    """A process. `inside`: in the group of its command. `deaf`: SIGTERM does nothing to it.

    `told`: it has been sent SIGTERM; `killed`: it has been sent SIGKILL. What has died stays here as dead.
    """

    inside: bool = True
    deaf: bool = False
    alive: bool = True
    stopped: bool = False
    told: bool = False
    killed: bool = False


@dataclass(frozen=True, slots=True)
class Command:
    """A program that was started, `leader` of its group if it has one of its own, and what has come of it."""

    leader: Process = Process()
    descendants: tuple[Process, ...] = ()

    @property
    def processes(self) -> tuple[Process, ...]:
        """All of them, the leader first."""
        return (self.leader, *self.descendants)


Change = Callable[[Process], Process]


def terminated(process: Process) -> Process:
    """After SIGTERM, and SIGCONT behind it, so that one that was stopped hears it too (INT-5)."""
    return replace(process, told=True, stopped=False) if process.alive else process


def killed(process: Process) -> Process:
    """After SIGKILL, which nothing can be deaf to."""
    return replace(process, killed=True, stopped=False) if process.alive else process


def dead(process: Process) -> Process:
    """After its end."""
    return replace(process, alive=False, stopped=False)


def may_die(process: Process) -> bool:
    """Whether a signal that it was sent can end it now."""
    return process.alive and (process.killed or (process.told and not process.deaf and not process.stopped))


def signalled(command: Command, change: Change, *, isolated: bool) -> Command:
    """The command after a signal to its group (TREE-2); where it has none, to the child alone (TREE-3)."""
    descendants = command.descendants
    if isolated:
        descendants = tuple(change(process) if process.inside else process for process in descendants)
    return Command(change(command.leader), descendants)


def lives(command: Command, *, isolated: bool) -> bool:
    """Whether anything is left of what a tear-down has to reach: the whole group, not its leader only (TREE-5)."""
    return command.leader.alive or (isolated and any(each.inside and each.alive for each in command.descendants))


def dealt_with(command: Command, *, isolated: bool) -> bool:
    """Whether the child has ended, and what else is in its group is dead or was sent SIGKILL (TREE-G1)."""
    group = command.descendants if isolated else ()
    return not command.leader.alive and all(not each.alive or each.killed for each in group if each.inside)
