"""Who else may write what decides a run (PERM): modes, and with `--strict` owners, of a file and of the way to it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from tsr_model.filesystem import ROOT, Directory, File, FileSystem, Link, Number, place_of
from tsr_model.names import HERE, SLASH, UP, Name, Path, Place, path
from tsr_model.resolver import LINK_BUDGET, start_of

OTHERS = 0o002
GROUP_OR_OTHERS = 0o022
STICKY = 0o1000


@dataclass(frozen=True, slots=True)
class Writable:
    """What somebody else may write or owns: where, whether it is a directory, and the clause that refuses it."""

    clause: str
    place: Place
    directory: bool


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a walk: the directory that it stands in, and the entry that it takes; None where there is none."""

    holder: Number
    name: Name
    entry: Number | None
    last: bool


Steps: TypeAlias = tuple[Step, ...]


def judge_file(files: FileSystem, cwd: Number, written: Path, strict: bool) -> Writable | None:
    """What lets others decide the content of a file that is there, or None (PERM-1, PERM-2; PERM-3 with `strict`)."""
    steps = tuple(walked(files, cwd, written))
    links = 0
    for step in steps:
        if step.last and _open_to_others(files.directory(step.holder)):
            return Writable("PERM-2" if links else "PERM-1", place_of(files, step.holder), True)
        links += step.last and step.entry is not None and isinstance(files.nodes[step.entry], Link)
    end = steps[-1]
    node = None if end.entry is None else files.nodes[end.entry]
    if isinstance(node, File) and node.mode & OTHERS:
        return Writable("PERM-2" if links else "PERM-1", (*place_of(files, end.holder), end.name), False)
    if not strict:
        return None
    wrong = judge_strictly(files, cwd, steps)
    if wrong is None and isinstance(node, File) and _open_to_group(node):
        return Writable("PERM-3", (*place_of(files, end.holder), end.name), False)
    return wrong


def _open_to_others(directory: Directory) -> bool:
    """Whether everybody may replace what lies in the directory: world-writable, and not sticky (PERM-1)."""
    return bool(directory.mode & OTHERS) and not directory.mode & STICKY


def _open_to_group(file: File) -> bool:
    """Whether others than its owner may write the file (PERM-3)."""
    return bool(file.mode & GROUP_OR_OTHERS)


def walked(files: FileSystem, cwd: Number, written: Path) -> Iterator[Step]:
    """Every step of the walk of a path, links followed; it ends with a missing entry, or with the last one.

    `last`: the step takes the last component of the path, or of the link that was the last component before.
    """
    at, parts, links = start_of(written, cwd), _named(written), LINK_BUDGET
    while parts:
        here, part, parts = files.nodes[at], parts[0], parts[1:]
        if not isinstance(here, Directory):
            return
        if part == UP:
            yield Step(at, UP, here.parent, False)
            at = here.parent
            continue
        stored = files.stored(here, part)
        entry = None if stored is None else here.entries[stored]
        yield Step(at, stored or part, entry, not parts)
        if entry is None:
            return
        node = files.nodes[entry]
        if isinstance(node, Link):
            if links == 0:
                return
            target, links = path(node.target), links - 1
            parts = (*_named(target), *parts)
            at = ROOT if target.absolute else at
        else:
            at = entry


def _named(written: Path) -> tuple[Name, ...]:
    return tuple(part for part in written.parts if part not in (HERE, SLASH))


# --- strictly ---------------------------------------------------------------------------------------------------------


def judge_strictly(files: FileSystem, cwd: Number, steps: Steps) -> Writable | None:
    """What belongs to another user, or may be written by one, on the way to a file or above that way (PERM-3)."""
    ways = [above(files, cwd), *((*above(files, step.holder), step) for step in steps)]
    for step in (step for way in ways for step in way):
        wrong = _judge_step(files, step)
        if wrong is not None:
            return wrong
    return None


def above(files: FileSystem, number: Number) -> Steps:
    """The steps from the root down to a directory."""
    steps: list[Step] = []
    while number != ROOT:
        holder = files.directory(number).parent
        name = place_of(files, number)[-1]
        steps.append(Step(holder, name, number, False))
        number = holder
    return tuple(reversed(steps))


def _judge_step(files: FileSystem, step: Step) -> Writable | None:
    """Whether another user may change where this step leads (PERM-3)."""
    holder = files.directory(step.holder)
    entry = None if step.entry is None else files.nodes[step.entry]
    theirs = entry is not None and entry.owner == "other"
    excepted = bool(holder.mode & STICKY) and isinstance(entry, Directory) and not theirs
    if holder.owner == "other" or (holder.mode & GROUP_OR_OTHERS and not excepted):
        return Writable("PERM-3", place_of(files, step.holder), True)
    if theirs:
        return Writable("PERM-3", (*place_of(files, step.holder), step.name), isinstance(entry, Directory))
    return None
