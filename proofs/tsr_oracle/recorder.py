"""The programs of a world: shell scripts that say how they were started, and what they said, read back.

A start is told in two steps, so that programs that run side by side can't get in each other's way, however long their
arguments are: a line with the process's number is appended to `order` in one write, and the rest goes to a file of
that number, ended by a mark. The kernel replaces a script's first argument by the script's path, so the name that the
subject gave is not seen, only the path that it ran.

A program that runs under a boundary which the subject draws (CONF) may not write its record; such cases need another
witness.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
from dataclasses import dataclass
from functools import cache

from tsr_oracle.scratch import World
from tsr_spec.case import Child

_END = b"."


@dataclass(frozen=True, slots=True)
class Started:
    """One start of a program, as it saw it itself.

    `program` is the path that was run, `argv` the rest of the command line after the program's last name, `cwd` the
    physical directory, "" where it can't be told; `env` the environment as it was handed over, `NAME=value` each, in
    its order. `complete` is false where the program was ended before it had told everything.
    """

    program: str
    argv: tuple[str, ...]
    cwd: str
    env: tuple[str, ...]
    complete: bool

    @property
    def child(self) -> Child:
        """What a case says of it."""
        return Child(self.argv, self.cwd)


def script(records: bytes, status: int) -> bytes:
    """The text of a program that leaves its record there and ends with the status, or by signal `status - 128`."""
    return _head(records) + (b"exit %d\n" % status if status <= 128 else b"kill -%d $$\n" % (status - 128))


def status_of(records: bytes, text: bytes) -> int | None:
    """The status of the program that has this text, or None where it is no program of that world."""
    head = _head(records)
    if not text.startswith(head):
        return None
    word, _, number = text[len(head) :].decode("ascii", "replace").strip().partition(" ")
    digits = number.removesuffix(" $$").lstrip("-")
    status = int(digits) + (128 if word == "kill" else 0) if digits.isdecimal() else -1
    return status if text == script(records, status) else None


def named(records: bytes, output: bytes) -> bytes:
    """The output, with what the model has for a program in the place of each program's text: a builtin may show it."""
    if b"#!/bin/sh" not in output:
        return output
    head = re.escape(_head(records))
    output = re.sub(head + rb"exit (\d+)\n", rb"program \1", output)
    return re.sub(head + rb"kill -(\d+) \$\$\n", lambda found: b"program %d" % (int(found[1]) + 128), output)


@cache
def _head(records: bytes) -> bytes:
    place = shlex.quote(os.fsdecode(records))
    return os.fsencode(
        "#!/bin/sh\n"
        f"umask 077; ulimit -c 0; cd -P . 2>/dev/null || PWD=; echo $$ >>{place}/order\n"
        f"""{{ printf '%s\\0' $# "$0" "$@" "$PWD"; {_cat()} /proc/$$/environ; printf .; }} >{place}/$$\n"""
    )


@cache
def _cat() -> str:
    return shlex.quote(shutil.which("cat", path=os.defpath) or shutil.which("cat") or "/bin/cat")


def prepare(records: bytes) -> None:
    """Make the place where the programs of a world leave their records."""
    os.makedirs(records, 0o700)
    os.close(os.open(records + b"/order", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))


def read(world: World) -> tuple[Started, ...]:
    """The starts of the world's programs, in their order. None where the world has no programs."""
    try:
        with open(world.records + b"/order", "rb") as order:
            numbers = order.read().split()
    except FileNotFoundError:
        return ()
    return tuple(_read_one(world, number) for number in numbers)


def _read_one(world: World, number: bytes) -> Started:
    try:
        with open(world.records + b"/" + number, "rb") as record:
            text = record.read()
    except FileNotFoundError:
        text = b""
    count, *fields = text.removesuffix(_END).split(b"\0")
    words = int(count) if count.isdigit() else 0
    if len(fields) < words + 2:  # it was ended before it had told this much
        return Started("", (), "", (), complete=False)
    program, arguments, cwd, env = fields[0], fields[1 : words + 1], fields[words + 1], fields[words + 2 :]
    return Started(
        program=world.written(program),
        argv=tuple(world.written(word) for word in (os.path.basename(program), *arguments)),
        cwd=world.relative(cwd),
        env=tuple(world.written(pair) for pair in env if pair),
        complete=text.endswith(b"\0" + _END),
    )
