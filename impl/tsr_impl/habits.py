"""What readers who know a shell write into `run`, and the way out. Loaded where something looks like that."""

from __future__ import annotations

import re

from tsr_impl.report import quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tsr_impl.config import Task
    from tsr_impl.shell import Command, Word

_SCRIPT = "put it into a script, and run that"
_VARIABLE = "set the variable in the `env` of the task"
# What stands where a program is named; `NAME=` is any assignment.
_WAYS_OUT = {
    "cd": "set the `dir` of the task",
    "export": _VARIABLE,
    "NAME=": _VARIABLE,
    "exit": "use `false` to fail, and `&&` to go no further",
    "alias": "write out the command, or make it a task",
    "command": "leave it out; a program by its path is never a builtin",
    "#": "put the comment into a line of the file in front of `run`",
    "!": _SCRIPT,
    ".": _SCRIPT,
    "source": _SCRIPT,
    "set": _SCRIPT,
    "if": _SCRIPT,
    "for": _SCRIPT,
    "while": _SCRIPT,
}
# Those that no system has a program for which would do what its author wants.
_NEVER_A_PROGRAM = ("cd", "export", "source", "NAME=")
_HOME = '`~` is text, write `"$HOME"` instead'

_SINGLE_QUOTED = re.compile(r"""'[^']*'|("[^"]*")""")
_PARAMETER = re.compile(r"\$[0-9@*?$#]")
_ESCAPE = re.compile(r"""\\(?:["']|$)""")


def way_out(program: str) -> str | None:
    """What to do instead of running what is written as `program`, if that is a habit of those who know shells."""
    if program.startswith("~/"):
        return _HOME
    if program.startswith("@") and len(program) > 1:
        return "leave the `@` out; no command is shown when it runs"
    return _WAYS_OUT.get(_kind(program))


def warn_about(task: Task) -> None:
    """Say what in a task's `run` is not what its author may take it for; of each kind the first."""
    said = set()
    for remark, clause in _remarks(task.commands or []):
        if clause not in said:
            said.add(clause)
            warn(f"task {quoted(task.name)}: {remark}", clause)


def _remarks(commands: list[Command]) -> Iterator[tuple[str, str]]:
    for command in commands:
        program = command.words[0].written
        if _kind(program) in _NEVER_A_PROGRAM:
            yield f"{quoted(program)} is no program, and `run` is no shell — {way_out(program)}", "SHELL-44"
        for word in command.words:
            yield from _of_word(word)
        if any(word.on_new_line for word in command.words[1:]):
            yield "the lines of `run` are one command; join commands with `&&`", "SHELL-1"


def _of_word(word: Word) -> Iterator[tuple[str, str]]:
    # In single quotes all is text in any shell.
    written = _SINGLE_QUOTED.sub(lambda found: found[1] or "", word.written)
    parameter = _PARAMETER.search(written)
    if parameter:
        what = f"`{parameter[0]}` is text, since there are no parameters"
        yield (
            f"{what} — words that are typed follow the last command; quote it with `'` if it is meant as it is",
            "SHELL-6",
        )
    if written == "~" or written.startswith("~/"):
        yield f"in {quoted(word.written)}, {_HOME}", "SHELL-2"
    elif _ESCAPE.search(written):
        yield f"in {quoted(word.written)}, `\\` is text and takes nothing from what follows — use quotes", "SHELL-2"


def _kind(program: str) -> str:
    name, separator, _ = program.partition("=")
    return "NAME=" if separator and name.isascii() and name.isidentifier() else program
