"""What the programs of a world have told: how each was started, and what was said, in order."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tsr_oracle.scratch import World
from tsr_spec.case import Child

Line: TypeAlias = tuple[float, bytes, int, bytes]
"""When something was said, what, and who said it: by number and by name. `sent …` is said by nobody."""

_END = b"."
_STAT = re.compile(rb"(\d+) \(.{0,15}?\) \S \d+ (\d+) (\d+)(?: -?\d+)+\n", re.DOTALL)
"""The number of a process, its command's name, its state, its parent, its group, its session, and more."""

Stdin: TypeAlias = Literal["", "terminal", "null", "other"]
_STDIN: dict[bytes, Stdin] = {b"terminal": "terminal", b"null": "null", b"other": "other"}


@dataclass(frozen=True, slots=True)
class Started:
    """One start of a program, as it saw it itself.

    `program` is the path that was run, `argv` the rest of the command line after the program's last name, `cwd` the
    physical directory, "" where it can't be told; `env` the environment as it was handed over, `NAME=value` each, in
    its order. `complete` is false where the program was ended before it had told everything. `group` and `session` are
    the numbers that the kernel had for it, 0 where they are not told.
    """

    program: str
    argv: tuple[str, ...]
    cwd: str
    env: tuple[str, ...]
    complete: bool
    pid: int = 0
    group: int = 0
    session: int = 0
    stdin: Stdin = ""

    @property
    def child(self) -> Child:
        """What a case says of it."""
        return Child(self.argv, self.cwd)

    @property
    def leads_group(self) -> bool:
        """Whether it had a process group of its own."""
        return self.complete and self.group == self.pid


@dataclass(frozen=True, slots=True)
class Mark:
    """What a program said, and who of it; or, with no name, what was sent to the subject: `sent INT`, `sent ^C`.

    Besides the marks of a case there is `start`, which every program says first.

    `at`: how many seconds after the start of the subject it was heard, 0 where nobody listened.
    """

    name: str
    what: str
    pid: int = 0
    at: float = field(default=0.0, compare=False)


def lines(world: World) -> tuple[Line, ...]:
    """What was said in a world that nobody listened to. None where it has no programs."""
    try:
        if stat.S_ISFIFO(os.lstat(world.records + b"/said").st_mode):
            return ()
        with open(world.records + b"/said", "rb") as said:
            whole = said.read().split(b"\0")[:-1]
    except FileNotFoundError:
        return ()
    return tuple((0.0, what, int(pid), name) for what, pid, name in (line.split(b" ", 2) for line in whole))


def marks(said: Sequence[Line]) -> tuple[Mark, ...]:
    """The same, in order, as a case has it."""
    return tuple(
        Mark(name.decode("utf-8", "surrogateescape"), what.decode(), pid, at)
        for at, what, pid, name in said
        if what != b"here"
    )


def names(said: Sequence[Line]) -> dict[int, str]:
    """Whose process each is that has said something."""
    return {pid: name.decode("utf-8", "surrogateescape") for _, _, pid, name in said if pid}


def read(world: World, said: Sequence[Line]) -> tuple[Started, ...]:
    """The starts of the world's programs, in their order."""
    return tuple(_read_one(world, pid) for _, what, pid, _ in said if what == b"start")


def _read_one(world: World, pid: int) -> Started:
    try:
        with open(world.records + b"/%d" % pid, "rb") as record:
            text = record.read()
    except FileNotFoundError:
        text = b""
    count, *fields = text.split(b"\0")
    words = int(count) if count.isdigit() else 0
    if len(fields) < words + 4:  # it was ended before it had told this much
        return Started("", (), "", (), complete=False, pid=pid)
    program, arguments, cwd, stdin = fields[0], fields[1 : words + 1], fields[words + 1], fields[words + 2]
    rest = b"\0".join(fields[words + 3 :])
    kernel = _STAT.match(rest)
    env = rest[kernel.end() :] if kernel else b""
    return Started(
        program=world.written(program),
        argv=tuple(world.written(word) for word in (os.path.basename(program), *arguments)),
        cwd=world.relative(cwd),
        env=tuple(world.written(pair) for pair in env.removesuffix(_END).split(b"\0") if pair),
        complete=kernel is not None and (env == _END or env.endswith(b"\0" + _END)),
        pid=pid,
        group=int(kernel[2]) if kernel else 0,
        session=int(kernel[3]) if kernel else 0,
        stdin=_STDIN.get(stdin, ""),
    )
