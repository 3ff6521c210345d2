"""Every small tree that the way to a file can meet, and every way to give a few of its entries other rights.

A tree is made by need: the way is gone, and whenever it looks up an entry of which nothing is said yet, each thing
that may be there is tried. So no two trees differ only in what the way never meets.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import product
from typing import Literal, TypeAlias

from tsr_model import filesystem as model
from tsr_model.choices import OURS
from tsr_model.config import Config
from tsr_model.environment import Source
from tsr_model.fence import Bounds
from tsr_model.guards import Guards, judge_config, read_file
from tsr_model.names import path as parsed
from tsr_model.refusal import Notes, Refusal
from tsr_proofs.bridge import in_model
from tsr_proofs.permissions.attacker import Decoration, Exposed, Owner, Rights, exposed
from tsr_proofs.permissions.way import End, Way, way
from tsr_proofs.trees import Dir, File, Link, Place, Tree, node_at, places

Kind: TypeAlias = Literal["config", "dotenv", "env_file"]
WORKSPACE: Place = ("up", "ws")
NEIGHBOUR: Place = ("up", "else")
"""The workspace and its neighbour lie in a directory that is no root."""
PATHS: dict[Kind, str] = {"config": "tasks.toml", "dotenv": ".env", "env_file": "x/x"}
ENDS: dict[Kind, tuple[End, ...]] = {
    "config": ("file",),
    "dotenv": ("file", "missing", "directory"),
    "env_file": ("file", "missing"),
}
TARGET_NAMES = ("x", "else", "..")


def targets(parts: int) -> tuple[str, ...]:
    """Every target of a link: relative, and absolute over the names."""
    relative = ["/".join(chosen) for count in range(1, parts + 1) for chosen in product(TARGET_NAMES, repeat=count)]
    absolute = [f"/up/{text}" for text in relative if ".." not in text]
    return (*relative, *absolute)


# --- trees -----------------------------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def trees(kind: Kind, nodes: int, parts: int) -> tuple[Dir, ...]:
    """Every tree with up to so many entries besides the workspace and its neighbour, smallest first."""
    start = Dir((("up", Dir((("ws", Dir()), ("else", Dir())))),))
    made = list(_grown(start, kind, nodes, targets(parts)))
    return tuple(sorted(made, key=lambda tree: sum(1 for _ in places(tree))))


def _grown(tree: Dir, kind: Kind, nodes: int, ends: tuple[str, ...]) -> Iterator[Dir]:
    gone = way(tree, WORKSPACE, PATHS[kind])
    step = gone.steps[-1]
    if step.met is not None or step.name == "tasks.toml" != PATHS[kind]:
        if gone.end in ENDS[kind]:
            yield tree
        return
    if "missing" in ENDS[kind]:
        yield tree
    if nodes == 0:
        return
    kinds: list[Tree] = [File(), Dir(), *(Link(end) for end in ends)]
    for node in kinds:
        if not isinstance(node, Dir) or not step.last or kind == "dotenv":
            yield from _grown(_with(tree, step.place, node), kind, nodes - 1, ends)


def _with(tree: Dir, place: Place, node: Tree) -> Dir:
    if not place:
        assert isinstance(node, Dir)
        return node
    below = node_at(tree, place[:1])
    inner = node if len(place) == 1 else _with(below, place[1:], node) if isinstance(below, Dir) else node
    others = tuple((name, kept) for name, kept in tree.entries if name != place[0])
    return Dir((*others, (place[0], inner)))


# --- rights ----------------------------------------------------------------------------------------------------------

ROOTS_OWN = Rights(0o755, "root")
MODES = {Dir: (0o755, 0o775, 0o777, 0o1777, 0o700), File: (0o644, 0o664, 0o666), Link: (0o777,)}
OWNERS: tuple[Owner, ...] = ("user", "other", "root")
OWNERS_OF_ROOT: tuple[Owner, ...] = ("root", "user", "other")


def decorations(tree: Dir, count: int, top: bool) -> Iterator[dict[Place, Rights]]:
    """Every way to change exactly so many modes and owners of a user's own entries; `top`: of the root too."""
    there = [(place, MODES[type(node)]) for place, node in places(tree) if place or top]
    for chosen in _changed(there, count):
        yield {(): ROOTS_OWN, **chosen}


def _changed(there: list[tuple[Place, tuple[int, ...]]], count: int) -> Iterator[dict[Place, Rights]]:
    """Every way to change exactly so many modes and owners."""
    if not there:
        if count == 0:
            yield {}
        return
    (place, modes), rest = there[0], there[1:]
    owners = OWNERS if place else OWNERS_OF_ROOT
    for mode, owner in product(modes, owners):
        changes = (mode != modes[0]) + (owner != owners[0])
        if changes <= count:
            for others in _changed(rest, count - changes):
                yield {place: Rights(mode, owner), **others}


