"""What `--dry-run` prints (PLAN)."""

from __future__ import annotations

import re
from collections.abc import Iterable

from tsr_model.messages import shown
from tsr_model.workload import Work

_PLAIN = re.compile(r"[A-Za-z0-9_@%+=:,./-]+")


def plan(works: Iterable[Work], named: str, typed: tuple[str, ...]) -> str:
    """A block for each unit that has a command, in the order in which they would run (PLAN-1, PLAN-4).

    Commands are as written, before any expansion (PLAN-2); the words that were typed stand behind the named task's.
    """
    return "".join(_block(work, typed if work.task.name == named else ()) for work in works)


def _block(work: Work, typed: tuple[str, ...]) -> str:
    lines = (f"· {work.label}", f"    dir: {work.directory}", f"    cmd: {command_line(work, typed)}")
    return "".join(f"{shown(line)}\n" for line in lines)


def command_line(work: Work, typed: tuple[str, ...] = ()) -> str:
    """A unit's command as written, with the task's arguments and the words that were typed behind it (PLAN-2)."""
    command = map(quoted, work.command) if isinstance(work.command, tuple) else [work.task.text]
    return " ".join([*command, *map(quoted, (*work.task.args, *typed))])


def quoted(word: str) -> str:
    """A word that is not part of the `run` string, as a shell would have it written (PLAN-4)."""
    if _PLAIN.fullmatch(word):
        return word
    return "'" + word.replace("'", "'\"'\"'") + "'"
