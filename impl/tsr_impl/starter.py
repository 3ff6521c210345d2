"""The `tasks.toml` that a project begins with (CLI-15)."""

from __future__ import annotations

from tsr_impl import calls, report, streams
from tsr_impl.discovery import CONFIG_NAME
from tsr_impl.handles import close_quietly, took_away
from tsr_impl.report import Stop

_MODE = 0o644  # nobody else may write it, whatever the umask lets through (PERM-1); less if that says so

TEXT = """\
# The tasks of this project. `tsr TASK` runs one, `tsr --list` shows them.
# Take the `#` away in front of what you need.

# [tasks.hello]
# run = "echo hello"

# A task can wait for others, and have a directory and variables of its own.

# [tasks.test]
# deps = ["build"]
# dir = "server"
# run = "pytest -q"
# env = { LEVEL = "debug" }

# Without `run`, a task is what the project at hand calls so: `npm run build`
# beside a package.json, `cargo build` beside a Cargo.toml, and so on.

# [tasks.build]

# In a repository of several packages a task can run in each of them, and in
# what they depend on first.

# [workspace]
# members = ["packages/*"]

# [tasks."build:all"]
# packages = ["packages/*"]
# deps = ["^build"]
# run = "npm run build"

# Variables for every task.

# [env]
# LANG = "C.UTF-8"

# Directories outside of this one that tasks may touch.

# [security]
# allow_paths = ["../shared"]
"""


def serve() -> int:
    """Write it, and say so: on standard error, if nobody takes it on standard output (EXIT-11). The exit code.

    Raises `Stop`.
    """
    made = write()
    code = report.RUNNER_LEVEL
    try:
        code = report.answer(made)
    finally:
        if code:
            report.say(made.rstrip("\n"))
    return code


def write() -> str:
    """Write it into the working directory; what there is to say about that.

    Raises `Stop` where there is an entry of that name, of any kind, which stays as it is.
    """
    try:
        directory = calls.open_directory(".")
    except OSError as error:
        raise _failed(f"cannot be made: {error.strerror} — change into another directory") from error
    try:
        _fill(directory, _made(directory))
    finally:
        close_quietly(directory)
    return f"wrote {CONFIG_NAME}: it holds examples, all of them commented out\n"


def _made(directory: int) -> int:
    try:
        return calls.create(directory, CONFIG_NAME, _MODE)
    except FileExistsError as error:
        raise _failed("is there already, and stays as it is — edit it, or move it away") from error
    except OSError as error:
        raise _failed(f"cannot be made: {error.strerror} — check the working directory") from error


def _fill(directory: int, file: int) -> None:
    """Write the file and close it. If that fails it is taken away again: half of one would govern."""
    try:
        streams.write_text(file, TEXT)
        calls.synchronize(file)
    except BaseException as error:
        way_out = (
            "try again" if took_away(directory, CONFIG_NAME, file) else "remove what there is of it, and try again"
        )
        if not isinstance(error, OSError):
            raise
        raise _failed(f"cannot be written: {error.strerror} — {way_out}") from error
    finally:
        close_quietly(file)


def _failed(what: str) -> Stop:
    return Stop(f"{CONFIG_NAME} {what}", "CLI-15")
