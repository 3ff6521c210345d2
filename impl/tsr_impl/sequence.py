"""Running the steps of a task one after the other (SHELL-9, SHELL-17, EXIT)."""

from __future__ import annotations

from tsr_impl import builtins, globs, interrupts, process
from tsr_impl.places import Fault
from tsr_impl.report import ConfigFault, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.guards import Plan
    from tsr_impl.places import Directory


def run(plan: Plan, environment: Mapping[bytes, bytes]) -> int:
    """Run the task; the status of the last command that ran.

    Raises `Stop` when the directory is not there or a program can't be run, and `Interrupted`.
    """
    with _task_directory(plan) as directory:
        status = 0
        for step in plan.steps:
            # `&&` and `||` bind equally and to the left: each looks at the last status alone.
            if (step.operator == "&&" and status) or (step.operator == "||" and not status):
                continue
            interrupts.check()
            words = [w for word in step.words for w in globs.expand(word, directory.descriptor)]
            builtin = builtins.find(words[0])
            if builtin is None:
                status = process.run(words, directory.descriptor, environment)
            else:
                status = builtin(builtins.Call(words, directory, plan.fence))
        return status


def _task_directory(plan: Plan) -> Directory:
    """The directory of the task, judged again and held open from now on (FENCE-15)."""
    written = plan.task.directory
    try:
        with plan.fence.content(plan.fence.root, written or ".") as content:
            return content.open_directory()
    except Fault as fault:
        message = f"task {quoted(plan.task.name)}: `dir` {quoted(written or '.')} cannot be used: "
        raise ConfigFault(f"{message}{fault.reason} — make it, or correct `dir`", "FENCE-15") from fault
