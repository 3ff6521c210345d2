"""What `--dry-run` prints (PLAN)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tsr_model.config import Task
from tsr_model.messages import shown

_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")


def plan(tasks: Iterable[Task], named: str, typed: tuple[str, ...]) -> str:
    """A block for each task that has a command, in the order in which they would run (PLAN-1, PLAN-4).

    Commands are as written, before any expansion (PLAN-2); the words that were typed stand behind the named task's.
    """
    return "".join(_block(task, typed if task.name == named else ()) for task in tasks if task.run is not None)


def _block(task: Task, typed: tuple[str, ...]) -> str:
    command = " ".join([task.text, *map(quoted, (*task.args, *typed))])
    lines = (f"· {task.name}", f"    dir: {'.' if task.dir is None else task.dir}", f"    cmd: {command}")
    return "".join(f"{shown(line)}\n" for line in lines)


def quoted(word: str) -> str:
    """A word that is not part of the `run` string, as a shell would have it written (PLAN-4)."""
    if _PLAIN.fullmatch(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"
