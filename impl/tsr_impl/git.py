"""Asking git, so that nothing of the repository runs (GIT-1, GIT-4).

A repository names programs in its configuration and in its attributes, and git runs them where it looks at
files: whoever asks what has changed has not asked for that. So only commands are asked that read, each
setting by which one of them would start a program is overridden, and what could not be overridden is refused.
All of them are asked of one repository, the one that was found first: in another one, which git might find
from elsewhere or by what this one says, there are settings that nobody has looked through.
"""

from __future__ import annotations

import re
import signal
import stat
from typing import TYPE_CHECKING

from tsr_impl import calls, interrupts
from tsr_impl.handles import close_quietly
from tsr_impl.process import DEFAULT_PATH, DEFAULT_SIGNALS
from tsr_impl.report import Stop, denial, is_missing, is_scarcity, one_word, quoted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from tsr_impl.handles import Directory

_SETTINGS = (
    "core.fsmonitor=false",  # a hook, or a daemon, that knows what has changed
    "core.hooksPath=/dev/null",
    "core.askPass=",
    "credential.helper=",
    "submodule.recurse=false",  # within a submodule these settings would not hold
    "safe.bareRepository=explicit",  # files in a tree can look like one
    # In a partial clone git fetches what is missing, by programs that the repository names. Before there
    # was a variable against that, a fetch that does not like its configuration is none.
    "fetch.parallel=-1",
)
_VARIABLES = {
    b"GIT_NO_LAZY_FETCH": b"1",
    b"GIT_ALLOW_PROTOCOL": b"",  # none
    b"GIT_NO_REPLACE_OBJECTS": b"1",
    b"GIT_OPTIONAL_LOCKS": b"0",  # nothing is written
    b"GIT_TERMINAL_PROMPT": b"0",
}
_FILTER_PROGRAMS = ("clean", "smudge", "process")
_PLAIN_WORD = re.compile(r"[A-Za-z0-9_./=-]+")


class Silent(Exception):
    """Git gave no answer: `what` it does not tell, and the `way_out`. Neither holds a word of its own.

    These may hold values of the environment (OUT-1).
    """

    def __init__(self, what: str, way_out: str) -> None:
        super().__init__(what, way_out)
        self.what = what
        self.way_out = way_out


class Git:
    """The git that is first in the PATH of the process, asked about the repository that holds `directory`.

    `prefix` is the way from the top of its working tree to the directory: empty, or ending in `/`.
    """

    def __init__(self, directory: Directory, environment: Mapping[bytes, bytes]) -> None:
        """Raises `Silent` if there is none, and `Stop` if it has what can't be switched off."""
        self._directory = directory
        self._path = _program(environment)
        self._environment = {**environment, **_VARIABLES}
        self._options = ["--no-pager", *_overriding(_SETTINGS)]
        place, top, self.prefix = self._found()
        self._options += [f"--git-dir={place}", f"--work-tree={top}"]
        names = self.ask("what it is set to", "config", "--list", "--name-only", "-z")
        self._options += _overriding(_without_filters(names))

    def ask(self, what: str, *words: str) -> bytes:
        """What git prints when it is given the words, in the directory. Raises `Silent` for any failure."""
        status, output = self._run(["git", *self._options, *words])
        if status:
            end = f"ended with {status}" if status > 0 else f"was killed by signal {-status}"
            command = " ".join(["git", *map(_shown, words)])
            raise Silent(f"git does not tell {what}: it {end}", f"see what `{command}` says in the workspace root")
        return output

    def _found(self) -> tuple[str, str, str]:
        """Where the repository is, where the top of its working tree, and the way from there to the directory."""
        what = "which repository this is"
        if self._line(what, "--is-inside-work-tree") != "true":
            raise Silent("the workspace root lies in no working tree of git", "run this without `--since`")
        return (
            self._line(what, "--absolute-git-dir"),
            self._line(what, "--show-toplevel"),
            self._line(what, "--show-prefix"),
        )

    def _line(self, what: str, option: str) -> str:
        """An answer of one line, which may hold newlines itself."""
        return calls.decode(self.ask(what, "rev-parse", option)).removesuffix("\n")

    def _run(self, words: list[str]) -> tuple[int, bytes]:
        """Its status and output. However this is left, nothing of it is left behind."""
        try:
            with interrupts.Held():
                child, *pipes = self._started(words)
                interrupts.before_exit(lambda: _kill(child))
        except OSError as error:
            way_out = "try again" if is_scarcity(error) else "check the one that comes first in PATH"
            raise Silent(f"git cannot be run: {error.strerror}", way_out) from error
        try:
            output, _ = _read(*pipes)
            while not calls.has_ended(child):
                interrupts.until_news()
            return calls.exit_code(child), output
        except OSError as error:
            raise Silent(f"what git says cannot be read: {error.strerror}", "try again") from error
        finally:
            _end(child, *pipes)

    def _started(self, words: list[str]) -> tuple[int, ...]:
        """Started in the directory, while the working directory stays what it is. Raises `OSError`."""
        started: tuple[int, ...] = ()
        before = calls.open_directory(".")
        try:
            calls.change_directory(self._directory.descriptor)
            try:
                blocked = interrupts.inherited_mask()
                started = calls.spawn_to_read(self._path, words, self._environment, DEFAULT_SIGNALS, blocked)
            finally:
                calls.change_directory(before)
        except OSError:
            if started:
                _end(*started)
            raise
        finally:
            close_quietly(before)
        return started


