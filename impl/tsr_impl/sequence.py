"""The sequence of one task: which of its commands run, and what the runner does of each (SHELL-9, SHELL-17)."""

from __future__ import annotations

from tsr_impl import builtins, globs
from tsr_impl.places import Fault
from tsr_impl.report import ConfigFault, Stop, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from tsr_impl.config import Task
    from tsr_impl.fence import Fence
    from tsr_impl.guards import Admission, Step
    from tsr_impl.places import Directory


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
    return any(map(globs.has_pattern, step.words)) or "".join(part.text for part in step.words[0]) in builtins.NAMES


def attempt(task: Task, step: Step, directory: Directory, admitted: Admission) -> int | list[str]:
    """The status of a command, if it is a builtin (EXIT-5); else the words of the program that is to run.

    Raises `Stop` for what ends the run (FENCE-10).
    """
    words = [w for word in step.words for w in globs.expand(word, directory.descriptor)]
    builtin = builtins.find(words[0])
    if builtin is None:
        return words
    call = builtins.Call(words, directory, admitted.fence)
    status = builtin(call)
    if call.refused and admitted.asked.strict:
        raise _refused(task, step.program)
    return status


def _refused(task: Task, command: str) -> Stop:
    message = f"task {quoted(task.name)}: {quoted(command)} was refused a place, and `--strict` goes no further"
    return Stop(f"{message} — correct the operand, or leave `--strict` away", "FENCE-10")


def task_directory(task: Task, fence: Fence) -> Directory:
    """The directory of the task, judged again and held open from now on (FENCE-15)."""
    written = task.directory
    try:
        with fence.content(fence.root, written or ".") as content:
            return content.open_directory()
    except Fault as fault:
        message = f"task {quoted(task.name)}: `dir` {quoted(written or '.')} cannot be used: "
        raise ConfigFault(f"{message}{fault.reason} — make it, or correct `dir`", "FENCE-15") from fault
