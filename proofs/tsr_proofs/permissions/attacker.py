"""Another user without privileges, who may be in any group: each single move, tried on the tree.

The user may write a file, or what is in a directory, that everybody or its group may write, or that is the user's own
(an owner may change the mode). On the way there every directory has to let the user pass. In a sticky directory an
entry is only taken away by its owner or by the directory's. A move is one of: a file is written; an entry is put where
none is; an entry is put in the place of another. It counts when what the runner then reads is what the user has put.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from tsr_proofs.permissions.way import LookUp, Theirs, Way, way
from tsr_proofs.trees import Dir, File, Link, Place, Tree, node_at, places

Owner: TypeAlias = Literal["user", "root", "other"]


@dataclass(frozen=True, slots=True)
class Rights:
    """The mode of an entry and its owner."""

    mode: int
    owner: Owner


Decoration: TypeAlias = Mapping[Place, Rights]
Grant: TypeAlias = Literal["world", "group", "foreign", "sticky"]
Where: TypeAlias = Literal["file", "link", "beside", "missing", "instead", "way"]

STICKY, PASS, ANYBODY, GROUP = 0o1000, 0o011, 0o002, 0o020


@dataclass(frozen=True, slots=True)
class Exposed:
    """A way to decide what the runner reads: where the user has a hand in it, and what lets the user in.

    `file`: its content; `link`: a link of the user's own. A directory in which an entry is put: `beside` what is read
    or a link to it, where it is `missing`, `instead` of a directory, or elsewhere on the `way`.
    """

    where: Where
    grant: Grant


def exposed(tree: Dir, rights: Decoration, workspace: Place, path: str) -> frozenset[Exposed]:
    """Every way in which the user decides, by one move or already, what is read as the path."""
    gone = way(tree, workspace, path)
    found = {Exposed("file" if isinstance(step.met, File) else "link", "foreign") for step in _own(gone, rights)}
    for move in moves(tree, rights):
        if move.writes:
            reads = gone.end == "file" and gone.steps[-1].place == move.place
        else:
            reads = way(_after(tree, move.place), workspace, path).end == "theirs"
        if reads:
            found.add(Exposed("file" if move.writes else _where(gone, move.place), move.grant))
    return frozenset(found)


def _own(gone: Way, rights: Decoration) -> Iterator[LookUp]:
    """The links that led to what is read, and that itself, where they are the user's own already."""
    for step in gone.steps if gone.end == "file" else ():
        if isinstance(step.met, File | Link) and rights[step.place].owner == "other":
            yield step


def moved_in(tree: Dir, rights: Decoration, workspace: Place, path: str) -> LookUp | None:
    """A file or link on the way that is not the user's own, and that the user could have moved to where it is.

    From a directory where everybody may take it away: a file keeps its owner when it is moved. A directory is moved by
    those only who may write in it.
    """
    for step in way(tree, workspace, path).steps:
        movable = isinstance(step.met, File | Link) and rights[step.place].owner != "other"
        if movable and _passes(rights, step.holder) and _grant(rights[step.holder]) is not None:
            return step
    return None


# --- moves -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Move:
    """The user puts something of its own at a place, or writes the file that is there, by what grants it."""

    place: Place
    grant: Grant
    writes: bool


NAMES = ("tasks.toml", ".env", "x", "up", "ws", "else")
"""The names under which something may be put."""


def moves(tree: Dir, rights: Decoration) -> Iterator[Move]:
    """Every single move that the user may make."""
    for place, node in places(tree):
        if not _passes(rights, place[:-1] if isinstance(node, File) else place):
            continue
        if isinstance(node, File):
            grant = _grant(rights[place])
            if grant is not None:
                yield Move(place, grant, True)
        elif isinstance(node, Dir):
            yield from _puts(node, place, rights)


def _puts(directory: Dir, place: Place, rights: Decoration) -> Iterator[Move]:
    grant = _grant(rights[place])
    if grant is None:
        return
    for name in NAMES:
        there = (*place, name)
        if node_at(directory, (name,)) is None or grant != "sticky" or rights[there].owner == "other":
            yield Move(there, grant, False)


def _passes(rights: Decoration, place: Place) -> bool:
    """Whether the user may pass through a directory and all above it."""
    above = (rights[place[:depth]] for depth in range(len(place) + 1))
    return all(right.owner == "other" or right.mode & PASS for right in above)


def _grant(right: Rights) -> Grant | None:
    """What lets the user write a file, or what is in a directory."""
    if right.owner == "other":
        return "foreign"
    if not right.mode & (ANYBODY | GROUP):
        return None
    return "sticky" if right.mode & STICKY else "world" if right.mode & ANYBODY else "group"


def _after(tree: Tree, place: Place) -> Dir:
    """The tree with something of the user's at a place."""
    assert isinstance(tree, Dir)
    others = tuple((name, node) for name, node in tree.entries if name != place[0])
    there: object = Theirs()
    if len(place) > 1:
        below = node_at(tree, place[:1])
        there = _after(below, place[1:]) if below is not None else there
    return Dir((*others, (place[0], there)))  # type: ignore[arg-type]


def _where(gone: Way, place: Place) -> Where:
    """What an entry that is put at a place is to the way."""
    step = next(step for step in gone.steps if step.place == place)
    if gone.end == "missing" and (step.last or step.met is None):
        return "missing"
    if gone.end == "directory" and step.last:
        return "instead"
    return "beside" if step.last else "way"
