"""Says whether what was observed can be right: what a process said, what is inside afterwards, and the outside."""

from __future__ import annotations

import errno
import os
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from tsr_oracle.classes import Class, fell_over
from tsr_oracle.deciding import Level
from tsr_oracle.race.answers import Answer, Heard, message, refusal
from tsr_oracle.race.commands import ROOT, Call
from tsr_oracle.race.sites import OUTSIDE
from tsr_oracle.scratch import World
from tsr_oracle.subject import Ended

_MOST_EXPLAINED = 20
"""Changes outside for which a call is looked for."""

_NUMBERS = (
    *(errno.ENOENT, errno.ENOTDIR, errno.EEXIST, errno.ENOTEMPTY, errno.ELOOP, errno.ESTALE, errno.EISDIR),
    *(errno.EINVAL, errno.EBUSY),
)
REASONS = frozenset(
    {
        *map(os.strerror, _NUMBERS),
        *("not a regular file", "not a regular file or directory", "not a regular file, directory or link"),
        "a link that leads to nothing is not written through",
        "a link leads back to a directory that holds it",
        "source and destination are the same file",
        "a directory can't be copied into itself",
        "a directory can't be moved into itself",
        "the workspace root and what holds it stay where they are",
        "not a directory",
    }
)
"""What a tree that changes can bring about. No rights are missing, no room, and nothing else that has its own error."""


@dataclass(frozen=True, slots=True)
class Finding:
    """Something that can't be right: of which class, what it is, and at which call, if that is known."""

    worst: Class
    what: str
    call: str = ""


class Referee:
    """Judges one round in a world. `contents`: the lines of the files that are inside; `level`: how much is asked.

    Below the level *ours* the wording of messages is the implementation's own, and so is what it prints beside.
    """

    def __init__(self, world: World, contents: Collection[str], level: Level) -> None:
        self._root = world.real(ROOT).decode()
        self._contents = contents
        self._strict = level == "ours"

    # --- what was said ---

    def of_run(self, calls: Collection[Call], ended: Ended, said: Heard, output: str) -> Iterator[Finding]:
        """Of a whole process: how it ended, and each of its answers."""
        for line in output.splitlines():
            if OUTSIDE in line:
                yield Finding("escape", f"printed what only the outside has: {line}", _call_of(said, line))
        if ended.timed_out:
            yield Finding("hang", f"no end within the time limit, after {len(said.answers)} of {len(calls)} calls")
        elif fell_over(output) or ended.signal is not None:
            how = "a panic or a traceback" if ended.signal is None else f"ended by signal {ended.signal}"
            yield Finding("crash", how, "".join(said.rest[-1:]))
        else:
            yield from self._of_end(calls, said)
        if ended.survivors:
            yield Finding("leak", f"left behind: {' '.join(ended.survivors[0].command)}")
        for answer in said.answers:
            yield from (Finding(worst, what, answer.call.text) for worst, what in self.of_answer(answer))

    def _of_end(self, calls: Collection[Call], said: Heard) -> Iterator[Finding]:
        last = said.rest[-1] if said.rest else "nothing"
        if said.exit not in (0, 1, 64):
            yield Finding("divergence", f"ended with {said.exit}; it said last: {last}")
        elif said.refused:
            if self._strict and not any(line.startswith("✗ ") for line in said.rest):
                yield Finding("divergence", f"ended with 64 and no diagnosis; it said last: {last}")
        elif len(said.answers) < len(calls):
            answered = f"only {len(said.answers)} of {len(calls)} calls were answered"
            yield Finding("divergence", f"{answered}; it said last: {last}")
        elif self._strict and said.rest:
            yield Finding("divergence", f"a line that belongs to no call: {last}")

    def of_answer(self, answer: Answer) -> Iterator[tuple[Class, str]]:
        """Of one answer: whether it agrees with itself and with what there was."""
        call = answer.call
        if call.prints == "never" and answer.done:
            yield "escape", "done, as what only the outside says would have it"
        messages = [line for line in answer.lines if not self._is_output(call, line)]
        if answer.done and len(answer.lines) - len(messages) != _expected(call):
            yield "divergence", f"said to be done, and printed: {answer.lines}"
        if not self._strict:
            return
        if answer.done:
            yield from (("divergence", f"said to be done, with a message: {line}") for line in messages)
        elif not messages:
            yield "divergence", "failed without a message"
        else:
            yield from (("divergence", wrong) for line in messages if (wrong := self._wrong(call, line)))

    def _is_output(self, call: Call, line: str) -> bool:
        if call.prints == "contents":
            return line in self._contents
        if call.prints == "place":
            return line == self._root or line.startswith(self._root + "/")
        return line in call.values

    def _wrong(self, call: Call, line: str) -> str | None:
        """What is wrong with a message of the call, None where it is one of BUILTIN-3 or FENCE-10."""
        refused = refusal(line)
        if refused is not None:
            name, place, root = refused.groups()
            inside = place == self._root or place.startswith(self._root + "/")
            right = name == call.name and root == self._root and not inside
            return None if right else f"a refusal that can't be right: {line}"
        said = message(line)
        if said is None or said[1] != call.name or not _is_about(said[2], call):
            return f"a line that is no message of this call: {line}"
        return None if said[3] in REASONS else f"a reason that no change of the tree explains: {line}"

    # --- what is there ---

    def of_inside(
        self, now: Mapping[str, bytes], kept: Mapping[bytes, str], known: Collection[str], round: Collection[Call]
    ) -> Iterator[Finding]:
        """Of the workspace afterwards: `kept` are contents that have to be somewhere, and where they were; `known` are
        the names that anything may have."""
        mark = OUTSIDE.encode()
        for path, data in now.items():
            if mark in data or OUTSIDE in path:
                yield Finding("escape", f"ws/{path}: has what only the outside has", calls_about(path, round))
        there = set(now.values())
        for data, path in kept.items():
            if data not in there:
                yield Finding("loss", f"{path}: what was there is gone", calls_about(path, round))
        for path in now:
            name = os.path.basename(path)
            if self._strict and name not in known and OUTSIDE not in name:
                yield Finding("divergence", f"ws/{path}: nobody was to make it", calls_about(path, round))

    def of_outside(self, changes: Iterable[str], round: Collection[Call]) -> Iterator[Finding]:
        """Of what has changed outside."""
        for count, change in enumerate(changes):
            about = calls_about(change.partition(":")[0], round) if count < _MOST_EXPLAINED else ""
            yield Finding("escape", f"outside, {change}", about)


def _expected(call: Call) -> int:
    """How many lines a call prints that is done."""
    return {"nothing": 0, "contents": len(call.operands), "never": 0}.get(call.prints, 1)


def _is_about(path: str, call: Call) -> bool:
    """Whether the path is an operand as typed, or continues one: what was met in a tree, or goes into a directory."""
    return any(path == operand or path.startswith(operand.rstrip("/") + "/") for operand in call.operands)


def _call_of(said: Heard, line: str) -> str:
    return next((answer.call.text for answer in said.answers if line in answer.lines), "")


def calls_about(path: str, calls: Collection[Call]) -> str:
    """The call that names most of the path, and how many others do as much."""
    parts = set(path.split("/"))

    def likeness(call: Call) -> int:
        return max(
            (len(parts & set(one.split("/"))) - len(set(one.split("/")) - parts) for one in call.operands), default=-9
        )

    most = max(map(likeness, calls), default=0)
    found = {call.text: None for call in calls if likeness(call) == most}
    more = f" (or {len(found) - 1} more)" if len(found) > 1 else ""
    return next(iter(found), "") + more
