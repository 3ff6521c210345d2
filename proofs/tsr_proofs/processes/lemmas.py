"""One arbitrary process through one event, for CrossHair: what holds of it holds of each of any number of processes.

The induction is over the life of a command. What has been sent to it is `sent`: 0 nothing yet, 1 SIGTERM, 2 SIGKILL.
`as_it_should_be` is the invariant of a process then. It holds of a process that has just begun (`begins_well`), and if
it holds before an event it holds after it (`stays_well`), whichever event and whichever process: so it holds of every
process of every command, at any time, and what it says of 2 is TREE-G1.

What ties this to the machine is that every event changes each process as one of these events, or not at all, and that
a signal changes all that it reaches: `every_move_is_a_change` says so for the moves of the machine, `signals_are_maps`
for the signals, and `tuple(change(process) for process in …)` in `signalled` is what makes their number irrelevant.
"""

from __future__ import annotations

from dataclasses import replace

from tsr_model.exit_code import Signal, exit_code
from tsr_model.process_tree import Command, Process, dead, killed, may_die, signalled, terminated


def as_it_should_be(sent: int, process: Process) -> bool:
    """The invariant of a process of a command to which this has been sent."""
    if not process.alive:
        return not process.stopped
    if process.killed:
        return sent == 2
    if process.told and sent == 0:
        return False
    return not (process.inside and sent == 2)


def after(event: int, sent: int, process: Process) -> tuple[int, Process]:
    """What has been sent, and the process, after an event: 0 SIGTERM, 1 SIGKILL, 2 it dies, 3 it leaves its group,
    4 it stops, and anything else is about other processes."""
    if event == 0:
        return max(sent, 1), terminated(process) if process.inside else process
    if event == 1:
        return 2, killed(process) if process.inside else process
    if event == 2:
        return sent, dead(process)
    if event == 3 and process.alive and not process.killed:
        return sent, replace(process, inside=False)
    if event == 4 and process.alive and not process.killed:
        return sent, replace(process, stopped=True)
    return sent, process


# --- the invariant ---------------------------------------------------------------------------------------------------


def begins_well(sent: int, deaf: bool) -> bool:
    """TREE-G1: a process that begins before SIGKILL was sent is as it should be.

    pre: 0 <= sent <= 2
    post: __return__
    """
    return sent == 2 or as_it_should_be(sent, Process(deaf=deaf))


def begins_well_late(sent: int, deaf: bool) -> bool:
    """A process that begins, whatever was sent, is as it should be.

    pre: 0 <= sent <= 2
    post: __return__
    """
    return as_it_should_be(sent, Process(deaf=deaf))


def stays_well(
    event: int, sent: int, inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool
) -> bool:
    """TREE-G1: a process that is as it should be is so after any event: after SIGKILL it is dead, was sent it, or has
    left its group.

    pre: 0 <= sent <= 2
    post: __return__
    """
    process = Process(inside, deaf, alive, stopped, told, was_killed)
    return not as_it_should_be(sent, process) or as_it_should_be(*after(event, sent, process))


def stays_inside(
    event: int, sent: int, inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool
) -> bool:
    """A process stays in its group.

    pre: 0 <= sent <= 2
    post: __return__
    """
    process = Process(inside, deaf, alive, stopped, told, was_killed)
    return after(event, sent, process)[1].inside == inside


def nothing_is_undone(
    event: int, sent: int, inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool
) -> bool:
    """TREE-2, TREE-G1: what is dead stays dead, what was sent SIGTERM or SIGKILL was, what has left its group is out.

    pre: 0 <= sent <= 2
    post: __return__
    """
    _, process = after(event, sent, Process(inside, deaf, alive, stopped, told, was_killed))
    returned = (process.alive and not alive) or (process.inside and not inside)
    return not returned and (process.told or not told) and (process.killed or not was_killed)


def nothing_changes(
    event: int, sent: int, inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool
) -> bool:
    """What is outside its group stays as it is.

    pre: 0 <= sent <= 2
    post: __return__
    """
    process = Process(inside, deaf, alive, stopped, told, was_killed)
    return inside or after(event, sent, process)[1] == process


# --- one signal ------------------------------------------------------------------------------------------------------


def sigkill_ends_all(inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool) -> bool:
    """TREE-2: whatever lives can't but die of SIGKILL, also what is stopped, or deaf to SIGTERM.

    post: __return__
    """
    process = killed(Process(inside, deaf, alive, stopped, told, was_killed))
    return may_die(process) == alive and not (alive and process.stopped)


def sigterm_ends_all(inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool) -> bool:
    """Whatever lives can die of SIGTERM.

    post: __return__
    """
    return may_die(terminated(Process(inside, deaf, alive, stopped, told, was_killed))) == alive


def sigterm_is_heard(inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool) -> bool:
    """INT-5, TREE-2: of SIGTERM can die whatever lives and isn't deaf to it, also what was stopped; and nothing is sent
    SIGKILL by it.

    post: __return__
    """
    process = terminated(Process(inside, deaf, alive, stopped, told, was_killed))
    if process.killed != was_killed or (alive and process.stopped):
        return False
    return may_die(process) == (alive and (was_killed or not deaf))


def outside_is_untouched(
    isolated: bool, kill: bool, inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool
) -> bool:
    """TREE-3, TREE-N1: a signal to a command leaves a descendant as it is that is outside its group, or in that of the
    runner.

    post: __return__
    """
    process = Process(inside, deaf, alive, stopped, told, was_killed)
    change = killed if kill else terminated
    (found,) = signalled(Command(Process(), (process,)), change, isolated=isolated).descendants
    return (isolated and inside) or found == process


def all_is_untouched(
    isolated: bool, kill: bool, inside: bool, deaf: bool, alive: bool, stopped: bool, told: bool, was_killed: bool
) -> bool:
    """A signal to a command leaves every descendant as it is.

    post: __return__
    """
    process = Process(inside, deaf, alive, stopped, told, was_killed)
    change = killed if kill else terminated
    return signalled(Command(Process(), (process,)), change, isolated=isolated).descendants == (process,)


# --- the code --------------------------------------------------------------------------------------------------------


def _signal(number: int) -> Signal | None:
    if number <= 0:
        return None
    if number == 1:
        return "INT"
    if number == 2:
        return "TERM"
    return "HUP" if number == 3 else "QUIT"


def interrupts_come_first(number: int, failure: int, error: bool) -> bool:
    """EXIT-6, INT-1, INT-4: a signal's code outranks any failure and any error: 130, but 129 for SIGHUP, 131 for
    SIGQUIT.

    pre: number > 0
    post: __return__
    """
    expected = 130 if number <= 2 else 129 if number == 3 else 131
    return exit_code(_signal(number), failure, error) == expected


def failures_come_first(number: int, failure: int, error: bool) -> bool:
    """A failure outranks a signal and an error.

    post: __return__
    """
    return exit_code(_signal(number), failure, error) == failure or failure == 0


def failures_then_errors(failure: int, error: bool) -> bool:
    """EXIT-6: without a signal the code is the first failure's, whichever it is, else 64 for an error, else 0.

    post: __return__
    """
    expected = failure if failure != 0 else 64 if error else 0
    return exit_code(None, failure, error) == expected


def errors_come_first(failure: int, error: bool) -> bool:
    """Without a signal an error outranks a failure.

    post: __return__
    """
    return not error or exit_code(None, failure, error) == 64
