"""Which package depends on which, in which order they come, and what a change affects: on every small graph (PKG)."""

from __future__ import annotations

import posixpath
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations, pairwise, permutations, product

from tsr_model import packages
from tsr_model.packages import Ecosystem, Package
from tsr_proofs.closure import closure

NAMES = ("q", "p", "s", "r")
"""Paths of packages, in an order that is not theirs."""

# --- what manifests declare (PKG-6) ----------------------------------------------------------------------------------

SPELLINGS = ("a", "a_.B", "A-b")
"""Names of which the last two are one to python."""


@dataclass(slots=True)
class Declaring:
    """Some packages, with their names and the names that they need."""

    packages: tuple[Package, ...]

    def __str__(self) -> str:
        return "; ".join(
            f"{one.path} ({one.ecosystem}) named {one.name} needs {', '.join(one.needs) or 'nothing'}"
            for one in self.packages
        )


def declaring(count: int, ecosystems: tuple[Ecosystem, ...], most: int) -> Iterator[Declaring]:
    """Every so many packages of these ecosystems, with a name or none, each of which needs up to so many names."""
    names = SPELLINGS if len(ecosystems) > 1 else SPELLINGS[:2]
    lists = [needs for length in range(most + 1) for needs in combinations((*names, "none"), length)]
    one = list(product(ecosystems, (None, *names), lists))
    for chosen in product(one, repeat=count):
        yield Declaring(tuple(Package(path, *said) for path, said in zip(NAMES, chosen, strict=False)))


def depends_by_names(case: Declaring) -> str | None:
    """PKG-6, PKG-3: a package depends on each other one, and never on itself, whose name it needs: as it
    stands, or as python normalises it if the other is a package of python; by path."""
    found = packages.depends(case.packages)
    expected = {
        one.path: tuple(sorted(other.path for other in case.packages if other is not one and _needs(one, other)))
        for one in case.packages
    }
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def _needs(one: Package, other: Package) -> bool:
    if other.ecosystem == "python" and other.name is not None:
        return _folded(other.name) in map(_folded, one.needs)
    return other.name in one.needs


def _folded(name: str) -> str:
    """The name as PEP 503 has it, letter by letter."""
    letters = ""
    for letter in name:
        mark = letter in "-_."
        letters += "" if mark and letters.endswith("-") else "-" if mark else letter.lower()
    return letters


def names_are_one_packages(case: Declaring) -> str | None:
    """Witness: a name leads to one package at most."""
    found = packages.depends(case.packages)
    wide = next((path for path, others in found.items() if len(others) > 1), None)
    return None if wide is None else f"{wide} needs {found[wide]}"


# --- graphs (PKG-12, PKG-13, GIT-3) ----------------------------------------------------------------------------------


@dataclass(slots=True)
class Graph:
    """Which packages each one depends on, and some of them."""

    depends: dict[str, tuple[str, ...]]
    chosen: tuple[str, ...]

    def __str__(self) -> str:
        needs = "; ".join(f"{one} needs {', '.join(others)}" for one, others in self.depends.items() if others)
        return f"{len(self.depends)} packages; {needs or 'no dependencies'}; chosen: {', '.join(self.chosen) or 'none'}"


def graphs(count: int) -> Iterator[dict[str, tuple[str, ...]]]:
    """Every graph of so many packages, none of which depends on itself by itself."""
    names = NAMES[:count]
    lists = [_subsets(tuple(sorted(set(names) - {name})), count) for name in names]
    for chosen in product(*lists):
        yield dict(zip(names, chosen, strict=True))


def _subsets(names: tuple[str, ...], most: int) -> list[tuple[str, ...]]:
    return [chosen for count in range(min(most, len(names)) + 1) for chosen in combinations(names, count)]


def chosen(count: int, most: int) -> Iterator[Graph]:
    """Every graph of so many packages, with each choice of up to `most` of them."""
    for depends in graphs(count):
        yield from (Graph(depends, some) for some in _subsets(NAMES[:count], most))


