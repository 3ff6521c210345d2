"""The operands of the builtins that a run came to, and where their paths lead in the tree as it is at the start."""

from __future__ import annotations

from dataclasses import dataclass

from tsr_model import kernel
from tsr_model.discovery import Discovered, discover
from tsr_model.filesystem import ROOT, Directory, FileSystem, Link, Node, Number
from tsr_model.guards import directory_of
from tsr_model.names import SLASH, Name, Path, path
from tsr_model.prediction import Prediction
from tsr_model.resolver import Reached, start_of, walk
from tsr_model.world import world
from tsr_oracle.vectors.facts import config_of, request_of
from tsr_spec import case
from tsr_spec.case import Given
from tsr_spec.tables import builtins


@dataclass(frozen=True, slots=True)
class Operand:
    """An operand of a builtin that the run came to: whose, as it is written, and whether it is the last of several."""

    command: str
    written: str
    last: bool

    @property
    def path(self) -> Path:
        """The path that it writes."""
        return path(self.written)


def calls(foretold: Prediction) -> list[list[Operand]]:
    """The operands of each fenced builtin that was started."""
    fenced = {name for name, builtin in builtins().items() if builtin.fenced}
    found = []
    for step in foretold.steps:
        if step.argv[0] in fenced:
            own = _operands(step.argv[1:])
            last = len(own) - 1 or None
            found.append([Operand(step.argv[0], word, at == last) for at, word in enumerate(own)])
    return found


def operands(foretold: Prediction) -> list[Operand]:
    """The same, of all of them."""
    return [operand for call in calls(foretold) for operand in call]


def _operands(words: tuple[str, ...]) -> list[str]:
    """The words that are no options; behind `--` none is."""
    end = words.index("--") if "--" in words else len(words)
    return [word for word in words[:end] if not word.startswith("-") or word == "-"] + [*words[end + 1 :]]


def options(foretold: Prediction, name: str) -> list[str]:
    """The options that a builtin was started with."""
    return [word for step in foretold.steps if step.argv[0] == name for word in step.argv[1:] if word.startswith("-")]


def directory(given: Given) -> Number:
    """The directory that the task which is asked for runs in, as the tree is at the start; else the root's, or ours."""
    here = world(given)
    found = discover(here.files, here.cwd, (here.home,))
    if not isinstance(found, Discovered):
        return here.cwd
    task = config_of(given).tasks.get(request_of(given).task)
    place = kernel.stat(here.files, found.root, directory_of(task)) if task is not None else found.root
    return found.root if isinstance(place, str) else place


@dataclass(frozen=True, slots=True)
class Way:
    """The way of a path: what each of its parts leads to, None where it is missing; a link is not followed there."""

    parts: tuple[Name, ...]
    nodes: tuple[Node | None, ...]

    @property
    def end(self) -> Node | None:
        """What the last part leads to."""
        return self.nodes[-1] if self.nodes else None


def way(given: Given, written: Path) -> Way:
    """The way of a path from the task's directory, in the tree as it is at the start. A last slash is left aside."""
    files = world(given).files
    parts = written.parts[:-1] if written.parts[-1:] == (SLASH,) else written.parts
    start = start_of(written, directory(given))
    return Way(parts, tuple(_node(files, start, parts[: count + 1]) for count in range(len(parts))))


def _node(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Node | None:
    found = walk(files, start, parts, follow=False)
    return files.nodes[found.number] if isinstance(found, Reached) else None


def behind(given: Given, written: Path) -> Node | None:
    """What a path from the task's directory leads to in the end, links followed."""
    files = world(given).files
    found = walk(files, start_of(written, directory(given)), written.parts)
    return files.nodes[found.number] if isinstance(found, Reached) else None


def is_link(node: Node | None) -> bool:
    """Whether there is something, and it is a link."""
    return isinstance(node, Link)


def is_directory(node: Node | None) -> bool:
    """Whether there is something, and it is a directory."""
    return isinstance(node, Directory)


def entry_at(given: Given, place: str) -> Node | None:
    """What is at a path of the world, no link followed in last place."""
    return _node(world(given).files, ROOT, path(f"{case.WORLD}/{place}").parts)
