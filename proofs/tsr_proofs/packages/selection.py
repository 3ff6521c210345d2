"""What the entries of `packages` select, on every few paths; and that a pattern selects as it would expand (PKG-4)."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

from tsr_model import globs, packages
from tsr_model.filesystem import Directory, FileSystem, Node, Number
from tsr_model.packages import Package

PATHS = (".", ".a", "a", "a/b", "b", "n")
NAME, OF_PYTHON = "n", ("a", "b")
"""A name that is some package's path too; those of python spell it in capitals."""
ENTRIES = ("*", "**", "?", "[ab]*", "**/b", ".*", "a", "./n//", ".", "n")


@dataclass(slots=True)
class Selecting:
    """Some packages, in the order in which `members` lists them, and the entries of a task."""

    packages: tuple[Package, ...]
    entries: tuple[str, ...]

    def __str__(self) -> str:
        listed = ", ".join(f"{one.path}{f' named {one.name}' * bool(one.name)}" for one in self.packages)
        return f"packages: {listed or 'none'}; entries: {list(self.entries)}"


def selecting(packages: int, entries: int) -> Iterator[Selecting]:
    """Every up to so many of a few packages, with a name or none, in order and reversed; and up to so many entries."""
    lists = [chosen for count in range(entries + 1) for chosen in product(ENTRIES, repeat=count)]
    for count in range(packages + 1):
        for paths in combinations(PATHS, count):
            for named in product((False, True), repeat=count):
                there = tuple(_package(path, is_named) for path, is_named in zip(paths, named, strict=True))
                for order in dict.fromkeys((there, there[::-1])):
                    yield from (Selecting(order, chosen) for chosen in lists)


def _package(path: str, named: bool) -> Package:
    is_python = path in OF_PYTHON
    return Package(path, "python" if is_python else "npm", (NAME.upper() if is_python else NAME) if named else None)


def selected_alike(case: Selecting) -> str | None:
    """PKG-4, PKG-3: a list selects what each of its entries means, by entry and then by path, each package once; and
    nothing at all if an entry means none, or there is no entry."""
    found, expected = packages.select(case.packages, case.entries), _expected(case)
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def all_are_selected(case: Selecting) -> str | None:
    """Witness: what selects anything selects all packages."""
    found = packages.select(case.packages, case.entries)
    return None if found is None or len(found) == len(case.packages) else f"only {found}"


def named_alike(case: Selecting) -> str | None:
    """PKG-12: what is typed means the package that has this path, else the first that has this name, else none."""
    for written in case.entries:
        found = packages.named(case.packages, written)
        there = [one.path for one in case.packages if one.path == posixpath.normpath(written)]
        there += [one.path for one in case.packages if _is_called(one, written)]
        if found != (there[0] if there else None):
            return f"'{written}' means {found}, by the second reading {there[:1]}"
    return None


def names_are_paths(case: Selecting) -> str | None:
    """Witness: what is typed is a path."""
    meant = ((written, packages.named(case.packages, written)) for written in case.entries)
    other = ((written, path) for written, path in meant if path and path != posixpath.normpath(written))
    return next((f"'{written}' means {path}" for written, path in other), None)


# --- a pattern and the tree ------------------------------------------------------------------------------------------

NAMES = (".a", "a", "b")
COMPONENTS = ("a", "*", "**", "?", "[ab]", ".*")
FEW_COMPONENTS = ("a", "*", "**")


@dataclass(slots=True)
class Grown:
    """A tree of directories only, by their paths, and a pattern."""

    paths: tuple[str, ...]
    pattern: str

    def __str__(self) -> str:
        return f"directories: {', '.join(self.paths) or 'none'}; pattern: {self.pattern}"

    def files(self) -> FileSystem:
        """The model's file system."""
        numbers: dict[str, Number] = {path: at for at, path in enumerate(("", *self.paths))}
        nodes: dict[Number, Node] = {}
        for path, number in numbers.items():
            inside = {posixpath.basename(other): at for other, at in numbers.items() if _holder(other) == path != other}
            nodes[number] = Directory(inside, numbers[_holder(path)])
        return FileSystem(nodes)


def _holder(path: str) -> str:
    return posixpath.dirname(path)


def grown(directories: int, parts: int, few: bool) -> Iterator[Grown]:
    """Every tree of up to so many directories, two deep, and every pattern of up to so many components."""
    every = [*NAMES, *(f"{above}/{name}" for above, name in product(NAMES, repeat=2))]
    alphabet = FEW_COMPONENTS if few else COMPONENTS
    patterns = ["/".join(chosen) for count in range(1, parts + 1) for chosen in product(alphabet, repeat=count)]
    for count in range(directories + 1):
        for paths in combinations(every, count):
            if all(_holder(path) in ("", *paths) for path in paths):
                yield from (Grown(paths, pattern) for pattern in patterns if globs.is_pattern(pattern))


def selects_as_it_expands(case: Grown) -> str | None:
    """PKG-4, PKG-1: a pattern selects among paths what it would expand to in a tree that has these directories."""
    expanded = globs.matching(case.files(), 0, case.pattern)
    found = tuple(path for path in sorted(case.paths) if globs.selects(case.pattern, path))
    if found != expanded:
        return f"it selects {found}, and expands to {expanded}"
    written = tuple(path for path in sorted(case.paths) if re.fullmatch(expression(case.pattern), path))
    return None if found == written else f"it selects {found}, by the second reading {written}"


def everything_is_matched(case: Grown) -> str | None:
    """Witness: a pattern matches every directory."""
    return None if all(globs.selects(case.pattern, path) for path in case.paths) else "it doesn't"


# --- the second reading: patterns as regular expressions -------------------------------------------------------------


def _expected(case: Selecting) -> tuple[str, ...] | None:
    found: list[str] = []
    for entry in case.entries:
        meant = sorted(one.path for one in case.packages if _means(entry, one, case))
        if not meant:
            return None
        found += [path for path in meant if path not in found]
    return tuple(found) or None


def _means(entry: str, package: Package, case: Selecting) -> bool:
    if set(entry) & set("*?["):
        return re.fullmatch(expression(entry), "" if package.path == "." else package.path) is not None
    if any(one.path == posixpath.normpath(entry) for one in case.packages):
        return package.path == posixpath.normpath(entry)
    return _is_called(package, entry)


def _is_called(package: Package, name: str) -> bool:
    """Names of python's packages are compared in small letters; there are no others in them here."""
    return package.name == (name.upper() if package.ecosystem == "python" else name)


def expression(pattern: str) -> str:
    """The regular expression for the paths that a pattern matches."""
    *above, last = posixpath.normpath(pattern).split("/")
    written = "".join("(?:[^/.][^/]*/)*" if part == "**" else f"{_component(part)}/" for part in above)
    return written + ("(?:[^/.][^/]*/)*[^/.][^/]*" if last == "**" else _component(last))


def _component(part: str) -> str:
    start = "" if part.startswith(".") else "(?=[^/.])"
    return start + part.replace(".", r"\.").replace("*", "[^/]*").replace("?", "[^/]")
