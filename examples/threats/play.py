"""`python examples/threats/play.py [FILE…]`: plays walk-throughs, each in a directory of its own that goes afterwards.

A walk-through is prose with blocks. One that is headed by a language and a path is a file, made as it stands. One of
`console` has commands, each behind `$ `, and what they print, with the exit code in brackets if it isn't 0. Played is
each command, and compared what it prints. With `--write`, what is printed takes the place of what was written.
"""

from __future__ import annotations

import difflib
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
HOME = "/home/you"
"""What stands in the walk-throughs for the directory that they are played in."""

_BLOCK = re.compile(r"^```(?P<language>\w+)(?: (?P<path>\S+))?\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)
_SECONDS = re.compile(r"\d+\.\d s\b")


def played(walk: str, home: Path) -> str:
    """The walk-through with what its commands have printed."""
    done, parts = 0, []
    for block in _BLOCK.finditer(walk):
        parts.append(walk[done : block.start("text")])
        done = block.start("text")
        if block["path"]:
            (home / block["path"]).parent.mkdir(parents=True, exist_ok=True)
            (home / block["path"]).write_text(block["text"], "utf-8")
        elif block["language"] == "console":
            parts += _answered(block["text"], home)
            done = block.end("text")
    return "".join((*parts, walk[done:]))


def _answered(console: str, home: Path) -> Iterator[str]:
    for line in console.splitlines():
        if line.startswith("$ "):
            yield f"{line}\n{_printed(line[2:], home)}"


def _printed(command: str, home: Path) -> str:
    environment = {"HOME": str(home), "PATH": f"{Path(sys.executable).parent}:{os.defpath}", "NO_COLOR": "1"}
    ended = subprocess.run(
        ["/bin/sh", "-c", f"umask 022; {command}"],
        cwd=home,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
        timeout=60,
    )
    text = _SECONDS.sub("0.1 s", ended.stdout.replace(str(home), HOME))
    if text and not text.endswith("\n"):
        text += "\n"
    return text + (f"[{ended.returncode}]\n" if ended.returncode else "")


def walks() -> list[Path]:
    """All of them, by name."""
    return sorted(HERE.glob("*.md"))


def main(words: list[str]) -> int:
    """Plays those that are named, or all; 1 where something else was printed."""
    write = "--write" in words
    code = 0
    for path in [Path(word) for word in words if word != "--write"] or walks():
        walk = path.read_text("utf-8")
        with tempfile.TemporaryDirectory(prefix="tsr-walk-") as scratch:
            found = played(walk, Path(scratch).resolve())
        differs = list(difflib.unified_diff(walk.splitlines(), found.splitlines(), "written", "printed", lineterm=""))
        print(f"{path.name}: {'as written' if not differs else 'something else was printed'}")
        print("".join(f"    {line}\n" for line in differs), end="")
        if differs and write:
            path.write_text(found, "utf-8")
        code |= bool(differs) and not write
    return code


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
