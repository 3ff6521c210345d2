"""Trees that are drawn for a comparison: what is in them, which places are roots, and what is asked (CONF-G3)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random

NAMES = ("a", "aa", "b", "bb", "c")  # one that begins with another is no less a name of its own
LINKS = ("l", "ll")
NEW = ("n", "nn")  # what nothing is called, for what is to be made
SPARE = "spare"  # a file that may be replaced, since it is nothing else: no root, and no other name of a file
EMPTY = "empty"  # a directory that may be removed, for the same reason
TOP = "@"  # what an absolute path begins with, for the directory that the tree is made in

DIRECTORY, FILE, LINK, SECOND_NAME = "directory", "file", "link", "second name"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing in a tree: its path from the top, what it is, and where it leads if that is said of it."""

    path: str
    kind: str
    target: str = ""

    def make(self, top: str) -> None:
        """Have it, in a directory that is there."""
        path = f"{top}/{self.path}"
        if self.kind == DIRECTORY:
            os.mkdir(path)
        elif self.kind == FILE:
            Path(path).write_text(f"in {self.path}", encoding="utf-8")
        elif self.kind == LINK:
            os.symlink(spelled(self.target, top), path)
        else:
            os.link(f"{top}/{self.target}", path)


@dataclass(frozen=True, slots=True)
class Check:
    """An operation, and the names that it is given, as somebody in the first root spells them."""

    operation: str
    operands: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Tree:
    """Its entries, parents first, and its roots: paths from the top, of which the first is a directory."""

    entries: tuple[Entry, ...]
    roots: tuple[str, ...]

    def make(self, top: str) -> None:
        """Have all of it beneath an empty directory. Raises OSError where an entry has no parent."""
        for entry in self.entries:
            entry.make(top)

    def physical_roots(self, top: str) -> list[str]:
        return [os.path.normpath(f"{top}/{root}") for root in self.roots]


def spelled(name: str, top: str) -> str:
    """A name as the kernel understands it."""
    return top + name[len(TOP) :] if name.startswith(TOP) else name


def draw(chance: Random) -> Tree:
    """A tree of some directories, files with one name or two, links to anything or nothing, and one root or several."""
    directories, files = ["."], list[str]()
    entries: dict[str, Entry] = {}

    def add(kind: str, target: str = "", name: str = "") -> str:
        above = chance.choice(directories)
        path = os.path.normpath(f"{above}/{name or chance.choice(NAMES)}")
        if path in entries or path.count("/") > 4:
            return ""
        entries[path] = Entry(path, kind, target)
        return path

    for _ in range(chance.randint(4, 12)):
        directories += filter(None, [add(DIRECTORY)])
    for _ in range(chance.randint(3, 10)):
        files += filter(None, [add(FILE)])
    for _ in range(chance.randint(1, 4)):
        add(FILE, name=SPARE)
        add(DIRECTORY, name=EMPTY)
    if files and chance.random() < 0.3:
        add(SECOND_NAME, chance.choice(files))
    roots = _roots(chance, directories, files)
    for root in [root for root in roots if root in directories]:
        entries[f"{root}/kept"] = Entry(f"{root}/kept", FILE)
    for _ in range(chance.randint(3, 12)):
        target = _target(chance, [*directories, *files, *files, *entries, *roots])
        add(LINK, target, chance.choice((*LINKS, *LINKS, "")))
    return Tree(tuple(entries.values()), roots)


def _roots(chance: Random, directories: list[str], files: list[str]) -> tuple[str, ...]:
    """The first is a directory, and seldom the top; the others are directories anywhere, and files."""
    beneath = directories[1:] or directories
    roots = [chance.choice(directories if chance.random() < 0.05 else beneath)]
    for _ in range(chance.choice((0, 0, 1, 1, 2, 3))):
        roots.append(chance.choice(files if files and chance.random() < 0.35 else beneath))
    return tuple(dict.fromkeys(roots))


def _target(chance: Random, places: Sequence[str]) -> str:
    """What a link says: a place, or one beneath or beside it that may be missing; relative or absolute."""
    place = chance.choice(places)
    more = chance.choice(("", "", "", "/n", "/..", "/../a", "/"))
    up = "../" * chance.randint(1, 3)
    return f"{TOP}/{place}{more}" if chance.random() < 0.5 else f"{chance.choice((up, ''))}{place}{more}"


def draw_operand(chance: Random, start: str, top: str, likely: Sequence[str] = ()) -> str:
    """A name that leads anywhere in the tree which is made at `top`, over links and `..` as it comes.

    Its last component is one of those that are likely, or else anything.
    """
    operand, here = (TOP, top) if chance.random() < 0.4 else ("", start)
    for _ in range(chance.randint(0, 5)):
        dots = chance.choice(((), ("..",), ("..", ".")))
        ways = [name for name in (*_listed(here), *dots) if _leads_on(f"{here}/{name}", top)] or ["."]
        way = chance.choice(ways)
        operand = f"{operand}/{way}" if operand else way
        here = os.path.realpath(f"{here}/{way}")
    anything = (*_listed(here), *_listed(here), *NEW, chance.choice((".", "..", "n/m")))
    last = chance.choice(likely if likely and chance.random() < 0.8 else anything)
    slash = "/" if chance.random() < 0.05 else ""
    return (f"{operand}/{last}" if operand else last) + slash


def _listed(directory: str) -> list[str]:
    return sorted(os.listdir(directory))


def _leads_on(path: str, top: str) -> bool:
    """Whether it is a directory that is no higher than the top."""
    return os.path.isdir(path) and is_within(os.path.realpath(path), top)


def is_within(path: str, other: str) -> bool:
    """Whether a physical path is another one or lies beneath it."""
    return path == other or path.startswith(other.rstrip("/") + "/")
