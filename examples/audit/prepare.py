"""`python examples/audit/prepare.py DIR`: makes each example of this directory in DIR, to be looked at and audited.

An example is a file: a tree in the notation of the spec's cases, what a reviewer would type, and what he gets. What git
can't hold (links to nowhere, modes, a `.git` within) is made here.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tsr_spec.case import Directory, Entry, File, Link
from tsr_spec.tree_text import parse_tree

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Example:
    """`start`: where the audit is asked for; `home`: what HOME is then; `words`: what is typed behind the directory;
    `expected`: what is printed, with `@` for the directory that the example was made in."""

    name: str
    title: str
    tree: tuple[Entry, ...]
    start: str
    home: str | None
    words: tuple[str, ...]
    code: int
    expected: str


def examples() -> list[Example]:
    """All of them, by name."""
    return [_read(path) for path in sorted(HERE.glob("*.toml"))]


def _read(path: Path) -> Example:
    says = tomllib.loads(path.read_text("utf-8"))
    return Example(
        name=path.stem,
        title=says["title"],
        tree=tuple(_entries(says)),
        start=says["in"],
        home=says.get("home"),
        words=tuple(says.get("words", ())),
        code=says["code"],
        expected=says["expected"],
    )


def _entries(says: dict[str, Any]) -> list[Entry]:
    """The tree, with the directories above each entry; what is written for each of many is there as often."""
    written = [*parse_tree(says["tree"]), *(File(path, data) for path, data in says.get("files", {}).items())]
    for number in range(says.get("times", 0)):
        written += parse_tree(
            says["each"].replace("{n}", f"{number:03}").replace("{before}", f"{max(number - 1, 0):03}")
        )
    there = {entry.path for entry in written}
    above = {str(parent) for entry in written for parent in Path(entry.path).parents} - there - {"."}
    return sorted([*written, *map(Directory, above)], key=lambda entry: entry.path.count("/"))


def make(example: Example, directory: Path) -> None:
    """The example's tree in an empty directory, with exact modes."""
    for entry in example.tree:
        path = directory / entry.path
        match entry:
            case Directory(mode=mode):
                path.mkdir()
                path.chmod(mode)
            case File(data=data, mode=mode):
                path.write_text(data, "utf-8")
                path.chmod(mode)
            case Link(target=target):
                path.symlink_to(target)
            case _:
                raise ValueError(f"{example.name}: {entry.path}: no example has one of these")


def command(example: Example, directory: Path) -> str:
    """What a reviewer would type."""
    home = "" if example.home is None else f"HOME={directory / example.home} "
    return " ".join([f"{home}tsr-oracle audit {directory / example.start}", *example.words])


def main(target: Path) -> None:
    """Makes all, and says what to type."""
    target.mkdir(parents=True, exist_ok=True)
    target.chmod(0o755)
    for example in examples():
        directory = target.resolve() / example.name
        directory.mkdir()
        make(example, directory)
        print(f"# {example.title}\n{command(example, directory)}\n")


if __name__ == "__main__":
    if len(sys.argv) != 2 or os.path.lexists(sys.argv[1]):
        sys.exit("usage: python examples/audit/prepare.py DIR, where DIR is not there yet")
    main(Path(sys.argv[1]))
