"""What a command must find as if it had been started without a launcher, each as a function (CONF-4)."""

from __future__ import annotations

import os
import signal
import tempfile

from launchers import Launcher, Place

READ_ONLY = ("--mode", "read-only")
CONFINED = [{"event": "confined"}]


def the_exit_code_is_its_own(launcher: Launcher, place: Place) -> None:
    """What the command exits with is what the launcher exits with, also if that is a code of the launcher."""
    for code in (0, 7, 64, 125, 127):
        done = launcher.start(READ_ONLY, ["/bin/sh", "-c", f"exit {code}"])
        assert (done.code, done.err, done.status) == (code, "", CONFINED), done


def the_signal_is_its_own(launcher: Launcher, place: Place) -> None:
    """A command that a signal ends is seen as ended by that signal: the process is the command."""
    for number in (signal.SIGTERM, signal.SIGKILL, signal.SIGPIPE, signal.SIGINT):
        done = launcher.start(READ_ONLY, ["/bin/sh", "-c", f"kill -{number.value} $$"])
        assert (done.code, done.status) == (-number, CONFINED), done


def what_is_not_found_is_127(launcher: Launcher, place: Place) -> None:
    """A command that isn't there: 127, a message, and the status says that it was confined by then."""
    for name in ("tsr-no-such-program", "/no/such/program", f"{place.inside}/file/x", ""):
        done = launcher.start(READ_ONLY, [name])
        assert (done.code, done.out, done.status) == (127, "", CONFINED), done
        assert done.err.startswith(f"tsr-confine: {name!r} was not found — "), done


def what_cannot_be_executed_is_126(launcher: Launcher, place: Place) -> None:
    """A file without the mode, a directory, a file of no format, a script without its interpreter: 126, a message."""
    shapeless = place.inside / "shapeless"
    shapeless.write_text("no format that a kernel knows")
    script = place.inside / "script"
    script.write_text("#!/no/such/interpreter\n")
    for path in (shapeless, script):
        path.chmod(0o755)
    for path in (place.inside / "file", place.inside / "sub", shapeless, script):
        done = launcher.start(READ_ONLY, [path])
        assert (done.code, done.out, done.status) == (126, "", CONFINED), done
        assert done.err.startswith(f"tsr-confine: '{path}' can't be executed: "), done


def a_message_without_a_reader_is_no_signal(launcher: Launcher, place: Place) -> None:
    """Where nobody reads standard error the exit code still tells."""
    closed = ["/bin/sh", "-c", 'exec "$@" 2>&-', "sh"]
    assert launcher.with_more(within=closed).start(READ_ONLY, ["tsr-no-such-program"]).code == 127
    end, broken = os.pipe()
    os.close(end)
    try:
        done = launcher.start(READ_ONLY, ["tsr-no-such-program"], stderr=broken)
    finally:
        os.close(broken)
    assert done.code == 127, done


def the_path_is_searched_as_execvp_does(launcher: Launcher, place: Place) -> None:
    """The first in PATH that can be executed; an empty entry is the working directory; none may be set at all."""
    for top, text in ((place.inside, "echo inside"), (place.outside, "echo outside")):
        (top / "prog").write_text(f"#!/bin/sh\n{text}\n")
    (place.outside / "prog").chmod(0o755)
    searched = {"PATH": f"/no/such:{place.inside}/file:{place.inside}:{place.outside}"}
    assert launcher.start(READ_ONLY, ["prog"], env=searched).out == "outside\n"
    assert launcher.start(READ_ONLY, ["prog"], env={"PATH": ""}, cwd=place.outside).out == "outside\n"
    assert launcher.start(READ_ONLY, ["prog"], env={"PATH": str(place.inside)}).code == 126
    assert launcher.start(READ_ONLY, ["prog"], env={}, cwd=place.outside).code == 127
    assert launcher.start(READ_ONLY, ["true"], env={}).code == 0
    barred = place.inside / "barred"
    barred.mkdir(mode=0)
    done = launcher.start(READ_ONLY, ["prog"], env={"PATH": str(barred)})
    barred.chmod(0o700)
    assert done.code == 127, done


def words_are_bytes(launcher: Launcher, place: Place) -> None:
    """Every word comes through as it is: empty, an option of ours, another `--`, and what is no UTF-8."""
    words = [b"--mode", b"--", b"", b"\xff\xfe", "ü\n".encode(), b"-x"]
    done = launcher.start(READ_ONLY, ["printf", "%s|", *words], env={"PATH": "/bin:/usr/bin", "LC_ALL": "C"})
    assert done.out == "--mode|--||\\xff\\xfe|ü\n|-x|", done


