"""Draws the workspace of a case as a tree, an entry a row, and says its question in words."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from tsr_model.fence import Bounds, Landing, landing, within
from tsr_model.filesystem import ROOT
from tsr_model.messages import shown
from tsr_model.names import HERE, Place, beneath
from tsr_model.prediction import predict
from tsr_model.resolver import TooManyLinks
from tsr_model.world import OTHER as OTHER_PLACE
from tsr_model.world import WORLD, path_in_world, place_in_world, world
from tsr_oracle.visible import visible
from tsr_spec.case import (
    KEYS,
    OTHER,
    Directory,
    Entry,
    File,
    Given,
    HardLink,
    Link,
    Mount,
    Program,
    Special,
    entries,
    parents,
)
from tsr_spec.tree_text import escape, print_entry

MOST_ENTRIES = 60
LONGEST = 400


Kind: TypeAlias = Literal["directory", "file", "link", "hard link", "program", "special", "mount", "absent"]
Bound: TypeAlias = Literal["workspace", "allowed", ""]

_KINDS: dict[type[Entry], Kind] = {
    Directory: "directory",
    File: "file",
    Link: "link",
    HardLink: "hard link",
    Program: "program",
    Special: "special",
    Mount: "mount",
}


@dataclass(frozen=True, slots=True)
class Row:
    """One entry of the tree as it is drawn, or a place where there is none yet.

    `path` and `leads_to` are paths as cases write them; `name`, `text` and `target` are in the tree notation, so that
    each fits on a line: `text` is the whole entry, `target` that of a link. `leads_to`: where whoever follows a link
    ends, None where that is nothing, or no place of the case; for a hard link the name that it is a further one of.
    `bound`: which bound begins here; `inside`: whether a bound admits the place.
    """

    path: str
    depth: int
    name: str
    kind: Kind
    text: str
    target: str
    leads_to: str | None
    bound: Bound
    inside: bool
    marked: bool


def rows(given: Given, bounds: Bounds | None, marked: Iterable[str] = ()) -> tuple[Row, ...]:
    """The tree, an entry a row, each below its directory; places that are marked, or are bounds, have one in any case.

    What is there in every case and tells nothing in this one is left out. The world itself (`.`) and the second file
    system (`/@OTHER@`) have a row where something is said of them or, the second, lies on it.
    """
    there = {entry.path: entry for entry in entries(given)} | {top: Directory(top) for top in (HERE, OTHER)}
    leads, begins, marked = _leads_to(given), _begins(bounds), frozenset(marked)
    shown_ones = {
        path for path, entry in there.items() if path not in (HERE, OTHER) and not _is_furniture(entry, given)
    }
    paths = _with_parents(shown_ones | marked | begins.keys() | {to for to in leads.values() if to is not None})
    lifted = HERE in paths
    return tuple(
        Row(
            path=path,
            depth=_depth(path, lifted=lifted),
            name=_name(path),
            kind=_KINDS[type(there[path])] if path in there else "absent",
            text=print_entry(replace(there[path], path=_last(path))) if path in there else _name(path),
            target=_target(there.get(path)),
            leads_to=leads.get(path),
            bound=begins.get(path, ""),
            inside=bounds is not None and within(place_in_world(path), bounds) is not None,
            marked=path in marked,
        )
        for path in sorted(paths, key=_in_tree_order)
    )


def _leads_to(given: Given) -> dict[str, str | None]:
    """Where each link of the case leads, and what each hard link is a further name of."""
    files = world(given).files
    found: dict[str, str | None] = {}
    for entry in given.tree:
        if isinstance(entry, HardLink):
            found[entry.path] = entry.to
        elif isinstance(entry, Link):
            found[entry.path] = _ends(landing(files, ROOT, place_in_world(entry.path)))
    return found


def _ends(landed: Landing | TooManyLinks) -> str | None:
    """Where a walk ends that has met nothing missing, if the case has a name for it."""
    if isinstance(landed, TooManyLinks) or "FENCE-3" in landed.clauses:
        return None
    return _in_case(landed.place)


def _in_case(place: Place) -> str | None:
    """The path of a place as a case writes it, None where it is neither in the world nor on the second file system."""
    return path_in_world(place) if beneath(place, WORLD) or beneath(place, OTHER_PLACE) else None


def _begins(bounds: Bounds | None) -> dict[str, Bound]:
    """Which bound begins at which path of the case."""
    if bounds is None:
        return {}
    of_each: list[tuple[Place, Bound]] = [*((place, "allowed") for place in bounds.allowed), (bounds.root, "workspace")]
    return {path: bound for place, bound in of_each if (path := _in_case(place)) is not None}


def _is_furniture(entry: Entry, given: Given) -> bool:
    """Whether an entry is there in every case and tells nothing in this one."""
    if isinstance(entry, Program):
        texts = [other.data for other in given.tree if isinstance(other, File)]
        started = (child.argv[0].rpartition("/")[2] for child in predict(given).children)
        return entry.name not in started and not any(entry.name in text for text in texts)
    return isinstance(entry, Directory) and entry in (Directory("bin"), Directory("home"))


def _with_parents(paths: set[str]) -> set[str]:
    """The paths and what lies above each; on the second file system up to that itself."""
    above = {parent for path in paths for parent in parents(path)}
    return paths | above | {OTHER for path in paths if path.startswith(f"{OTHER}/")}


def _in_tree_order(path: str) -> tuple[bool, bool, list[str]]:
    """The world first, the second file system last, and else name by name."""
    return path.startswith(OTHER), path != HERE, path.split("/")


def _depth(path: str, *, lifted: bool) -> int:
    """How many rows a path stands below; `lifted`: the world has a row too."""
    if path.startswith(OTHER):
        return 0 if path == OTHER else len(parents(path)) + 1
    return 0 if path == HERE else len(parents(path)) + lifted


def _last(path: str) -> str:
    return path if path == OTHER else path.rpartition("/")[2]


def _name(path: str) -> str:
    return escape(_last(path), blanks=True)


def _target(entry: Entry | None) -> str:
    return escape(entry.target) if isinstance(entry, Link) else ""


def drawing(given: Given, bounds: Bounds | None, marked: Iterable[str] = ()) -> list[str]:
    """The tree, an entry a line: bounds in words behind their directory, `!` in front of what is marked."""
    return capped([_line(row) for row in rows(given, bounds, marked)], MOST_ENTRIES)


def _line(row: Row) -> str:
    notes = [f"← {row.bound}"] * bool(row.bound) + ["(not there)"] * (row.kind == "absent")
    return f"{'!' if row.marked else ' '} {'  ' * row.depth}{row.text}  {' '.join(notes)}".rstrip()


def capped(lines: list[str], most: int) -> list[str]:
    """No more than so many of the lines, each of a length that can be read."""
    short = [line if len(line) <= LONGEST else f"{line[:LONGEST]}…" for line in lines[:most]]
    return short if len(lines) <= most else [*short, f"… and {len(lines) - most:,} more"]


def command(given: Given) -> str:
    """The command line as it is typed, and from where."""
    place = "" if given.cwd == "ws" else f"   (in {given.cwd})"
    env = "".join(f"{name}={shlex.quote(shown(value))} " for name, value in given.env)
    return f"{env}tsr {' '.join(shlex.quote(shown(word)) for word in given.argv)}{place}"


def meanwhile(given: Given) -> list[str]:
    """What surrounds the run, and what happens during it."""
    lines = ["standard input is a terminal"] if given.terminal else []
    lines += [f"{'typed' if given.terminal else 'standard input'}: {escape(given.stdin)}"] if given.stdin else []
    lines += [f"ignored from the start: {', '.join(f'SIG{name}' for name in given.ignored)}"] if given.ignored else []
    for mark, sent in given.signals:
        lines.append(f"at `{mark}`: {f'{sent} is typed' if sent in KEYS else f'SIG{sent} is sent'}")
    return lines


def config_lines(given: Given) -> list[str]:
    """The text of each tasks.toml, indented, as it is written there, but for what can't be seen."""
    lines = []
    for entry in given.tree:
        if isinstance(entry, File) and entry.path.rpartition("/")[2] == "tasks.toml":
            lines.append(f"{entry.path}:")
            lines += [f"    {visible(text)}" for text in entry.data.removesuffix("\n").split("\n") if entry.data]
    return lines


def bounds_of(given: Given) -> Bounds | None:
    """The bounds that a run of the case has, where it comes to have any."""
    return predict(given).bounds
