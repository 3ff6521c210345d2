"""Every small tree, each made once.

A tree is the set of its entries, so it doesn't matter in which order they were made. Two directories are always
there: the workspace `/a` and its neighbour `/ab`, whose name starts with the same letters on purpose. `nodes` counts
what is there besides them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

Place: TypeAlias = tuple[str, ...]
"""A place, independent of the model's: the names from the root down."""

NAMES = ("a", "ab")
WORKSPACE: Place = ("a",)
NEIGHBOUR: Place = ("ab",)


@dataclass(frozen=True, slots=True)
class Dir:
    """A directory and its entries, by name."""

    entries: tuple[tuple[str, Tree], ...] = ()


@dataclass(frozen=True, slots=True)
class File:
    """A file. Its bytes are the text of its place, so that they tell where they come from wherever they turn up."""


@dataclass(frozen=True, slots=True)
class Link:
    """A symbolic link."""

    target: str


@dataclass(frozen=True, slots=True)
class Fifo:
    """A FIFO."""


@dataclass(frozen=True, slots=True)
class Twin:
    """A further name (hard link) of the first file in the tree, which comes before it."""


Tree: TypeAlias = "Dir | File | Link | Fifo | Twin"


def of(count: int, what: str) -> str:
    """So many of something, in words."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


@dataclass(frozen=True, slots=True)
class Scope:
    """Trees of up to `nodes` nodes (or exactly so many), whose links have targets of up to `target` parts.

    `fifos` and `twins` let those kinds of nodes in, `ends` targets that end in a slash or a dot.
    """

    nodes: int
    target: int
    fifos: bool = False
    twins: bool = False
    ends: bool = False
    exactly: bool = False

    def __str__(self) -> str:
        more = ["FIFOs"] * self.fifos + ["hard links"] * self.twins + ["targets that end in `/` or `.`"] * self.ends
        added = f", with {' and '.join(more)}" if more else ""
        return f"{of(self.nodes, 'node')}, {of(len(NAMES), 'name')}, {of(self.target, 'target part')}{added}"

    @property
    def short(self) -> str:
        """The scope in short: N nodes, A names, T target parts."""
        return f"{self.nodes}N {len(NAMES)}A {self.target}T"


def trees(scope: Scope) -> Iterator[Dir]:
    """Every tree of the scope, smallest first."""
    kinds = leaves(scope)
    for nodes in range(scope.nodes if scope.exactly else 0, scope.nodes + 1):
        for inside in range(nodes + 1):
            for workspace in _fillings(NAMES, inside, kinds):
                for neighbour in _fillings(NAMES, nodes - inside, kinds):
                    tree = Dir(((NAMES[0], Dir(workspace)), (NAMES[1], Dir(neighbour))))
                    if not scope.twins or _twins_have_a_file(tree):
                        yield tree


def _twins_have_a_file(tree: Dir) -> bool:
    """Whether the first file comes before every further name, so that no tree is made twice."""
    kinds = [type(node) for _, node in places(tree) if isinstance(node, File | Twin)]
    return Twin not in kinds or kinds[0] is File


def _fillings(names: tuple[str, ...], nodes: int, kinds: tuple[Tree, ...]) -> Iterator[tuple[tuple[str, Tree], ...]]:
    """Every way to fill a directory with exactly so many nodes, itself not counted."""
    if not names:
        if nodes == 0:
            yield ()
        return
    yield from _fillings(names[1:], nodes, kinds)
    for used in range(1, nodes + 1):
        for here in _subtrees(used, kinds):
            for others in _fillings(names[1:], nodes - used, kinds):
                yield ((names[0], here), *others)


def _subtrees(nodes: int, kinds: tuple[Tree, ...]) -> Iterator[Tree]:
    """Every tree of exactly so many nodes, itself counted."""
    if nodes == 1:
        yield from kinds
    for entries in _fillings(NAMES, nodes - 1, kinds):
        yield Dir(entries)


def leaves(scope: Scope) -> tuple[Tree, ...]:
    """Every node that holds no other: a file, a link for each target, and what else the scope lets in."""
    links = (Link(target) for target in targets(scope))
    return (File(), *links, *[Fifo()] * scope.fifos, *[Twin()] * scope.twins)


def targets(scope: Scope) -> tuple[str, ...]:
    """Every target: relative over the names and `..`, absolute over the names; dangling and looping ones among them."""
    plain = (*relative(scope.target), *absolute(scope.target))
    ended = (".", *(f"{text}/{end}" for text in plain if text != "/" for end in ("", ".")))
    return plain + ended if scope.ends else plain


def relative(most: int) -> tuple[str, ...]:
    """Every relative path of one to `most` parts over the names and `..`."""
    return tuple("/".join(parts) for count in range(1, most + 1) for parts in product((*NAMES, ".."), repeat=count))


def absolute(most: int) -> tuple[str, ...]:
    """Every absolute path of up to `most` names."""
    return tuple("/" + "/".join(parts) for count in range(most + 1) for parts in product(NAMES, repeat=count))


def node_at(tree: Tree, place: Place) -> Tree | None:
    """What is at a place, by recursion; links are not followed."""
    if not place:
        return tree
    entries = tree.entries if isinstance(tree, Dir) else ()
    return next((node_at(child, place[1:]) for name, child in entries if name == place[0]), None)


def places(tree: Tree, here: Place = ()) -> Iterator[tuple[Place, Tree]]:
    """Every place and what is there, a directory before what it holds."""
    yield here, tree
    if isinstance(tree, Dir):
        for name, child in tree.entries:
            yield from places(child, (*here, name))


def drawn(tree: Tree) -> str:
    """The tree as a small drawing, one entry a line."""
    lines = []
    for place, node in list(places(tree))[1:]:
        mark = {Dir: "/", File: "", Fifo: "|", Twin: " == the first file"}.get(type(node), "")
        arrow = f" -> {node.target}" if isinstance(node, Link) else ""
        lines.append("  " * (len(place) - 1) + ("/" if len(place) == 1 else "") + place[-1] + mark + arrow)
    return "\n".join(lines)
