"""Where source text names clauses: in a docstring, of a field too, in a comment, or as a text of its own.

The text is read, never run: the packages are found as an import would find them, and nothing of them is imported.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path

ID = re.compile(r"\b[A-Z]+-[A-Z]*\d+\b|\b[A-Z]+-[A-Z]\b")
_RANGE = re.compile(r"\b([A-Z]+)-(\d+) to (?:\1-)?(\d+)\b")


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A module, or something in it, that names a clause: its dotted name, the file and the line."""

    name: str
    file: str
    line: int


def places(package: str) -> dict[str, list[Place]]:
    """The places of a package by the id that they name, in the order of the source; none where it is not installed."""
    found: dict[str, list[Place]] = {}
    for module, file in _modules(package):
        for name, line, ids in sorted(_named(file.read_text("utf-8")), key=lambda named: named[1]):
            place = Place(f"{module}.{name}" if name else module, str(file), line)
            for one in ids:
                if place not in found.setdefault(one, []):
                    found[one].append(place)
    return found


def _modules(package: str) -> Iterator[tuple[str, Path]]:
    spec = find_spec(package)
    for top in (spec.submodule_search_locations or ()) if spec is not None else ():
        for file in sorted(Path(top).rglob("*.py")):
            parts = file.relative_to(top).with_suffix("").parts
            yield ".".join([package, *(part for part in parts if part != "__init__")]), file


def _named(text: str) -> Iterator[tuple[str, int, list[str]]]:
    """What names ids in a module's text: the name within the module ("" for itself), its line, the ids."""
    yield from _within(ast.parse(text), "", 1, _comments(text))


def _comments(text: str) -> dict[int, list[str]]:
    """The ids that comments name, by line."""
    if not any("#" in line and ID.search(line) for line in text.splitlines()):
        return {}
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0]: ids_in(token.string) for token in tokens if token.type == tokenize.COMMENT}


_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def _within(
    node: ast.AST, name: str, line: int, comments: dict[int, list[str]]
) -> Iterator[tuple[str, int, list[str]]]:
    """The ids of one definition, then those of each definition in it. Comments are taken by the innermost one."""
    ids: dict[str, None] = {}
    inner: list[_Definition] = []
    waiting = list(ast.iter_child_nodes(node))
    while waiting:
        one = waiting.pop(0)
        if isinstance(one, _Definition):
            inner.append(one)
            waiting += one.decorator_list
            continue
        if isinstance(one, ast.Constant) and isinstance(one.value, str):
            if ID.fullmatch(one.value):
                ids[one.value] = None
        elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Constant) and isinstance(one.value.value, str):
            ids.update(dict.fromkeys(ids_in(one.value.value)))
            continue
        waiting += ast.iter_child_nodes(one)
    for one in inner:
        here = {at: comments.pop(at) for at in list(comments) if one.lineno <= at <= (one.end_lineno or one.lineno)}
        yield from _within(one, f"{name}.{one.name}" if name else one.name, one.lineno, here)
    ids.update(dict.fromkeys(one for named in comments.values() for one in named))
    if ids:
        yield name, line, list(ids)


def ids_in(text: str) -> list[str]:
    """The ids in a text; `CLI-1 to CLI-4` names those between as well."""
    found = ID.findall(text)
    for chapter, first, last in _RANGE.findall(text):
        found += [f"{chapter}-{number}" for number in range(int(first) + 1, int(last))]
    return found
