"""Shorter places: a level of directories less, or a name of one letter, wherever the case speaks of it."""

from __future__ import annotations

import re
import string
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TypeAlias

from tsr_model.packages import BUN_LOCKS, MARKERS, WHAT_IS_INSTALLED
from tsr_spec.case import OTHER, Directory, Entry, File, Given, HardLink, Link, Program, parents

Change: TypeAlias = Callable[[str], str]

_MEANT = {
    *("ws", "bin", "home", "out", "tasks.toml", ".env", WHAT_IS_INSTALLED, ".bin", "", "@OTHER@"),
    *(*MARKERS, *BUN_LOCKS),
}
"""Names that say something to a runner, or to whoever reads a case."""


def shallower(given: Given) -> Iterator[Given]:
    """The case with what a directory holds in the place of the directory itself."""
    inner = {part for entry in given.tree for part in parents(entry.path)}
    inner |= {entry.path for entry in given.tree if isinstance(entry, Directory)}
    for above in sorted(inner, key=lambda path: (path.count("/"), path)):
        if above.rpartition("/")[2] not in _MEANT:
            for lifted in (False, True):
                yield from _lift(given, above, lifted=lifted)


def _lift(given: Given, above: str, *, lifted: bool) -> Iterator[Given]:
    """Everything beneath `above` one level up; `lifted`: its links have one `..` less at their beginning."""
    name = re.escape(above.rpartition("/")[2])
    holder = above.rpartition("/")[0]

    def place(path: str) -> str:
        rest = path[len(above) + 1 :]
        return f"{holder}/{rest}".strip("/") if path.startswith(f"{above}/") and holder != OTHER else path

    def text(written: str) -> str:
        written = re.sub(rf"(?<![\w.-]){name}/+", "", written)
        written = re.sub(rf"/+{name}(?![\w./-])", "", written)
        return re.sub(rf"(?<![\w./-]){name}(?![\w./-])", ".", written)

    def entry(one: Entry) -> Entry:
        if isinstance(one, Link) and lifted and one.path.startswith(f"{above}/"):
            return replace(one, target=one.target.removeprefix("../"))
        return one

    tree = tuple(entry(one) for one in given.tree if one.path != above)
    yield from _everywhere(replace(given, tree=tree), place, text)


def shorter_names(given: Given) -> Iterator[Given]:
    """The case with one letter in the place of names: of all of them, then of each."""
    names = {name for entry in given.tree for name in entry.path.split("/") if len(name) > 1} - _MEANT
    names -= {entry.name for entry in given.tree if isinstance(entry, Program)}
    taken = {name for entry in given.tree for name in entry.path.split("/")}
    letters = [letter for letter in string.ascii_lowercase if letter not in taken]
    new = dict(zip(sorted(names), letters, strict=False))
    if len(new) > 1:
        yield from _renamed(given, new)
    for name, letter in zip(sorted(names), letters, strict=False):
        yield from _renamed(given, {name: letter})


def _renamed(given: Given, new: dict[str, str]) -> Iterator[Given]:
    either = "|".join(re.escape(name) for name in sorted(new, key=len, reverse=True))
    words = re.compile(rf"(?<![\w.$-])(?:{either})(?![\w.-])")

    def place(path: str) -> str:
        return "/".join(new.get(name, name) for name in path.split("/"))

    yield from _everywhere(given, place, lambda text: words.sub(lambda found: new[found[0]], text))


def _everywhere(given: Given, place: Change, text: Change) -> Iterator[Given]:
    """The case with its places and the texts that speak of them changed, unless two places become one."""

    def entry(one: Entry) -> Entry:
        one = replace(one, path=place(one.path))
        match one:
            case File(data=data) if one.path.rpartition("/")[2] not in MARKERS:
                return replace(one, data=text(data))
            case Link(target=target):
                return replace(one, target=text(target))
            case HardLink(to=to):
                return replace(one, to=place(to))
        return one

    tree = tuple(map(entry, given.tree))
    if len({one.path for one in tree}) == len(tree) and all(one.path for one in tree):
        yield replace(
            given,
            tree=tree,
            argv=tuple(map(text, given.argv)),
            cwd=place(given.cwd),
            home=place(given.home),
            env=tuple((name, text(value)) for name, value in given.env),
            declares=tuple(
                replace(one, path=place(one.path), through=tuple(map(place, one.through))) for one in given.declares
            ),
        )
