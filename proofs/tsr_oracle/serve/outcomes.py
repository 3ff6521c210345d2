"""A prediction as an outcome, in the terms of a case: what is gone, what is made, which programs were started."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from tsr_model.filesystem import Directory, FileSystem, Number, at_place
from tsr_model.messages import line
from tsr_model.prediction import Prediction
from tsr_model.world import OTHER, WORLD, world
from tsr_oracle.expected import entry_of
from tsr_spec import case
from tsr_spec.case import Child, Entry, File, Given, HardLink, Outcome, Program, process_environment


def outcome(given: Given, foretold: Prediction) -> Outcome:
    """What the prediction foretells. `says`: the lines of builtins, or the line of a refusal, where they are fixed."""
    gone, made = changes(world(given).files, foretold.files)
    return Outcome(
        exit=foretold.exit,
        gone=gone,
        made=made,
        stdout=foretold.stdout,
        says=_says(foretold),
        children=tuple(_children(given, foretold)),
        marks=foretold.marks or None,
        unsaid=foretold.unsaid,
        survivors=tuple(sorted(foretold.survivors)),
        isolated=foretold.isolated if foretold.children else None,
        events=foretold.events,
    )


def _says(foretold: Prediction) -> tuple[str, ...] | None:
    if foretold.stage == "load":
        return None if foretold.says is None else (foretold.says,)
    if foretold.bounds is None or foretold.partial:
        return None
    return tuple(line(message, foretold.bounds) for message in foretold.messages)


def _children(given: Given, foretold: Prediction) -> Iterator[Child]:
    """The programs that are started, each with the variables that it has otherwise than the runner itself."""
    inherited = process_environment(given) if foretold.children else {}
    for child, environment in zip(foretold.children, foretold.environments, strict=True):
        yield Child(child.argv, child.cwd, tuple(_of_its_own(environment, inherited)))


def _of_its_own(environment: Mapping[str, str], inherited: Mapping[str, str]) -> Iterator[tuple[str, str | None]]:
    for name in environment.keys() | inherited.keys():
        if environment.get(name) != inherited.get(name):
            yield name, environment.get(name)


# --- the tree --------------------------------------------------------------------------------------------------------


def changes(before: FileSystem, after: FileSystem) -> tuple[tuple[str, ...], tuple[Entry, ...]]:
    """The paths that are gone, and the entries that are new or another than before, by path."""
    if after is before:
        return (), ()
    old, new = _numbers(before), _numbers(after)
    made = {
        path: entry_of(path, after, *new[path])
        for path in sorted(new)
        if path not in old or _differs(path, before, old[path], after, new[path])
    }
    return tuple(sorted(old.keys() - new.keys())), tuple(_with_hard_links(made, new))


Held = tuple[Number, Number]
"""A directory, and what one of its entries leads to."""


def _numbers(files: FileSystem) -> dict[str, Held]:
    """Everything in the world and on the second file system, by path."""
    found: dict[str, Held] = {}
    todo = [("", at_place(files, WORLD)), (f"{case.OTHER}/", at_place(files, OTHER))]
    while todo:
        above, holder = todo.pop()
        assert holder is not None
        for name, number in files.directory(holder).entries.items():
            found[above + name] = holder, number
            if isinstance(files.nodes[number], Directory):
                todo.append((f"{above}{name}/", number))
    return found


def _differs(path: str, before: FileSystem, old: Held, after: FileSystem, new: Held) -> bool:
    if before.nodes[old[1]] is after.nodes[new[1]]:
        return False
    return entry_of(path, before, *old) != entry_of(path, after, *new)


def _with_hard_links(made: dict[str, Entry], new: Mapping[str, Held]) -> Iterator[Entry]:
    """The entries, but of several names of one file one only as the file: the others are further names of it."""
    first: dict[Number, str] = {number: path for path, (_, number) in new.items() if path not in made}
    for path, entry in made.items():
        name = first.setdefault(new[path][1], path)
        yield entry if name == path or not isinstance(entry, File | Program) else HardLink(path, name)