def ordered_alike(case: Graph) -> str | None:
    """PKG-12: packages come in the smallest order by path of those in which each stands behind what it depends on; all
    but those that lead to a circle."""
    if case.chosen:
        return None
    found, expected = packages.topological(case.depends), smallest_order(case.depends)
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def smallest_order(depends: Mapping[str, Collection[str]]) -> tuple[str, ...]:
    """The second reading of the order: of all permutations of those that can be ordered, the first that is one."""
    leads = closure(depends)
    looped = {one for one in depends if one in leads[one]}
    free = sorted(one for one in depends if one not in looped and looped.isdisjoint(leads[one]))
    return next(way for way in permutations(free) if _is_order(way, depends))


def _is_order(way: tuple[str, ...], depends: Mapping[str, Collection[str]]) -> bool:
    return all(set(depends[one]) <= set(way[:at]) for at, one in enumerate(way))


def by_path_alone(case: Graph) -> str | None:
    """Witness: packages come by path."""
    found = packages.topological(case.depends)
    return None if list(found) == sorted(found) else f"{found}"


def circle_iff_there_is_one(case: Graph) -> str | None:
    """PKG-13: a circle is found exactly if a package is or leads to one that depends on itself, and what is shown is
    one."""
    found, leads = packages.circle(case.depends, case.chosen), closure(case.depends)
    reached = {*case.chosen}.union(*(leads[one] for one in case.chosen))
    if (found is not None) != any(one in leads[one] for one in reached):
        return f"the model: {found}"
    if found is None:
        return None
    steps = pairwise(found)
    shown = len(found) > 1 and found[0] == found[-1] and all(there in case.depends[here] for here, there in steps)
    return None if shown and set(found) <= reached else f"no circle: {found}"


def no_circle(case: Graph) -> str | None:
    """Witness: no packages depend on each other in a circle."""
    found = packages.circle(case.depends, case.chosen)
    return None if found is None else f"{found}"


def affected_alike(case: Graph) -> str | None:
    """GIT-3: affected is what has changed and all that depends on it, through others too, and nothing else; if more has
    changed, no less is affected."""
    found, leads = packages.affected(case.depends, case.chosen), closure(case.depends)
    expected = {one for one in case.depends if one in case.chosen or not leads[one].isdisjoint(case.chosen)}
    if found != expected:
        return f"the model: {sorted(found)}, the second reading: {sorted(expected)}"
    fewer = [[one for one in case.chosen if one != left] for left in case.chosen]
    lost = next((some for some in fewer if not packages.affected(case.depends, some) <= found), None)
    return None if lost is None else f"more is affected by {lost}"


def only_what_changes(case: Graph) -> str | None:
    """Witness: nothing is affected but what has changed."""
    found = packages.affected(case.depends, case.chosen) - set(case.chosen)
    return f"{sorted(found)}" if found else None


# --- which package a file is of (GIT-3) ------------------------------------------------------------------------------


@dataclass(slots=True)
class Held:
    """Some packages, by their paths, and a file."""

    paths: tuple[str, ...]
    file: str

    def __str__(self) -> str:
        return f"packages: {', '.join(self.paths) or 'none'}; file: {self.file}"


PLACES = (".", "a", "ab", "a/b", "a/b/a")
FILES = ("f", "a", "a/f", "ab/f", "a/b", "a/b/f", "a/b/a/f", "b/a/f")


def held() -> Iterator[Held]:
    """Every choice of a few paths, and each of a few files."""
    for paths, file in product(_subsets(PLACES, len(PLACES)), FILES):
        yield Held(paths, file)


def deepest_holds(case: Held) -> str | None:
    """GIT-3: a file is of the deepest package that it lies beneath, and of none if it lies beneath none."""
    found = packages.holder(case.paths, case.file)
    whole = posixpath.join("/", case.file)
    above = [one for one in case.paths if whole.startswith(posixpath.join(posixpath.normpath(f"/{one}"), ""))]
    expected = max(above, key=lambda one: len(posixpath.normpath(f"/{one}")), default=None)
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def root_holds_all(case: Held) -> str | None:
    """Witness: a file is of the root, if that is a package."""
    found = packages.holder(case.paths, case.file)
    return f"it is of {found}" if "." in case.paths and found != "." else None
