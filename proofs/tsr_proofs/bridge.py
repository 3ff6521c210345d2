"""From the trees of the proofs to the model's file system and back."""

from __future__ import annotations

from typing import TypeAlias

from tsr_model import filesystem as model
from tsr_proofs.trees import Dir, Fifo, File, Link, Place, Tree, Twin, places

Snapshot: TypeAlias = dict[Place, model.Node]
"""What is where. Of a directory only its mode counts: its entries are places of their own."""


def in_model(tree: Dir) -> tuple[model.FileSystem, dict[Place, model.Number]]:
    """The model's value for a tree, and the number of each place."""
    numbers: dict[Place, model.Number] = {}
    nodes: dict[model.Number, model.Node] = {}
    first_file = next((place for place, node in places(tree) if isinstance(node, File)), None)
    for place, node in places(tree):
        if isinstance(node, Twin) and first_file is not None:
            numbers[place] = numbers[first_file]
        else:
            numbers[place] = len(nodes)
            nodes[numbers[place]] = _node(place, node, numbers)
    for place, node in places(tree):
        if isinstance(node, Dir):
            inside = ((name, (*place, name)) for name, _ in node.entries)
            entries = {name: numbers[here] for name, here in inside}
            nodes[numbers[place]] = model.Directory(entries, numbers[place[:-1]])
    return model.FileSystem(nodes), numbers


def _node(place: Place, node: Tree, numbers: dict[Place, model.Number]) -> model.Node:
    match node:
        case Dir():
            return model.Directory({}, numbers[place[:-1]])
        case File() | Twin():
            return model.File(canary(place))
        case Link(target=target):
            return model.Link(target)
        case Fifo():
            return model.Special("fifo")


def canary(place: Place) -> str:
    """The bytes of the file that was at a place when the tree was made."""
    return "<" + "/".join(place) + ">"


def snapshot(files: model.FileSystem) -> Snapshot:
    """What is where in a file system of the model."""
    found: Snapshot = {}
    todo: list[tuple[Place, model.Number]] = [((), model.ROOT)]
    while todo:
        place, number = todo.pop()
        node = files.nodes[number]
        if isinstance(node, model.Directory):
            todo += [((*place, name), held) for name, held in node.entries.items()]
            node = model.Directory({}, 0, node.mode, node.device)
        found[place] = node
    return found


def tree_of(files: model.FileSystem, number: model.Number = model.ROOT) -> Tree:
    """The tree that a file system of the model is, bytes and further names left aside."""
    match files.nodes[number]:
        case model.Directory(entries=entries):
            return Dir(tuple((name, tree_of(files, held)) for name, held in sorted(entries.items())))
        case model.Link(target=target):
            return Link(target)
        case model.Special():
            return Fifo()
        case _:
            return File()
