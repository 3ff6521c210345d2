"""Running tasks, and the steps of each, one after the other (GRAPH-5, SHELL-9, SHELL-17, EXIT)."""

from __future__ import annotations

from tsr_impl import builtins, globs, interrupts, process
from tsr_impl.places import Fault
from tsr_impl.report import ConfigFault, Stop, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.config import Task
    from tsr_impl.fence import Fence
    from tsr_impl.guards import Admission, Ready
    from tsr_impl.places import Directory


def run(admitted: Admission) -> int:
    """Run the tasks one after the other: 0 (EXIT-1), or the status of the first one that fails (GRAPH-5).

    Raises `Stop` when a directory is not there, a program can't be run, or what commands have
    changed may not be used, and `Interrupted`.
    """
    for task in admitted.tasks:
        interrupts.check()
        status = _run(admitted.start(task), admitted)
        if status:
            return status
    return 0


def _run(ready: Ready, admitted: Admission) -> int:
    with _task_directory(ready.task, admitted.fence) as directory:
        status = 0
        for step in ready.steps:
            # `&&` and `||` bind equally and to the left: each looks at the last status alone.
            if (step.operator == "&&" and status) or (step.operator == "||" and not status):
                continue
            interrupts.check()
            words = [w for word in step.words for w in globs.expand(word, directory.descriptor)]
            builtin = builtins.find(words[0])
            if builtin is None:
                status = process.run(words, step.program, directory.descriptor, ready.environment)
            else:
                call = builtins.Call(words, directory, admitted.fence)
                status = builtin(call)
                if call.refused and admitted.strict:
                    raise _refused(ready.task, step.program)
        return status


def _refused(task: Task, command: str) -> Stop:
    message = f"task {quoted(task.name)}: {quoted(command)} was refused a place, and `--strict` goes no further"
    return Stop(f"{message} — correct the operand, or leave `--strict` away", "FENCE-10")


def _task_directory(task: Task, fence: Fence) -> Directory:
    """The directory of the task, judged again and held open from now on (FENCE-15)."""
    written = task.directory
    try:
        with fence.content(fence.root, written or ".") as content:
            return content.open_directory()
    except Fault as fault:
        message = f"task {quoted(task.name)}: `dir` {quoted(written or '.')} cannot be used: "
        raise ConfigFault(f"{message}{fault.reason} — make it, or correct `dir`", "FENCE-15") from fault
