"""The sequence of one unit: which of its commands run, and what the runner does of each (SHELL-9, SHELL-17)."""

from __future__ import annotations

from tsr_impl import builtins, globs
from tsr_impl.places import Fault
from tsr_impl.report import ConfigFault, Stop, is_scarcity, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Mapping

    from tsr_impl.fence import Fence
    from tsr_impl.guards import Admission
    from tsr_impl.handles import Directory
    from tsr_impl.units import Ready, Step, Unit


def commands(steps: list[Step]) -> Generator[Step, int, int]:
    """The commands that run, given the status of each before the next is asked for; that of the sequence."""
    status = 0
    for step in steps:
        # `&&` and `||` bind equally and to the left: each looks at the last status alone.
        if (step.operator == "&&" and status) or (step.operator == "||" and not status):
            continue
        status = yield step
    return status


def may_take_long(step: Step) -> bool:
    """Whether the runner itself may have more to do for a command than to start a program."""
    return any(map(globs.has_pattern, step.words)) or _may_be_builtin(step)


def _may_be_builtin(step: Step) -> bool:
    return not step.native and "".join(part.text for part in step.words[0]) in builtins.NAMES


def attempt(unit: Unit, step: Step, directory: Directory, admitted: Admission) -> int | list[str]:
    """The status of a command, if it is a builtin (EXIT-5); else the words of the program that is to run.

    Raises `Stop` for what ends the run (FENCE-10).
    """
    words = _expanded(step, directory)
    builtin = None if step.native else builtins.find(words[0])
    if builtin is None:
        return words
    call = builtins.Call(words, directory, admitted.fence)
    try:
        status = builtin(call)
    finally:
        call.forget()
    if call.refused and admitted.asked.strict:
        raise _refused(unit, step.program)
    return status


def _expanded(step: Step, directory: Directory) -> list[str]:
    """Its words, when each pattern among them stands for what it matches. Raises `Stop`."""
    try:
        return [w for word in step.words for w in globs.expand(word, directory.descriptor)]
    except Fault as fault:
        if is_scarcity(fault):
            raise
        message = f"a pattern meets {quoted(str(fault.label))}, which cannot be looked at: {fault.reason}"
        raise Stop(f"{message} — repair it, or write the names out", "SHELL-11") from fault


def _refused(unit: Unit, command: str) -> Stop:
    message = f"task {quoted(unit.label)}: {quoted(command)} was refused a place, and `--strict` goes no further"
    return Stop(f"{message} — correct the operand, or leave `--strict` away", "FENCE-10")


def open_directory(unit: Unit, fence: Fence) -> Directory:
    """The directory of the unit, judged again and held open from now on (FENCE-15)."""
    path = unit.directory()
    try:
        with fence.content(fence.root, path) as content:
            return content.open_directory()
    except Fault as fault:
        what, way_out = f"`dir` {quoted(path)}", "make it, or correct `dir`"
        if unit.package:
            what, way_out = f"the package at {quoted(path)}", "put it back, or correct `[workspace] members`"
        message = f"task {quoted(unit.label)}: {what} cannot be used: {fault.reason}"
        raise ConfigFault(f"{message} — {way_out}", "FENCE-15") from fault


def environment(ready: Ready, directory: Directory, fence: Fence) -> Mapping[bytes, bytes]:
    """What the programs of a unit get that starts in the directory (FORM-4)."""
    if all(map(_may_be_builtin, ready.steps)):
        return ready.environment  # no program is looked for, and most such tasks are quick ones
    from tsr_impl import bin_paths

    return bin_paths.in_front(ready.environment, directory.place.path(), fence.root.place.path())
