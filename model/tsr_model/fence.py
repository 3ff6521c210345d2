"""The workspace fence: which places are within bounds, and how each role of a path is judged."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from tsr_model.filesystem import Directory, FileSystem, Number, at_place, place_of
from tsr_model.names import HERE, SLASH, UP, Name, Path, Place, beneath, without_slash
from tsr_model.resolver import LINK_BUDGET, Reached, Stopped, TooManyLinks, start_of, walk


@dataclass(frozen=True, slots=True)
class Bounds:
    """The workspace root and the directories that `allow_paths` admits: physical places, fixed when loaded."""

    root: Place
    allowed: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Landing:
    """Where a walk lands, by which clauses, and whether `..` was taken away as text behind a missing name."""

    place: Place
    clauses: tuple[str, ...]
    popped: bool


@dataclass(frozen=True, slots=True)
class Allowed:
    """Within bounds: the place, the bound that admits it, the clauses that decided."""

    landing: Landing
    by: Place

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decided, the most general first."""
        return ("FENCE-1", *self.landing.clauses)


@dataclass(frozen=True, slots=True)
class Refused:
    """Outside: the place, and the clauses that decided."""

    landing: Landing

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses that decided, the most general first."""
        return ("FENCE-1", "FENCE-10", *self.landing.clauses)


Decision: TypeAlias = Allowed | Refused | TooManyLinks
Role: TypeAlias = Literal["content", "entry"]


@dataclass(frozen=True, slots=True)
class Judged:
    """A path that was judged: in which role, by which clause it had to be, where its walk began and on which files."""

    role: Role
    by: str
    path: Path
    files: FileSystem = field(repr=False)
    start: Number
    decision: Decision


def within(place: Place, bounds: Bounds) -> Place | None:
    """The bound that admits the place, or None (FENCE-1): an entry admits itself and what is beneath it."""
    for bound in (bounds.root, *bounds.allowed):
        if beneath(place, bound):
            return bound
    return None


def landing(files: FileSystem, start: Number, parts: tuple[Name, ...]) -> Landing | TooManyLinks:
    """Where the parts lead (FENCE-2), and from the first missing component on, as text (FENCE-3).

    Where `..` has taken away all of the text, the walk goes on physically from the directory that is there.
    """
    links, turned, popped, missing = LINK_BUDGET, False, False, False
    while True:
        found = walk(files, start, parts, links=links)
        match found:
            case TooManyLinks():
                return found
            case Reached(number=number, holder=holder, name=name):
                is_directory = isinstance(files.nodes[number], Directory)
                place = place_of(files, number) if is_directory else (*place_of(files, holder), name)
                return Landing(place, _clauses(turned or found.turned, missing), popped)
            case Stopped(holder=holder, rest=rest):
                turned, missing, links = turned or found.turned, True, found.links_left
                kept, left = _textual(rest)
                popped = popped or UP in rest[: len(rest) - len(left)]
                if kept:
                    return Landing((*place_of(files, holder), *kept), _clauses(turned, True), popped)
                start, parts = holder, left


def _textual(rest: tuple[Name, ...]) -> tuple[tuple[Name, ...], tuple[Name, ...]]:
    """The names that remain when `..` pops as text; once none remain, what has not been read yet."""
    kept: list[Name] = []
    for index, name in enumerate(rest):
        if name == UP:
            kept.pop()
            if not kept:
                return (), rest[index + 1 :]
        elif name not in (HERE, SLASH):
            kept.append(name)
    return tuple(kept), ()


def _clauses(turned: bool, missing: bool) -> tuple[str, ...]:
    return ("FENCE-2",) * turned + ("FENCE-3",) * missing


def judge(landed: Landing | TooManyLinks, bounds: Bounds) -> Decision:
    """Allowed or refused, by where the walk landed (FENCE-1); a walk over the link budget has no place (FENCE-2)."""
    if isinstance(landed, TooManyLinks):
        return landed
    by = within(landed.place, bounds)
    return Refused(landed) if by is None else Allowed(landed, by)


def content(files: FileSystem, cwd: Number, bounds: Bounds, path: Path) -> Decision:
    """Judges a path whose bytes, times or inside are touched: the last component is followed (FENCE-4)."""
    return judge(landing(files, start_of(path, cwd), path.parts), bounds)


def entry(files: FileSystem, cwd: Number, bounds: Bounds, path: Path) -> Decision:
    """Judges a path whose entry is made, removed or renamed: physical parent plus name (FENCE-4, FENCE-16)."""
    return judge(entry_landing(files, cwd, without_slash(path)), bounds)


def entry_landing(files: FileSystem, cwd: Number, path: Path) -> Landing | TooManyLinks:
    """Where the entry that a path names lies; a path that ends in a dot name has none, so it is followed."""
    if path.parts[-1:] in ((), (HERE,), (UP,)):
        return landing(files, start_of(path, cwd), path.parts)
    parent = landing(files, start_of(path, cwd), path.parts[:-1])
    if isinstance(parent, TooManyLinks):
        return parent
    return Landing((*parent.place, _stored(files, parent.place, path.parts[-1])), parent.clauses, parent.popped)


def _stored(files: FileSystem, place: Place, name: Name) -> Name:
    """A name as the directory at the place has it, if it has it: what is one place has to have one name."""
    number = at_place(files, place) if files.caseless else None
    holder = None if number is None else files.nodes[number]
    return files.stored(holder, name) or name if isinstance(holder, Directory) else name
