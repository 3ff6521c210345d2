"""The mutants of a module: its text with one small thing changed, as mutmut's operators change it.

Only the operators are mutmut's. Its runner starts a test suite for each mutant, which for us means thousands of starts
of a second each; ours ask one case after the other, where everything is imported already. And it leaves out decorated
functions, so the walk here is our own.
"""

from __future__ import annotations

import hashlib
import textwrap
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import takewhile
from pathlib import Path

import libcst as cst
from libcst.metadata import CodeRange, MetadataWrapper, PositionProvider, WhitespaceInclusivePositionProvider
from mutmut.mutation.mutators import mutation_operators

_LEFT_ALONE = (cst.Annotation, cst.Decorator, cst.Parameters, cst.Import, cst.ImportFrom)
"""What says types, or is evaluated once while the module is imported."""


@dataclass(frozen=True)
class Mutant:
    """A module with one change in a function. `first` is the line that the function begins with, decorators included.

    `before` and `after`: what the changed lines are, without what is the same at both ends of them. `nth`: of those in
    the function that read the same.
    """

    module: str
    path: Path
    function: str
    first: int
    line: int
    before: str
    after: str
    nth: int
    text: str

    @cached_property
    def id(self) -> str:
        """A name that survives edits elsewhere in the module."""
        parts = (self.module, self.function, self.before, self.after, str(self.nth))
        return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:12]

    def __str__(self) -> str:
        return f"{self.id} {self.module}:{self.line} {self.function}\n    - {self.before}\n    + {self.after}"


def mutants_of(module: str, path: Path) -> Iterator[Mutant]:
    """Every mutant of a module, in the order of its text."""
    text = path.read_text(encoding="utf-8")
    walk = _Walk(text)
    MetadataWrapper(cst.parse_module(text)).visit(walk)
    seen: Counter[tuple[str, str, str]] = Counter()
    for change in walk.changes:
        before, after = _changed_lines(text, change.text)
        known = (change.function, before, after)
        yield Mutant(module, path, change.function, change.first, change.line, before, after, seen[known], change.text)
        seen[known] += 1


def sample(mutants: Iterable[Mutant], size: int | None, seed: int) -> list[Mutant]:
    """So many of them, as if drawn at random, in order; all of them where no size is given.

    A mutant is in the sample or not whatever other ones there are, save a few at its edge.
    """
    every = list(mutants)
    lots = {mutant.id: hashlib.sha256(f"{seed} {mutant.id}".encode()).digest() for mutant in every}
    chosen = set(sorted(lots, key=lots.__getitem__)[:size])
    return [mutant for mutant in every if mutant.id in chosen]


@dataclass(frozen=True)
class _Change:
    function: str
    first: int
    line: int
    text: str


class _Walk(cst.CSTVisitor):
    """Goes through a module and notes each text that an operator makes of a piece of a function."""

    METADATA_DEPENDENCIES = (PositionProvider, WhitespaceInclusivePositionProvider)

    def __init__(self, text: str) -> None:
        super().__init__()
        self.changes: list[_Change] = []
        self._lines = text.splitlines(keepends=True)
        self._names: list[str] = []
        self._first = 0
        self._functions = 0

    def on_visit(self, node: cst.CSTNode) -> bool:
        if isinstance(node, _LEFT_ALONE):
            return False
        if isinstance(node, cst.FunctionDef | cst.ClassDef):
            self._names.append(node.name.value)
        if isinstance(node, cst.FunctionDef):
            self._functions += 1
            if self._functions == 1:
                self._first = self._first_line(node)
        elif self._functions:
            self._note(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        if isinstance(original_node, cst.FunctionDef | cst.ClassDef):
            self._names.pop()
            self._functions -= isinstance(original_node, cst.FunctionDef)

    def _first_line(self, function: cst.FunctionDef) -> int:
        line: int = self._at(function.decorators[0] if function.decorators else function).start.line
        return line

    def _at(self, node: cst.CSTNode) -> CodeRange:
        at: CodeRange = self.get_metadata(PositionProvider, node)
        return at

    def _note(self, node: cst.CSTNode) -> None:
        for kind, operator in mutation_operators:
            if isinstance(node, kind):
                for changed in operator(node):
                    change = self._with(node, changed)
                    self.changes.append(_Change(".".join(self._names), self._first, self._at(node).start.line, change))

    def _with(self, node: cst.CSTNode, changed: cst.CSTNode) -> str:
        """The text with the node changed."""
        at: CodeRange = self.get_metadata(WhitespaceInclusivePositionProvider, node)
        start, end = at.start, at.end
        piece = cst.Module([]).code_for_node(changed)
        if isinstance(node, cst.Match):  # it has lines of its own, and they are printed as if nothing were around
            piece = textwrap.indent(piece, " " * self._at(node).start.column)
        head = [*self._lines[: start.line - 1], self._lines[start.line - 1][: start.column]]
        return "".join([*head, piece]) + "".join(self._lines[end.line - 1 :])[end.column :]


def _changed_lines(old: str, new: str) -> tuple[str, str]:
    """What of two texts is between the lines that are the same at both ends, without the indent."""
    olds, news = old.splitlines(), new.splitlines()
    head = _common(olds, news)
    tail = _common(olds[head:][::-1], news[head:][::-1])
    return _joined(olds[head : len(olds) - tail]), _joined(news[head : len(news) - tail])


def _common(some: list[str], others: list[str]) -> int:
    """How many lines are the same from the beginning."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(some, others, strict=False)))


def _joined(lines: list[str]) -> str:
    return "\n".join(line.strip() for line in lines)
