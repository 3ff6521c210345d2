"""Strings of commands, builtins, and the command line."""

from __future__ import annotations

import re

from tsr_model.command_line import Misuse
from tsr_model.prediction import Prediction
from tsr_model.sequence import MISUSE
from tsr_model.shell import Rejected, Text, parse
from tsr_oracle.vectors.facts import asked, programs, request_of, runs, tasks, words
from tsr_oracle.vectors.situations import situation
from tsr_spec.case import Given
from tsr_spec.tables import builtins

_UNFINISHED = ("SHELL-28", "SHELL-29", "SHELL-30")


@situation
def joined_commands(given: Given, foretold: Prediction) -> bool:
    """A string has several commands, and `&&`, `||` or `;` between them."""
    return any(task.run.rest for task in tasks(given) if task.run is not None)


@situation
def program_missing(given: Given, foretold: Prediction) -> bool:
    """A program can't be found or started."""
    return "SHELL-44" in foretold.refusal


@situation
def words_handed_on(given: Given, foretold: Prediction) -> bool:
    """Words are typed behind `--`, or stand in `args`, for the last command."""
    return bool(request_of(given).arguments) or any(task.args for task in tasks(given))


@situation
def builtin_fails(given: Given, foretold: Prediction) -> bool:
    """A builtin can't do what it is told to, or is `false`."""
    failed = any(isinstance(message.reason, str) for message in foretold.messages)
    return failed or any(step.argv[:1] == ("false",) for step in foretold.steps)


@situation
def modes_and_umask(given: Given, foretold: Prediction) -> bool:
    """The modes of what is made, or copied, are not the usual ones."""
    made = any(step.argv[0] in ("cp", "mkdir", "touch") for step in foretold.steps)
    unusual = given.umask != 0o022 or any(getattr(e, "mode", 0o644) not in (0o644, 0o755) for e in given.tree)
    return made and unusual


@situation
def words_that_ask_for_nothing(given: Given, foretold: Prediction) -> bool:
    """The command line is none that the runner understands."""
    return isinstance(asked(given), Misuse)


@situation
def option_of_the_runner(given: Given, foretold: Prediction) -> bool:
    """Options of the runner's own, or their values, are typed."""
    return bool(request_of(given).options or request_of(given).values)


@situation
def dry_run(given: Given, foretold: Prediction) -> bool:
    """The run is only to be shown."""
    return request_of(given).dry_run


@situation
def refused_at_load(given: Given, foretold: Prediction) -> bool:
    """The runner refuses before the first command."""
    return foretold.stage == "load" and foretold.exit == MISUSE


@situation
def plain_success(given: Given, foretold: Prediction) -> bool:
    """All is well: the run ends with 0, and nothing was refused on the way."""
    return foretold.exit == 0 and not foretold.messages


@situation
def string_that_is_none(given: Given, foretold: Prediction) -> bool:
    """A `run` string has what only a larger shell understands, or is empty, or not finished."""
    return any(isinstance(parse(text), Rejected) for text in runs(given))


@situation
def letters_that_are_text(given: Given, foretold: Prediction) -> bool:
    """A `run` string has letters that would have a meaning, if they were not quoted or this were another shell."""
    quoted = [part.text for word in words(given) for part in word if isinstance(part, Text) and part.quoted]
    free = any(re.search(r"\\|~|#|=|\$(?![A-Za-z_{(])|\{[^,}]*\}", text) for text in runs(given))
    return free or any(re.search(r"[\s*?\[;&|<>$`(){}'\"#]", text) for text in quoted)


@situation
def program_found_first(given: Given, foretold: Prediction) -> bool:
    """Several places have a program of one name, or a builtin has that name, or packages have brought programs."""
    names = [program.name for program in programs(given)]
    installed = any("node_modules/.bin" in entry.path for entry in given.tree)
    return installed or len({*names}) < len(names) or bool({*names} & {*builtins()})


@situation
def program_fails(given: Given, foretold: Prediction) -> bool:
    """A program ends with another code than 0, or by a signal of its own."""
    return any(program.status for program in programs(given))


@situation
def handed_to_another_program(given: Given, foretold: Prediction) -> bool:
    """A task delegates to another program, or what it runs is told by the marker of a project."""
    delegated = any(task.delegate is not None for task in tasks(given))
    return delegated or bool({"FORM-3", "CLI-12"} & {*foretold.clauses})
