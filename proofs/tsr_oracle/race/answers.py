"""What a process said, call by call: the kinds of answers, and the two forms that messages have."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from tsr_oracle.race.commands import Call
from tsr_oracle.subject import Ended

OK, REFUSED, AT_LOAD = "ok", "refused", "refused at load"
"""Kinds of answers; the others are the reasons that a message gives."""

_MARK = re.compile(r"@(ok|no) (\d+)")
_REFUSAL = re.compile(r"(\w+): refusing to touch '(.*)': outside the workspace at '(.*)' — add it to .*")
_MESSAGE = re.compile(r"(\w+): '(.*?)': (.+)")
_MISUSE = re.compile(r"(\w+): '(.*)' is (not a directory), so only one source can .*")


@dataclass(frozen=True, slots=True)
class Answer:
    """What a call was answered: whether it said that it has done it, and its lines."""

    call: Call
    done: bool
    lines: tuple[str, ...]

    @property
    def met(self) -> bool:
        """Whether it is another one than on a tree that keeps still."""
        return not self.done or (self.call.prints == "value" and self.call.values[0] not in self.lines)

    @property
    def kind(self) -> str:
        """OK, REFUSED, or the reason of its first message."""
        if self.done:
            return OK
        messages = [found for found in map(message, self.lines) if found]
        if any(refusal(line) for line in self.lines):
            return REFUSED
        return messages[0][3] if messages else "something else"


@dataclass(frozen=True, slots=True)
class Heard:
    """All that a process said: the answers of its calls, and what came behind the last of them."""

    answers: tuple[Answer, ...]
    rest: tuple[str, ...]
    exit: int | None

    @property
    def refused(self) -> bool:
        """Whether the run was ended for something that it is made from."""
        return self.exit == 64


def heard(calls: Iterable[Call], ended: Ended, output: str) -> Heard:
    """The output, call by call. Marks come in their order; one that does not is an ordinary line."""
    answers: list[Answer] = []
    lines: list[str] = []
    waiting = list(calls)
    for line in output.splitlines():
        mark = _MARK.fullmatch(line)
        if mark is not None and int(mark[2]) == len(answers) < len(waiting):
            answers.append(Answer(waiting[len(answers)], mark[1] == "ok", tuple(lines)))
            lines = []
        else:
            lines.append(line)
    return Heard(tuple(answers), tuple(lines), ended.exit)


def message(line: str) -> re.Match[str] | None:
    """The message that a line is: the builtin, the path, the reason. A missing directory may be a misuse of `cp`."""
    return _MESSAGE.fullmatch(line) or _MISUSE.fullmatch(line)


def refusal(line: str) -> re.Match[str] | None:
    """The refusal that a line is (FENCE-10): the builtin, the place, the root."""
    return _REFUSAL.fullmatch(line)