def _program(environment: Mapping[bytes, bytes]) -> str:
    """The path of git. What PATH finds from within the workspace is no git to be asked about it."""
    path = environment.get(b"PATH")
    for entry in (DEFAULT_PATH if path is None else calls.decode(path)).split(":"):
        candidate = f"{entry}/git"
        try:
            is_file = stat.S_ISREG(calls.status_at(None, candidate, follow=True).st_mode)
        except OSError as error:
            if is_missing(error) or denial(error):
                continue
            way_out = "repair what stands first in PATH"
            raise Silent(f"git cannot be looked for: {error.strerror}", way_out) from error
        if entry.startswith("/") and is_file and calls.is_executable(candidate):
            return candidate
    raise Silent("git was not found", "install it, or check PATH")


def _without_filters(names: bytes) -> list[str]:
    """The settings that take its programs from each filter among the `names` of all settings there are.

    An attribute in the tree says which files go through it when git compares them.
    """
    drivers = set()
    for name in calls.decode(names).split("\0"):
        section, _, rest = name.partition(".")
        driver, dot, key = rest.rpartition(".")
        if section == "filter" and dot and key in _FILTER_PROGRAMS:
            drivers.add(driver)
    for driver in drivers:
        if "=" in driver:
            message = f"git has a filter {quoted(driver)}, which can't be switched off"
            raise Stop(f"{message} — take the `=` out of its name", "GIT-1")
    return [
        f"filter.{driver}.{setting}"
        for driver in sorted(drivers)
        for setting in (*(f"{key}=" for key in _FILTER_PROGRAMS), "required=false")
    ]


def _overriding(settings: Iterable[str]) -> list[str]:
    return [word for setting in settings for word in ("-c", setting)]


def _shown(word: str) -> str:
    """A word of a command as a shell would take it."""
    return word if _PLAIN_WORD.fullmatch(word) else one_word(word)


def _read(*pipes: int) -> list[bytes]:
    """All that comes out of the pipes."""
    read: dict[int, list[bytes]] = {pipe: [] for pipe in pipes}
    pending = [*pipes]
    while pending:
        for pipe in interrupts.until_readable(*pending):
            some = calls.read(pipe)
            read[pipe].append(some)
            if not some:
                pending.remove(pipe)
    return [b"".join(read[pipe]) for pipe in pipes]


def _end(child: int, *pipes: int) -> None:
    """Leave nothing of it behind, however it goes with it."""
    _kill(child)
    interrupts.before_exit(None)
    for pipe in pipes:
        close_quietly(pipe)
    try:
        calls.reap(child)
    except OSError:
        return  # it ends with the runner


def _kill(child: int) -> None:
    """Send SIGKILL to all of a group that is not reaped yet."""
    try:
        calls.send(child, signal.SIGKILL, group=True)
    except OSError:
        return  # nothing is left of it