# --- worlds ----------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class World:
    """A tree, whose each entry is, and which file in it decides something."""

    kind: Kind
    tree: Dir
    rights: Decoration
    plain: model.FileSystem
    numbers: dict[Place, model.Number]
    _files: model.FileSystem | None = field(default=None, init=False)
    _ways: frozenset[Exposed] | None = field(default=None, init=False)

    @property
    def files(self) -> model.FileSystem:
        """The model's file system, with these rights."""
        if self._files is None:
            self._files = _decorated(self.plain, self.numbers, self.rights)
        return self._files

    @property
    def way(self) -> Way:
        """The way to the file."""
        return way(self.tree, WORKSPACE, PATHS[self.kind])

    @property
    def exposed(self) -> frozenset[Exposed]:
        """In which ways another user decides what is read."""
        if self._ways is None:
            self._ways = exposed(self.tree, self.rights, WORKSPACE, PATHS[self.kind])
        return self._ways

    def refusal(self, strict: bool) -> Refusal | None:
        """Why the model refuses the file, or None; for a file of variables the config beside it counts too.

        Of what else a run looks at, all is as it should be: a `.env` is there, and `allow_paths` admits every place.
        """
        workspace = self.numbers[WORKSPACE]
        refused = judge_config(self.files, workspace, parsed("tasks.toml"), strict)
        if refused is not None or self.kind == "config":
            return refused
        written = PATHS[self.kind]
        source = Source(written) if self.kind == "dotenv" else Source(written, "t")
        guards = Guards(self.files, workspace, Bounds(()), _NO_CONFIG, {}, strict, False, Notes(OURS))
        found = read_file(guards, parsed(written), source)
        return found if isinstance(found, Refusal) else None

    def __str__(self) -> str:
        return "\n".join([*_built(self), *_changes(self.tree, self.rights), "(cd up/ws; tsr t)"])


_NO_CONFIG = Config({}, (), (), ())
TASK = {"config": "", "dotenv": "", "env_file": 'env_file = "x/x"\\n'}


def _built(world: World) -> Iterator[str]:
    """The commands that make a world."""
    outside = world.kind != "config" and world.way.steps[-1].place[: len(WORKSPACE)] != WORKSPACE
    security = '[security]\\nallow_paths = ["/"]\\n' * outside
    task = f"printf '{security}[tasks.t]\\nrun = \"true\"\\n{TASK[world.kind]}' >"
    yield 'cd "$(mktemp -d)"; chmod 755 .'
    for place, node in list(places(world.tree))[1:]:
        text = "/".join(place)
        match node:
            case Dir(entries=()) if place == NEIGHBOUR and not _counts(world):
                continue
            case Dir():
                yield f"mkdir {text}"
            case Link(target=target):
                yield f'ln -s "{"$PWD" * target.startswith("/")}{target}" {text}'
            case _ if world.kind == "config" and world.way.steps[-1].place == place:
                yield f"{task} {text}"
            case _:
                yield f"touch {text}"
    if world.kind != "config":
        yield f"{task} up/ws/tasks.toml"
    if world.kind != "dotenv" and world.rights[WORKSPACE].mode & 0o1000:
        yield "touch up/ws/.env"


def _counts(world: World) -> bool:
    """Whether the neighbour is anything to the world: a link leads there, or its rights are not the usual ones."""
    led = any(isinstance(node, Link) and "else" in node.target for _, node in places(world.tree))
    return led or world.rights[NEIGHBOUR] != Rights(MODES[Dir][0], "user")


def _changes(tree: Dir, rights: Decoration) -> Iterator[str]:
    for place, node in list(places(tree))[1:]:
        right, usual = rights[place], MODES[type(node)][0]
        if right.owner != "user":
            yield f"sudo chown -h {'nobody' if right.owner == 'other' else 'root'} {'/'.join(place)}"
        if right.mode != usual:
            yield f"{'sudo ' * (right.owner != 'user')}chmod {right.mode:04o} {'/'.join(place)}"


def worlds(kind: Kind, nodes: int, parts: int, changes: int, top: bool) -> Iterator[World]:
    """Every tree of up to so many entries, with up to so many changes to the rights; those with few changes first."""
    made = [(tree, *_in_model(tree, kind)) for tree in trees(kind, nodes, parts)]
    for count in range(changes + 1):
        for tree, files, numbers in made:
            for rights in decorations(tree, count, top):
                yield World(kind, tree, rights, files, numbers)


def _in_model(tree: Dir, kind: Kind) -> tuple[model.FileSystem, dict[Place, model.Number]]:
    files, numbers = in_model(tree)
    if kind != "config":
        files, _ = model.with_entry(files, numbers[WORKSPACE], "tasks.toml", model.File(""))
    empty = {numbers[place]: model.File("") for place, node in places(tree) if isinstance(node, File)}
    return model.FileSystem({**files.nodes, **empty}), numbers


def _decorated(files: model.FileSystem, numbers: dict[Place, model.Number], rights: Decoration) -> model.FileSystem:
    nodes = dict(files.nodes)
    for place, right in rights.items():
        node = nodes[numbers[place]]
        if isinstance(node, model.Link):
            nodes[numbers[place]] = replace(node, owner=right.owner)
        elif not isinstance(node, model.Special):
            nodes[numbers[place]] = replace(node, owner=right.owner, mode=right.mode)
    return model.FileSystem(nodes)