def the_environment_is_as_it_was(launcher: Launcher, place: Place) -> None:
    """Nothing is added, taken or changed, also not by the interpreter that the launcher is written in."""
    for given in ({}, {b"LC_CTYPE": b"C"}, {b"LC_CTYPE": b"C.UTF-8", b"A\xff": b"\xff"}, {b"PYTHONHOME": b"/no"}):
        done = launcher.start(READ_ONLY, ["/usr/bin/env"], env=given)
        wanted = [f"{os.fsdecode(name)}={os.fsdecode(value)}" for name, value in given.items()]
        assert sorted(done.out.split()) == sorted(os.fsencode(w).decode("utf-8", "backslashreplace") for w in wanted)


DESCRIPTORS = """
import os
for number in range(3, 1024):
    try:
        os.write(number, b'{"event": "forged"}\\n')
    except OSError:
        pass
    try:
        os.fstat(number)
    except OSError:
        continue
    print(number)
"""


def it_has_the_standard_three_only(launcher: Launcher, place: Place) -> None:
    """Whatever the launcher was started with, the command has no descriptor above 2."""
    with open(place.outside / "file", "a") as leak, tempfile.TemporaryFile() as other:
        done = launcher.write(
            place.inside, launcher.python_command(DESCRIPTORS), keep=[leak.fileno(), other.fileno()], status=False
        )
    assert (done.code, done.out) == (0, ""), done
    assert (place.outside / "file").read_text() == "precious"


def it_never_has_the_status_descriptor(launcher: Launcher, place: Place) -> None:
    """The command writes to every descriptor that it may have: no second line comes of it."""
    done = launcher.write(place.inside, launcher.python_command(DESCRIPTORS))
    assert (done.code, done.out, done.status) == (0, "", CONFINED), done


def what_is_closed_is_the_null_device(launcher: Launcher, place: Place) -> None:
    """Of the standard three, one that was closed is the null device, so that no file comes to be standard error."""
    closing = ["/bin/sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh"]
    code = 'for n in 0 1 2; do readlink /proc/$$/fd/$n; done > "$1"/trace'
    done = launcher.with_more(within=closing).write(place.inside, ["/bin/sh", "-c", code, "sh", place.inside])
    assert (done.code, done.status) == (0, CONFINED), done
    # The shell itself has put its file where standard output was, for the loop.
    assert (place.inside / "trace").read_text().split() == ["/dev/null", str(place.inside / "trace"), "/dev/null"]


def a_status_without_a_reader_changes_nothing(launcher: Launcher, place: Place) -> None:
    """Nobody has to read the status: the command runs, and hears of nothing."""
    done = launcher.start(READ_ONLY, ["/bin/sh", "-c", "echo ran; exit 3"], reader=False)
    assert (done.code, done.out, done.err) == (3, "ran\n", ""), done


SIGNALS = """
import os, signal, sys
for number in (signal.SIGPIPE, signal.SIGXFSZ):
    signal.signal(number, signal.SIG_DFL)
for number in (signal.SIGINT, signal.SIGHUP):
    signal.signal(number, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_SETMASK, [signal.SIGUSR2])
os.execv(sys.argv[1], sys.argv[1:])
"""


def _ignored() -> list[int]:
    """The signals that this process ignores."""
    with open("/proc/self/status", encoding="ascii") as status:
        (mask,) = (int(line.split()[1], 16) for line in status if line.startswith("SigIgn:"))
    return [number for number in range(1, 65) if mask >> (number - 1) & 1]


def signals_are_as_they_were(launcher: Launcher, place: Place) -> None:
    """What was ignored stays so, and the mask; what Python ignores or takes for itself is at its default."""

    def bits(*numbers: int) -> str:
        return f"{sum(1 << (number - 1) for number in numbers):016x}"

    show = ["grep", "-E", "^Sig(Ign|Blk)", "/proc/self/status"]
    outer = launcher.with_more(within=[launcher.python, "-I", "-S", "-c", SIGNALS])
    done = outer.start(READ_ONLY, show)
    already = set(_ignored()) - {signal.SIGPIPE, signal.SIGXFSZ}  # what whoever plays this was started with
    ignored = bits(*already | {signal.SIGHUP, signal.SIGINT})
    assert done.out.split() == ["SigBlk:", bits(signal.SIGUSR2), "SigIgn:", ignored], done
    done = launcher.start(READ_ONLY, show)
    assert done.out.split() == ["SigBlk:", bits(), "SigIgn:", bits(*already)], done
