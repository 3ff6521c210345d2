"""A small tsr: what of tasks.toml a few patterns find, commands joined by && and ||, a few builtins, a fence.

What its author looked at while he wrote it is still there: it prints raw bytes where links or modes were odd.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

ROOT = Path.cwd().resolve()


class Refused(Exception):
    """The run can't begin: says why."""


def debug(what: str, place: Path) -> None:
    """How it looks there, as it is."""
    found = os.lstat(place)
    raw = struct.pack("<qqii", found.st_ino, found.st_size, found.st_mode, -1)
    os.write(2, b"\x1b[33mDEBUG\x1b[0m " + os.fsencode(what) + b" \0" + raw + os.fsencode(place) + b"\xff\xfe\r\n")


# --- the file --------------------------------------------------------------------------------------------------------


def read_tasks(text: str) -> dict[str, str]:
    """The run string of each task."""
    tasks: dict[str, str] = {}
    for name, body in re.findall(r'^\[tasks\.(?:"?)([\w:#-]+)"?\]$(.*?)(?=^\[|\Z)', text, re.MULTILINE | re.DOTALL):
        pairs = dict(re.findall(r"^(\w+)\s*=\s*(.*)$", body, re.MULTILINE))
        if set(pairs) != {"run"} or not re.fullmatch(r'"[^"\\]*"|\'[^\']*\'', pairs["run"]):
            raise Refused(f"task {name} is more than can be done yet")
        tasks[name] = pairs["run"][1:-1]
    return tasks


def commands(text: str) -> list[tuple[str, list[str]]]:
    """The operator before each command, and its words."""
    if re.search(r"[\\$`<>(){}*?\[\"']|(?<!&)&(?!&)|(?<!\|)\|(?!\|)", text):
        raise Refused(f"more than can be read yet: {text}")
    first, *rest = re.split(r"(&&|\|\||;)", text)
    pairs = [(";", first), *zip(rest[::2], rest[1::2], strict=True)]
    if not all(words.split() for _, words in pairs):
        raise Refused("an operator without a command")
    return [(operator, words.split()) for operator, words in pairs]


# --- the builtins ----------------------------------------------------------------------------------------------------


def inside(word: str) -> Path:
    """The place, links followed but for the last name. Raises PermissionError outside."""
    place = ROOT / word
    real = place.parent.resolve(strict=True) / place.name
    if place.is_symlink():
        debug("link", place)
    if real != ROOT and ROOT not in real.parents:
        raise PermissionError(1, "outside of the workspace", word)
    return real


def rm(place: Path, options: str) -> None:
    """One operand of `rm`."""
    if "f" in options and not os.path.lexists(place):
        return
    if place.is_dir() and not place.is_symlink() and "r" in options:
        shutil.rmtree(place)
    else:
        place.unlink()


def mkdir(place: Path, options: str) -> None:
    """One operand of `mkdir`."""
    place.mkdir(parents="p" in options, exist_ok="p" in options)


def touch(place: Path, options: str) -> None:
    """One operand of `touch`."""
    place.touch()


def cat(place: Path, options: str) -> None:
    """One operand of `cat`."""
    os.write(1, place.read_bytes())


def cp(sources: list[str], to: str, options: str) -> None:
    """All operands of `cp`, with a line that moves while it works."""
    for source in sources:
        os.write(1, b"\x1b[2K\rcopying \x1b[5m...\x1b[0m\x07")
        place, target = inside(source), inside(to)
        target = target / place.name if target.is_dir() else target
        if place.is_dir() and "r" in options:
            shutil.copytree(place, target, symlinks=True, dirs_exist_ok=True)
        else:
            shutil.copy(place, target)


_EACH: dict[str, Callable[[Path, str], None]] = {"rm": rm, "mkdir": mkdir, "touch": touch, "cat": cat}


def builtin(name: str, words: list[str]) -> int:
    """The status of a builtin that takes operands."""
    operands = [word for word in words if not word.startswith("-")]
    options = "".join(word[1:] for word in words if word.startswith("-"))
    if len(operands) < (2 if name == "cp" else 1):
        return 2
    try:
        if name == "cp":
            cp(operands[:-1], operands[-1], options)
        else:
            for operand in operands:
                _EACH[name](inside(operand), options)
    except (OSError, shutil.Error) as error:
        print(f"tsr: {name}: {error}", file=sys.stderr)
        return 1
    return 0


def perform(words: list[str]) -> int:
    """The status of one command."""
    match words:
        case ["true"]:
            return 0
        case ["false"]:
            return 1
        case ["echo", *rest]:
            os.write(1, os.fsencode(" ".join(rest) + "\n"))
            return 0
        case [name, *rest] if name == "cp" or name in _EACH:
            return builtin(name, rest)
    try:
        status = subprocess.run(words, check=False).returncode
    except OSError as error:
        raise Refused(f"{words[0]}: {error.strerror}") from None
    return status if status >= 0 else 128 - status


def main(words: list[str]) -> int:
    """The exit code."""
    if words == ["--version"]:
        print("tsr-python 0.1")
        return 0
    try:
        if len(words) != 1 or not Path("tasks.toml").is_file():
            raise Refused("takes the name of a task, where there is a tasks.toml")
        run = read_tasks(Path("tasks.toml").read_text()).get(words[0])
        if run is None:
            raise Refused(f"no task {words[0]}")
        status = 0
        for operator, command in commands(run):
            if operator == ";" or (operator == "&&") == (status == 0):
                status = perform(command)
        return status
    except (Refused, UnicodeError) as error:
        print(f"tsr: {error}", file=sys.stderr)
        return 64


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
