"""A second reading of what is looked up on the way to a file, from the root down, by recursion on the tree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal, TypeAlias

from tsr_proofs.trees import Dir, File, Link, Place, Tree, node_at

LINKS = 40


@dataclass(frozen=True, slots=True)
class Theirs:
    """What another user has put in the place of an entry: whatever is looked for in it is found."""


Met: TypeAlias = "Tree | Theirs | None"


@dataclass(frozen=True, slots=True)
class LookUp:
    """One entry that is looked up: in which directory, by which name, what is there; and whether as the last name.

    The last name of a path, and of the target of a link that was met as the last name.
    """

    holder: Place
    name: str
    met: Met
    last: bool

    @property
    def place(self) -> Place:
        """The place of the entry."""
        return (*self.holder, self.name)


End: TypeAlias = Literal["file", "missing", "directory", "theirs", "nothing"]
"""How a way ends; `nothing`: in a circle of links, or at what is neither file nor directory."""


@dataclass(frozen=True, slots=True)
class Way:
    """Every entry that is looked up on the way to a file, and how the way ends."""

    steps: tuple[LookUp, ...]
    end: End


@lru_cache(maxsize=256)  # a tree is asked about once for each way to give its entries rights
def way(tree: Dir, workspace: Place, path: str) -> Way:
    """The way from the root to the workspace, and on to what a path in it names."""
    steps = tuple(_go(tree, (), [*workspace, *path.split("/")], LINKS))
    met = steps[-1].met
    if isinstance(met, Theirs):
        return Way(steps, "theirs")
    if met is None or (isinstance(met, File) and not steps[-1].last):
        return Way(steps, "missing")
    return Way(steps, "file" if isinstance(met, File) else "directory" if isinstance(met, Dir) else "nothing")


def _go(tree: Dir, here: Place, parts: list[str], links: int) -> Iterator[LookUp]:
    """What is looked up from a directory on."""
    if not parts:
        return
    first, rest = parts[0], parts[1:]
    if first in ("", ".", ".."):
        yield from _go(tree, here[:-1] if first == ".." else here, rest, links)
        return
    met = node_at(tree, (*here, first))
    yield LookUp(here, first, met, not any(part not in ("", ".") for part in rest))
    if isinstance(met, Link) and links:
        start = () if met.target.startswith("/") else here
        yield from _go(tree, start, [*met.target.split("/"), *rest], links - 1)
    elif isinstance(met, Dir):
        yield from _go(tree, (*here, first), rest, links)
