"""A place to try `tsr-confine run`, `status` and `tsr --confine` in, with a user's file that is nobody's own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import failure_checks
from launchers import BY_ROOT, IMPL, NOBODY, Launcher, Result, Word, place

from tsr_spec.decisions import Row

# What starts a program on a host that has no Landlock, as far as the program can tell.
INCAPABLE = ("-I", "-S", "-c", failure_checks.DENY, "444", "-1", str(failure_checks.ENOSYS))

WORDS = {True: "confine_commands = true", False: "confine_commands = false"}
WRITES = "echo x > in; echo x > ../out/new; echo x >> ../out/file; rm -f ../out/other; true"
KEPT = {"file": "precious", "other": "precious", "sub": "d"}
CHANGED = {"file": "preciousx\n", "new": "x\n", "sub": "d"}


class Site:
    """`ws` is worked in, `out` is outside of it; `cache` is the cache root that the user's file `config` names."""

    def __init__(self, base: Path, out: Path, ordinary: bool) -> None:
        self.base, self.out = base, out
        self.ws, self.home = base / "ws", base / "home"
        self.cache, self.config = self.home / "cache", self.home / "config.toml"
        self._ordinary = ordinary
        self.launcher = Launcher(ordinary)
        for made in (self.ws / ".git", self.cache):  # no config further up counts
            made.mkdir(parents=True)
        self.user()

    def user(self, *lines: str) -> None:
        """Have the user's file say that, and where the cache is."""
        named = [] if any(line.startswith("cache_root") for line in lines) else [f"cache_root = '{self.cache}'"]
        self.config.write_text("\n".join(("[sandbox]", *named, *lines)))
        self.give()

    def project(self, *lines: str, run: str = "touch in") -> None:
        """Have the project's file say that of `[security]`, with a task `t`."""
        self.ws.joinpath("tasks.toml").write_text("\n".join(("[security]", *lines, "[tasks.t]", f"run = '''{run}'''")))
        self.give()

    def say(self, row: Row) -> None:
        """Have user and project say what the row has."""
        self.user(*([] if row.user is None else [WORDS[row.user]]))
        if row.project is not None:
            self.project(WORDS[row.project])

    def give(self) -> None:
        """Give everything to whoever starts the commands."""
        if self._ordinary and BY_ROOT:
            for path in (self.base, *self.base.rglob("*")):
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)

    def outside(self) -> dict[str, str]:
        """What lies outside, with what is in it."""
        return {path.name: "d" if path.is_dir() else path.read_text() for path in sorted(self.out.iterdir())}

    def incapable(self) -> list[str]:
        """Words that make the host incapable for what they start."""
        return [self.launcher.python, *INCAPABLE]

    def launcher_on(self, capable: bool) -> Launcher:
        """The launcher on a host of that kind, as far as it can tell."""
        return self.launcher if capable else self.launcher.with_more(within=self.incapable())

    def tsr(self, *words: Word) -> list[Word]:
        """The words that start `tsr` with the user's file."""
        return [self.launcher.python, "-m", "tsr_impl", *words]

    def confine(self, verb: str, *words: Word, launcher: Launcher | None = None, mine: bool = True) -> list[Word]:
        """The words that start `tsr-confine`, with the user's file if that is `mine`."""
        named = ["--user-config", self.config] if mine else []
        return [*(launcher or self.launcher).words(), verb, *named, *words]

    def start(
        self,
        words: Sequence[Word],
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        keep: Sequence[int] = (),
    ) -> Result:
        """Run it in the workspace."""
        environment = {"PATH": "/bin:/usr/bin", "HOME": str(self.home), "PYTHONPATH": str(IMPL), **(env or {})}
        done = subprocess.run(
            words,
            cwd=cwd or self.ws,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            pass_fds=keep,
            timeout=60,
            check=False,
            **self.launcher.identity(),
        )
        return Result(done.returncode, done.stdout, done.stderr, b"")

    def run(self, *words: Word, keep_too: Sequence[int] = (), within: Sequence[Word] = (), **how: Any) -> Result:
        """`tsr-confine run` in the workspace, with what the status descriptor got."""
        end, told = os.pipe()
        with open(end, "rb") as pipe:
            try:
                command = [*within, *self.confine("run", f"--status-fd={told}", *words)]
                done = self.start(command, keep=[told, *keep_too], **how)
            finally:
                os.close(told)
            return Result(done.code, done.out.encode(), done.err.encode(), pipe.read())


@contextmanager
def site(ordinary: bool) -> Iterator[Site]:
    """One for an ordinary user, or for whoever runs the tests."""
    with place(ordinary) as there:
        yield Site(there.base, there.outside, ordinary)


def was_refused(done: Result) -> str:
    """The command was not run, and every way to hear of it says so; the reason."""
    assert (done.code, done.out) == (125, ""), done
    line = done.err.splitlines()[-1]
    assert line.startswith("tsr-confine: the command was not run: "), done
    reason = line.removeprefix("tsr-confine: the command was not run: ").rpartition(" (")[0]
    assert done.status in ([], [{"event": "failed", "reason": reason}]), done
    return reason
