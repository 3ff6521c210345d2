"""What a run would do, as text (PLAN)."""

from __future__ import annotations

import shlex

from tsr_impl.report import printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.config import Task
    from tsr_impl.request import Request


def text(tasks: list[Task], asked: Request) -> str:
    """Each of the tasks that have a command, in the order in which they would run (PLAN-1)."""
    return "".join(_unit(task, asked.extra if task.name == asked.first else []) for task in tasks)


def _unit(task: Task, extra: list[str]) -> str:
    """One of them, as it is written: nothing is expanded, and no line can be forged (PLAN-2, PLAN-4)."""
    command = " ".join([task.run or "", *map(shlex.quote, [*task.args, *extra])])
    lines = (f"· {task.name}", f"    dir: {task.directory or '.'}", f"    cmd: {command}")
    return "".join(printable(line) + "\n" for line in lines)
