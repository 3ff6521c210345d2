"""A run without a config (CLI-12): the task alone, with nothing in it, in the project that was found."""

from __future__ import annotations

from tsr_impl.config import Config, Task, is_task_name
from tsr_impl.report import Stop, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.request import Request


def config(asked: Request) -> Config:
    """What governs the run. Raises `Stop` for what needs a config."""
    task = asked.first
    if not is_task_name(task):
        message = f"{quoted(task)} can't be a task where there is no tasks.toml"
        raise Stop(f"{message} — use letters, digits, `_`, `:` and `-`, or write a tasks.toml", "CLI-12")
    for option, value in {"--since": asked.since, "--resume-from": asked.resume_from}.items():
        if value is not None:
            message = f"{option} chooses among packages, and without a tasks.toml there are none"
            raise Stop(f"{message} — write one with `[workspace] members`, or leave {option} away", "CLI-12")
    return Config({task: Task(task, {})}, [], [], {})
