"""Real tools with nothing in their caches do their work within a boundary, and no hook of theirs gets out (CONF-7)."""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from launchers import MAIN
from test_launch import needs_landlock

from tsr_impl.confinement import caches, scratch

ESCAPE = 'touch "$HOME/escaped" 2>/dev/null; echo $? >"$PROJECT/tried"'
"""What each tool is to run, as a hook if it has some, or else beside it."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A job of a tool in a project of these `files`: `script` does it, and `makes` is there then."""

    needs: tuple[str, ...]
    script: str
    makes: str
    files: dict[str, str] = field(default_factory=dict)
    prepare: Callable[[Path], None] = lambda project: None


def wheel(project: Path) -> None:
    """A package of one module, as `pip` installs it."""
    about = "tiny-1.0.dist-info"
    files = {
        "tiny.py": "",
        f"{about}/METADATA": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
        f"{about}/WHEEL": "Wheel-Version: 1.0\nGenerator: none\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{about}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{about}/RECORD"))
    with zipfile.ZipFile(project / "tiny-1.0-py3-none-any.whl", "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def tarball(project: Path) -> None:
    """A package of one module, as `npm` installs it."""
    files = {"package/package.json": json.dumps({"name": "tiny", "version": "1.0.0"}), "package/index.js": ""}
    with tarfile.open(project / "tiny-1.0.0.tgz", "w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size, entry.mode = len(text), 0o644
            archive.addfile(entry, io.BytesIO(text.encode()))


def git_hook(project: Path) -> None:
    """A template with a hook, from which `git init` makes a repository."""
    hook = project / "template/hooks/pre-commit"
    hook.parent.mkdir(parents=True)
    hook.write_text(f"#!/bin/sh\n{ESCAPE}\n")
    hook.chmod(0o755)


TOOLS = {
    "pip": Tool(
        ("pip",),
        f'"$PYTHON" -m pip install --quiet --no-index --find-links . --target lib tiny && {{ {ESCAPE}; }}',
        "lib/tiny.py",
        prepare=wheel,
    ),
    "npm": Tool(
        ("npm", "node"),
        "npm install --offline --no-audit --no-fund --silent",
        "node_modules/tiny/index.js",
        {
            "package.json": json.dumps(
                {"dependencies": {"tiny": "file:tiny-1.0.0.tgz"}, "scripts": {"install": ESCAPE}}
            ),
        },
        tarball,
    ),
    "make": Tool(
        ("make", "cc"),
        "make -s",
        "program",
        {
            "program.c": "int main(void) { return 0; }\n",
            "Makefile": f"program: program.o\n\tcc -pipe -o $@ $<\n\t@{ESCAPE.replace('$', '$$')}\n",
        },
    ),
    "git": Tool(
        ("git",),
        "git init -q --template template && git add f && git commit -q -m one && git gc -q",
        ".git/packed-refs",
        {"f": "content\n"},
        git_hook,
    ),
    "compileall": Tool(
        (),
        f'"$PYTHON" -m compileall -q m && {{ {ESCAPE}; }}',
        f"m/__pycache__/a.{sys.implementation.cache_tag}.pyc",
        {"m/a.py": ""},
    ),
    "cargo": Tool(
        ("cargo", "cc"),
        "cargo build --offline --quiet",
        "target/debug/program",
        {
            "Cargo.toml": '[package]\nname = "program"\nversion = "1.0.0"\nedition = "2021"\n',
            "src/main.rs": "fn main() {}\n",
            "build.rs": 'fn main() { std::process::Command::new("sh").args(["-c", r#"'
            + ESCAPE
            + '"#]).status().unwrap(); }\n',
        },
    ),
    "go": Tool(
        ("go",),
        f"go build -o program . && {{ {ESCAPE}; }}",
        "program",
        {"go.mod": "module program\n", "main.go": "package main\n\nfunc main() {}\n"},
    ),
}


def missing(tool: Tool) -> str:
    """What isn't there of what a tool needs; empty if all is."""
    if "pip" in tool.needs:
        found = subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True, check=False)
        return "" if found.returncode == 0 else "pip"
    return next((program for program in tool.needs if shutil.which(program) is None), "")


def environment(project: Path, cache: Path, home: Path) -> dict[str, str]:
    """What a confined command gets, in that home directory, and nothing else of ours."""
    given = {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "PROJECT": str(project),
        "PYTHON": sys.executable,
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "GIT_CONFIG_NOSYSTEM": "1",
    }
    given |= {f"GIT_{who}_{what}": "a@b" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    rustup = Path(os.environ.get("RUSTUP_HOME", Path.home() / ".rustup"))
    if rustup.is_dir():
        given["RUSTUP_HOME"] = str(rustup)  # where the compiler is, which is read only
    found = caches.variables(str(cache), {})
    given |= {name.decode(): value.decode() for name, value in found.items()}
    return given | {"TMPDIR": scratch.find(str(cache), make=True).path}


@needs_landlock
@pytest.mark.slow
@pytest.mark.parametrize("name", TOOLS)
def test_a_tool_works_and_stays_within(name: str, tmp_path: Path) -> None:
    """It does its job with cold caches; the home directory stays empty, though a command of its own tries to write."""
    tool = TOOLS[name]
    if missing(tool):
        pytest.skip(f"`{missing(tool)}` is not installed")
    project, cache, home = (tmp_path.resolve() / one for one in ("project", "cache", "home"))
    for directory in (project, cache, home):
        directory.mkdir()
    for path, text in tool.files.items():
        (project / path).parent.mkdir(parents=True, exist_ok=True)
        (project / path).write_text(text)
    tool.prepare(project)
    launcher = [sys.executable, "-I", "-S", str(MAIN), "exec", "--mode", "workspace-write"]
    allowed = ["--allow", str(project), str(cache), "--"]
    done = subprocess.run(
        [*launcher, *allowed, "/bin/sh", "-c", tool.script],
        cwd=project,
        env=environment(project, cache, home),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done
    assert (project / tool.makes).exists()
    assert (project / "tried").read_text() == "1\n"
    assert list(home.iterdir()) == []
