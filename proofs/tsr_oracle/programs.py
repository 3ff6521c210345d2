r"""The texts of a world's programs: shell scripts that say how they were started and what becomes of them.

A program *says* a thing in one short write, `WHAT PID NAME` and a NUL: that it has started (`start`), that a process is
its own (`here`), that it is about to stop itself (`stops`) or to clean up slowly (`cleans`), and its marks (`up`,
`left`, `TERM`, `clean`, `end`). How it was started is told in full in a file named by its number. Where nothing but
starts and ends can happen, `said` is a file; in a world that is *driven* it is a FIFO that the driver reads, and there
are others for the programs to read, each kept open by the driver alone:

    up-NAME    has a byte for whoever asks once the program NAME is up
    tick       gets bytes time and again, for programs that wait and have a trap
    second     gets a byte a second after a program has said that it cleans up
    never      gets nothing

So a program that waits has no helper beside it that could be left over, taken for it, or keep its group alive: without
a trap it becomes a `cat` of `never`, with one it reads `tick`. (A shell runs a trap when it is back from a read, and
one that came just before the read began would never be run without the ticks.) When the driver has ended, whatever
became of it, all of them read the end of their FIFO and end too.

What waits is deaf to SIGHUP: the kernel sends one to what the leader of a terminal's session leaves behind, and that
would be ended before it is seen. What is left behind was started as a shell starts things in the background: SIGINT
and SIGQUIT are ignored, standard input, output and error are the null device.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import signal
from functools import cache, lru_cache

from tsr_spec.case import CONDUCT, PLAIN, CaseError, Entry, Given, Program
from tsr_spec.conduct import conduct_text, parse_program

_SHELL = "/bin/sh"
_FIFOS = ("said", "tick", "second", "never")
_START = re.compile(rb"#![^\n]*\n# program ([^\n]*)\n")
_BY_RUNTIMES = (signal.SIGPIPE, signal.SIGXFSZ)
"""What runtimes ignore for their own sake, and no case: where a program has it ignored, the runner forgot (TREE-10)."""
_NOT_ENDED = 99


def script(records: bytes, program: Program) -> bytes:
    """The text of a program that leaves its record there and conducts itself so."""
    return _text(records, conduct_text(program))


@lru_cache(64)
def _text(records: bytes, conduct: str) -> bytes:
    program, place = parse_program("", conduct), shlex.quote(os.fsdecode(records))
    lines = [*_head(place, conduct), *(_conduct(place, program) if has_conduct(program) else _PLAIN)]
    if not program.waits:
        lines += ["say end", *_end(program.status)]
    return os.fsencode("\n".join(lines) + "\n")


def _head(place: str, conduct: str) -> tuple[str, ...]:
    cat = _tool("cat") or "/bin/cat"
    return (
        f"#!{_SHELL}",
        f"# program {conduct}",
        "umask 077; ulimit -c 0; cd -P . 2>/dev/null || PWD=; i=other",
        _say(place),
        "say start",
        "if [ -t 0 ]; then i=terminal; elif [ /proc/$$/fd/0 -ef /dev/null ]; then i=null; fi 2>/dev/null",
        f"""{{ printf '%s\\0' $# "$0" "$@" "$PWD" $i; {cat} /proc/$$/stat /proc/$$/environ; printf .; }} >{place}/$$""",
    )


def _say(place: str) -> str:
    return f"""say() {{ printf '%s %s %s\\0' "$1" $$ "${{0##*/}}" >>{place}/said; }}"""


def _end(status: int) -> list[str]:
    """End with the status, or by the signal that it stands for, unless that has been ignored since before the start."""
    number = status - 128
    by_signal = [f"trap - {number}", f"kill -{number} $$"] if number > 0 else []
    return [*by_signal, f"exit {_NOT_ENDED if number in _BY_RUNTIMES else status}"]


_PLAIN = ("say up",)


def _conduct(place: str, program: Program) -> list[str]:
    """What a program does between its start and its end. One that waits does not get to the end."""
    lines = ["trap '' HUP"]
    what, up = ("stops", "say stops") if program.stopped else ("up", "say up")
    if program.leaves:  # both are said at once, so that nothing can come between
        lines.append(_leave(place, program))
        up = f"""printf '%s %s %s\\0' left $x "${{0##*/}}" {what} $$ "${{0##*/}}" >>{place}/said"""
    up += "; kill -STOP $$" * program.stopped
    own = Program("", on_term="" if program.leaves else program.on_term, on_int=program.on_int)
    if program.waits:
        lines += [*_ready(place, own), up, _wait(own)]
    else:
        lines += [f"exec 9<{place}/{shlex.quote('up-' + program.after)}"] if program.after else []
        lines += [up, *["read -r x"] * program.reads, *["read -r x <&9"] * bool(program.after)]
    return lines


def _leave(place: str, program: Program) -> str:
    """Start what is left behind, and go on once it is up: it tells its number, and its output ends then."""
    own = Program("", on_term=program.on_term)
    lines = [_say(place), *_ready(place, own), "say here; printf $$; exec >/dev/null", _wait(own)]
    apart = f"{_tool('setsid')} " if program.leaves == "apart" else ""
    return f"""x=$({apart}{_SHELL} -c {shlex.quote(chr(10).join(lines))} "$0" </dev/null 2>/dev/null &)"""


def _ready(place: str, program: Program) -> list[str]:
    """What makes a program ready to wait: its trap is set, and what it will read is open."""
    if not _has_trap(program):
        return [f"exec 9<{place}/never", *(["trap '' TERM"] if program.on_term else [])]
    lines = [f"exec 9<{place}/tick"]
    if "slowly" in (program.on_term, program.on_int):
        name = "INT" if program.on_int else "TERM"
        lines.append(f"""slow() {{ trap '' {name}; say {name}; say cleans; {_read("8")}; say clean; exit 0; }}""")
        return [*lines, f"exec 8<{place}/second", f"trap slow {name}"]
    return [*lines, f"trap 'say TERM; {'; '.join(_end(int(program.on_term)))}' TERM"]


def _has_trap(program: Program) -> bool:
    return program.on_term not in ("", "ignored") or program.on_int != ""


def _wait(program: Program) -> str:
    """Wait until a signal comes."""
    if not _has_trap(program):
        return f"exec {_tool('cat') or '/bin/cat'} <&9 9<&-"
    return f"while :; do {_read('9')}; done"


def _read(handle: str) -> str:
    """Read a line that the driver has to write. A signal may come between; where it fails often, that is the end."""
    return f"n=0; until read -r x <&{handle}; do n=$((n + 1)); [ $n -lt 99 ] || exit 99; done"


@cache
def _tool(name: str) -> str:
    """The path of a program of the system, quoted for the shell; "" where there is none."""
    found = shutil.which(name, path=os.defpath) or shutil.which(name)
    return shlex.quote(os.path.abspath(found)) if found else ""


# --- read back -----------------------------------------------------------------------------------------------------


def program_of(records: bytes, path: str, text: bytes) -> Program | None:
    """The program that has this text, or None where it is no program of that world."""
    found = _written(records, text, 0)
    return parse_program(path, found[0]) if found and found[1] == text else None


def _written(records: bytes, text: bytes, at: int) -> tuple[str, bytes] | None:
    """The conduct, and the whole text, of the program whose text begins there."""
    start = _START.match(text, at)
    if start is None:
        return None
    try:
        conduct = conduct_text(parse_program("", start[1].decode("utf-8", "surrogateescape")))
    except CaseError:
        return None
    whole = _text(records, conduct)
    return (conduct, whole) if text.startswith(whole, at) else None


def named(records: bytes, output: bytes) -> bytes:
    """The output, with what the model has for a program in the place of each program's text: a builtin may show it."""
    pieces, done = [], 0
    for start in _START.finditer(output):
        found = _written(records, output, start.start())
        if found is not None:
            pieces += [output[done : start.start()], b"program " + found[0].encode("utf-8", "surrogateescape")]
            done = start.start() + len(found[1])
    return b"".join([*pieces, output[done:]]) if pieces else output


# --- what a case asks for ------------------------------------------------------------------------------------------


def has_conduct(program: Program) -> bool:
    """Whether it does anything besides ending."""
    return any(getattr(program, name) != getattr(PLAIN, name) for name in CONDUCT)


def is_driven(given: Given) -> bool:
    """Whether something has to happen while the case runs: what programs do, or what is sent when they say a mark."""
    return any(given.signals or has_conduct(program) for program in _programs(given))


def is_patient(given: Given) -> bool:
    """Whether the case may well take seconds in which nothing happens.

    Such as those that a program is given to end, or has before SIGTERM after a SIGINT that it may have got itself.
    """
    interrupted = given.terminal and any(what == "INT" for _, what in given.signals)
    return interrupted or any(p.on_term in ("ignored", "slowly") or p.on_int for p in _programs(given))


def lacks_tool(given: Given) -> str | None:
    """What the case's programs need and this system has not got, or None."""
    apart = any(program.leaves == "apart" for program in _programs(given))
    return "setsid" if apart and not _tool("setsid") else None


def _programs(given: Given) -> list[Program]:
    return [entry for entry in given.tree if isinstance(entry, Program)]


def prepare(records: bytes, everything: tuple[Entry, ...], *, driven: bool) -> None:
    """Make the place where the programs of a world leave their records, and what they may read there."""
    try:
        os.mkdir(records, 0o700)
    except FileNotFoundError:  # a subject has made away with what was above
        os.makedirs(records, 0o700)
    if not driven:
        os.close(os.open(records + b"/said", os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600))
        return
    awaited = {"up-" + entry.after for entry in everything if isinstance(entry, Program) and entry.after}
    for name in (*_FIFOS, *sorted(awaited)):
        os.mkfifo(records + b"/" + name.encode("utf-8", "surrogateescape"), 0o600)
