"""A workspace to try the runner in, and a way to run it there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

IMPL = Path(__file__).resolve().parents[2] / "impl"
sys.path.insert(0, str(IMPL))


def toml_string(text: str) -> str:
    """`text` as a basic string of TOML."""
    escaped = "".join(f"\\u{ord(c):04x}" if c < " " or c == "\x7f" else "\\" + c if c in '"\\' else c for c in text)
    return f'"{escaped}"'


# A row of the table after a failure, and its last line (OUT-3).
TABLE = re.compile(
    r"((?:^[✓✗⊘] \S+(?: \([^\n]+\))? +(?:ok|exit \d+|skipped|stopped)(?: +[\d.]+ s)?\n)+)^exit code: (\d+)\n\Z", re.M
)


class Result:
    """What a run left behind: its exit code and what it printed; the table after a failure stands apart."""

    def __init__(self, code: int, out: bytes, err: bytes) -> None:
        self.code = code
        self.raw_out = out
        self.out = out.decode("utf-8", "surrogateescape")
        said = err.decode("utf-8", "surrogateescape")
        table = TABLE.search(said)
        assert table is None or int(table[2]) == code, said
        self.table = table[1] if table else ""
        self.err = said[: table.start()] if table else said
        self.raw_err = self.err.encode("utf-8", "surrogateescape")
        assert "Traceback" not in self.err, self.err
        assert "internal error" not in self.err, self.err

    def __repr__(self) -> str:
        return f"Result(code={self.code}, out={self.out!r}, err={self.err!r})"


class Workspace:
    """`root` holds the `tasks.toml`, `outside` lies beside it and is not to be touched."""

    def __init__(self, base: Path) -> None:
        self.base = base
        self.root = base / "ws"
        self.outside = base / "outside"
        self.root.mkdir()
        self.outside.mkdir()
        (self.outside / "precious").write_text("precious")

    def environment(self, changes: Mapping[str, str | None] | None = None) -> dict[str, str]:
        environment = {
            "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
            "HOME": str(self.base / "home"),
            "PYTHONPATH": str(IMPL),
        }
        for name, value in (changes or {}).items():
            if value is None:
                environment.pop(name, None)
            else:
                environment[name] = value
        return environment

    def config(self, text: str | bytes) -> None:
        data = text.encode() if isinstance(text, str) else text
        (self.root / "tasks.toml").write_bytes(data)

    def tsr(
        self,
        *words: str | bytes,
        cwd: Path | None = None,
        env: Mapping[str, str | None] | None = None,
        stdin: bytes = b"",
    ) -> Result:
        """Run `tsr` in the workspace."""
        done = subprocess.run(
            [sys.executable, "-m", "tsr_impl", *words],
            cwd=cwd or self.root,
            env=self.environment(env),
            input=stdin,
            capture_output=True,
            timeout=60,
            check=False,
        )
        return Result(done.returncode, done.stdout, done.stderr)

    def run(
        self,
        run: str,
        *extra: str | bytes,
        allow: list[str] | None = None,
        dir: str | None = None,
        env: Mapping[str, str | None] | None = None,
        stdin: bytes = b"",
    ) -> Result:
        """Run a task with this `run` string."""
        lines = []
        if allow is not None:
            allowed = ", ".join(toml_string(path) for path in allow)
            lines += ["[security]", f"allow_paths = [{allowed}]"]
        lines += ["[tasks.t]", f"run = {toml_string(run)}"]
        if dir is not None:
            lines.append(f"dir = {toml_string(dir)}")
        self.config("\n".join(lines))
        words = ["--", *extra] if extra else []
        return self.tsr("t", *words, env=env, stdin=stdin)

    def tree(self, base: Path | None = None) -> dict[str, str]:
        """Everything beneath the root but the config: `d`, `-> target`, or what is in it."""
        top = base or self.root
        found = {}
        for directory, directories, files in os.walk(top):
            for name in directories + files:
                path = Path(directory, name)
                if path.name == "tasks.toml":
                    continue
                key = str(path.relative_to(top))
                if path.is_symlink():
                    found[key] = "-> " + os.readlink(path)
                elif path.is_dir():
                    found[key] = "d"
                elif path.is_file():
                    found[key] = path.read_text()
                else:
                    found[key] = "special"
        return found

    def refusal(self, name: str, place: Path | str) -> str:
        """The line with which a builtin refuses to touch a place."""
        return (
            f"{name}: refusing to touch '{place}': outside the workspace at '{self.root}'"
            " — add it to `[security] allow_paths` if that is intended\n"
        )


@pytest.fixture
def ordinary(ws: Workspace) -> Callable[..., Result]:
    """Run a task, under a umask, as somebody whom permissions stop: root without its powers, too."""
    powerless = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] if os.getuid() == 0 else []
    if powerless and subprocess.run([*powerless, "true"], capture_output=True, check=False).returncode:
        pytest.skip("root can't be made an ordinary user here")

    def run(task: str, umask: int, *options: str) -> Result:
        command = [*powerless, sys.executable, "-m", "tsr_impl", task, *options]
        done = subprocess.run(
            command, cwd=ws.root, env=ws.environment(), capture_output=True, umask=umask, timeout=60, check=False
        )
        return Result(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture
def ws(tmp_path: Path) -> Iterator[Workspace]:
    os.umask(0o022)  # what others may write is refused (PERM)
    workspace = Workspace(tmp_path.resolve())
    before = workspace.tree(workspace.outside)
    yield workspace
    assert workspace.tree(workspace.outside) == before, "the outside was touched (FENCE-G4)"


@pytest.fixture
def open_ws(tmp_path: Path) -> Workspace:
    """A workspace whose outside may be changed by the test."""
    return Workspace(tmp_path.resolve())
