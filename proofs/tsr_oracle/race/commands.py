"""The calls: what a builtin is asked, and what it may print where it says that it has done it.

In the texts `D` is the directory that is fought over, `O` one beside it that keeps still, and `#` a number, so that
each call has names of its own. On a tree that keeps still each of them succeeds, in any order.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from tsr_spec.case import WORLD

ROOT = WORLD + "/ws"
"""The workspace, as a call writes it."""

Prints = Literal["nothing", "contents", "place", "value", "never"]


@dataclass(frozen=True, slots=True)
class Call:
    """One builtin call.

    `prints`: nothing; the contents of a file for each operand; a place inside; one of the `values`, which is the first
    on a tree that keeps still, and the last only where names can't be exchanged at once. `never`: it can only be
    reached by reading the outside, so that on any tree the run is refused before it. `site`: where it is made.
    """

    words: tuple[str, ...]
    prints: Prints = "nothing"
    values: tuple[str, ...] = ()
    site: str = ""

    @property
    def name(self) -> str:
        """The builtin."""
        return self.words[0]

    @property
    def operands(self) -> tuple[str, ...]:
        """What is neither the builtin nor an option."""
        return tuple(word for word in self.words[1:] if not word.startswith("-"))

    @property
    def text(self) -> str:
        """The call as it stands in a `run` string."""
        return " ".join(self.words)


IN_A_DIRECTORY = (
    *("cat D/read#", "cat D/read# O/mine#", "touch D/read#", "touch D/touched#", "touch D"),
    *("rm D/gone#", "rm -f D/gone-too#", "rm D/gone-one# D/gone-two#", "rm -r D/gone-tree#", "rm -rf D/gone-whole#"),
    *("cp D/read# O/copy#", "cp O/mine# D/new#", "cp O/mine# D/over#", "cp O/also# D", "cp O/mine# O/also# D/e"),
    *("cp -r D/kept-tree O/copied-tree#", "cp -r O/tree D/new-tree#"),
    *(
        "mv D/move# O/moved#",
        "mv O/from# D/arrived#",
        "mv O/into# D",
        "mv O/into-too# D",
        "mv D/move-tree# O/moved-tree#",
    ),
    *("mkdir D/made#", "mkdir -p D/deep#/a/b", "mkdir -p D"),
)
"""What is asked of names in a directory, and of the directory itself."""


def call(text: str, directory: str = "", own: str = "", number: int = 0) -> Call:
    """The call of such a text."""
    name, *words = text.replace("#", str(number)).split()
    places = [_put(word, directory, own) for word in words]
    return Call((name, *places), "contents" if name == "cat" else "nothing")


def _put(word: str, directory: str, own: str) -> str:
    first, slash, rest = word.partition("/")
    return {"D": directory, "O": own}.get(first, first) + slash + rest


def in_a_directory(directory: str, own: str, numbers: int) -> Iterator[tuple[Call, ...]]:
    """All of them, with so many numbers; each is by itself."""
    for number in range(numbers):
        yield from ((call(text, directory, own, number),) for text in IN_A_DIRECTORY)


def spelled(plain: Call, directory: str, chance: Random) -> Call:
    """The same call with its operands written in one of several ways; `directory` is that of the task."""
    if plain.prints in ("place", "value", "never"):
        return plain
    words = [word if word.startswith("-") else _spelled(word, directory, chance) for word in plain.words[1:]]
    return replace(plain, words=(plain.name, *words))


def _spelled(operand: str, directory: str, chance: Random) -> str:
    if operand.startswith("/"):
        return operand
    here = f"{ROOT}/{directory}" if directory else ROOT
    ways = [operand] * 5 + [f"{here}/{operand}", f"./{operand}", operand.replace("/", "//", 1)]
    return chance.choice(ways if directory else [*ways, f"../ws/{operand}", f"{ROOT}/../ws/{operand}"])
