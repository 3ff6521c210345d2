"""The graph of the tasks as lines of text: below each task what its `deps` name (GRAPH-1)."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

_DEEPEST = 40  # levels that a reader can follow


def trees(deps: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The lines for all tasks, in the order given: a tree for each of them, with a blank line between two."""
    for number, task in enumerate(deps):
        if number:
            yield ""
        yield from tree(task, deps)


def tree(task: str, deps: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """The lines for one task.

    A task within itself has a `↻`, a name that is no task a `?`. What was spelled out further up in the
    tree has a `…` and is not spelled out again.
    """
    yield task
    yield from _below((task,), deps, "", {task})


def _below(path: tuple[str, ...], deps: Mapping[str, Sequence[str]], indent: str, shown: set[str]) -> Iterator[str]:
    names = deps[path[-1]]
    for number, name in enumerate(names, 1):
        branch, under = ("└─ ", "   ") if number == len(names) else ("├─ ", "│  ")
        mark = _mark(name, path, deps, shown)
        yield f"{indent}{branch}{name}{mark}"
        if not mark and not name.startswith("^"):
            shown.add(name)
            yield from _below((*path, name), deps, indent + under, shown)


def _mark(name: str, path: tuple[str, ...], deps: Mapping[str, Sequence[str]], shown: set[str]) -> str:
    """What is said behind a name that is not spelled out; `^t` never is, for it runs elsewhere (GRAPH-7)."""
    if name.removeprefix("^") not in deps:
        return "  ? no such task"
    if name in path:
        return "  ↻ a circle"
    if deps.get(name) and (name in shown or len(path) >= _DEEPEST):
        return "  …"
    return ""
