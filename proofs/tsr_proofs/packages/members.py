"""Which packages a workspace has, on every small tree with links (PKG-1, FENCE-9)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product, takewhile
from typing import Literal, TypeAlias

from tsr_model import packages
from tsr_model.choices import OURS
from tsr_model.fence import Bounds
from tsr_model.packages import Package, Workspace
from tsr_model.refusal import Notes, Refusal
from tsr_proofs.bridge import in_model
from tsr_proofs.fence.walk import inside, lands
from tsr_proofs.trees import NEIGHBOUR, WORKSPACE, Dir, File, Link, Place, Scope, Tree, drawn, node_at, trees

MARKER = "Cargo.toml"
LINKS_AND_NAMES = 200
"""More steps than forty links and their targets take."""
MEMBERS = (".", "*", "**", "*/*", "**/ab", "a", "a/ab/", "../ab", "../*", "/ab/*", "a/../../ab")
Markers: TypeAlias = Literal["files", "links out"]


@dataclass(slots=True)
class Looked:
    """A tree in which each directory has a marker, the entries of `members`, and the bounds besides the workspace."""

    tree: Dir
    members: tuple[str, ...]
    allowed: tuple[Place, ...]
    _found: tuple[Package, ...] | Refusal | None = field(default=None, init=False, repr=False)

    @property
    def bounds(self) -> tuple[Place, ...]:
        """All bounds."""
        return (WORKSPACE, *self.allowed)

    @property
    def found(self) -> tuple[Package, ...] | Refusal:
        """The packages that the model finds behind judging the entries, or why it refuses."""
        if self._found is None:
            files, numbers = in_model(self.tree)
            space = Workspace(files, numbers[WORKSPACE], Bounds(WORKSPACE, self.allowed), {}, Notes(OURS))
            judged = (packages.judge_prefix(space, entry) for entry in self.members)
            refusal = next((one for one in judged if one is not None), None)
            self._found = refusal or packages.find_packages(space, self.members)
        return self._found

    def __str__(self) -> str:
        more = f", allowed: {self.allowed}" if self.allowed else ""
        return f"{drawn(self.tree)}\nmembers = {list(self.members)} (in /a{more})"


def looked(scope: Scope, entries: int) -> Iterator[Looked]:
    """Every tree of the scope, with markers that are files or in the workspace lead out; and up to so many entries."""
    lists = [chosen for count in range(1, entries + 1) for chosen in product(MEMBERS, repeat=count)]
    kinds: tuple[Markers, ...] = ("files", "links out")
    for tree, markers in product(trees(scope), kinds):
        marked = _marked(tree, (), markers)
        assert isinstance(marked, Dir)
        for members in lists:
            yield from (Looked(marked, members, allowed) for allowed in ((), (NEIGHBOUR,)))


def _marked(tree: Tree, here: Place, markers: Markers) -> Tree:
    """The tree with a marker in each directory but the root."""
    if not isinstance(tree, Dir):
        return tree
    entries = tuple((name, _marked(child, (*here, name), markers)) for name, child in tree.entries)
    leads_out = markers == "links out" and inside(here, [WORKSPACE])
    marker = Link(f"/ab/{MARKER}") if leads_out else File()
    return Dir((*entries, (MARKER, marker)) if here else entries)


def packages_are_within(case: Looked) -> str | None:
    """FENCE-9, FENCE-1: where packages are found, each is physically a directory within bounds, and so is what its
    marker leads to; no two are one directory."""
    if isinstance(case.found, Refusal):
        return None
    places = [lands(case.tree, WORKSPACE, one.path) for one in case.found]
    if len(set(places)) < len(places):
        return f"twice: {[one.path for one in case.found]}"
    for package, place in zip(case.found, places, strict=True):
        manifest = None if place is None else lands(case.tree, place, MARKER)
        if place is None or manifest is None or not isinstance(node_at(case.tree, place), Dir):
            return f"{package.path} is no directory with a marker"
        if not inside(place, case.bounds) or not inside(manifest, case.bounds):
            return f"{package.path} lies outside"
    return None


def packages_are_named(case: Looked) -> str | None:
    """Witness: every package is physically where its path says, no link on the way."""
    there = () if isinstance(case.found, Refusal) else case.found
    plain = [one.path for one in there if "." not in one.path and not one.path.startswith("/")]
    by_link = (path for path in plain if lands(case.tree, WORKSPACE, path) != (*WORKSPACE, *path.split("/")))
    return next((f"{path} isn't" for path in by_link), None)


def found_alike(case: Looked) -> str | None:
    """PKG-1, FENCE-9: packages are the directories with a marker that the entries name or match, by entry and then by
    path, each by the path that comes first; and the search is refused exactly if such a directory, a marker that is
    looked at, or what is fixed in an entry lies outside."""
    expected = _expected(case)
    if isinstance(case.found, Refusal):
        return None if expected is None else f"refused by {case.found.clauses}, and there are {expected}"
    found = [one.path for one in case.found]
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def nothing_is_refused(case: Looked) -> str | None:
    """Witness: no search is refused."""
    return f"refused by {case.found.clauses}" if isinstance(case.found, Refusal) else None


# --- the second reading ----------------------------------------------------------------------------------------------


def _expected(case: Looked) -> list[str] | None:
    """The paths of the packages, or None if something lies outside."""
    if not all(_is_within(case, _fixed(entry)) for entry in case.members):
        return None
    found: dict[Place, str] = {}
    for entry in case.members:
        start, parts = "/" if entry.startswith("/") else ".", _parts(entry)
        for path in sorted(set(_expanded(case.tree, start, parts))):
            place = _directory(case.tree, path)
            if place is None:
                continue
            has_marker = node_at(case.tree, (*place, MARKER)) is not None
            if not _is_within(case, f"{path}/{MARKER}" if has_marker else path):
                return None
            if not inside(place, case.bounds):
                return None
            if has_marker:
                found.setdefault(place, path)
    return list(found.values())


def _parts(entry: str) -> list[str]:
    return [part for part in entry.split("/") if part not in ("", ".")]


def _fixed(entry: str) -> str:
    """An entry up to its first component with a star."""
    fixed = "/".join(takewhile(lambda part: "*" not in part, _parts(entry)))
    return f"/{fixed}" if entry.startswith("/") else fixed or "."


def _is_within(case: Looked, path: str) -> bool:
    place = lands(case.tree, WORKSPACE, path)
    return place is not None and inside(place, case.bounds)


def _directory(tree: Dir, path: str) -> Place | None:
    """The place of the directory that a path from the workspace leads to, all on the way being there; else None."""
    parts, place = path.split("/"), () if path.startswith("/") else WORKSPACE
    for _ in range(LINKS_AND_NAMES):
        if not isinstance(node_at(tree, place), Dir):
            return None
        if not parts:
            return place
        first, *parts = parts
        if first == "..":
            place = place[:-1]
        elif first not in ("", "."):
            there = node_at(tree, (*place, first))
            if isinstance(there, Link):
                parts = [*there.target.split("/"), *parts]
                place = () if there.target.startswith("/") else place
            else:
                place = (*place, first)
    return None


def _expanded(tree: Dir, path: str, parts: list[str]) -> Iterator[str]:
    """The paths that a pattern's components lead to from what a path leads to; only those that are there."""
    place = _directory(tree, path)
    node = None if place is None else node_at(tree, place)
    if not parts:
        yield path
    elif not isinstance(node, Dir):
        return
    elif parts[0] not in ("*", "**"):
        if parts[0] == ".." or parts[0] in dict(node.entries):
            yield from _expanded(tree, _joined(path, parts[0]), parts[1:])
    else:
        if parts[0] == "**":
            yield from _expanded(tree, path, parts[1:] or ["*"])
        for name, child in node.entries:
            if parts[0] == "*":
                yield from _expanded(tree, _joined(path, name), parts[1:])
            elif isinstance(child, Dir):
                yield from _expanded(tree, _joined(path, name), parts)


def _joined(path: str, name: str) -> str:
    return name if path == "." else f"/{name}" if path == "/" else f"{path}/{name}"
