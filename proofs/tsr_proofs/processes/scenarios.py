"""The runs that are explored: small graphs of units, and the ways to run them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tsr_model.exit_code import Signal
from tsr_model.graph import Dep, Task
from tsr_model.run_machine import Setting


@dataclass(frozen=True, slots=True)
class Shape:
    """Some tasks: `a` is asked for, `units` have a command (in the plan's order), all others are aggregates.

    `alike`: units that may be exchanged for one another; see `reduction`.
    """

    says: str
    deps: tuple[tuple[Task, tuple[Task, ...]], ...]
    units: tuple[Task, ...]
    parallel: frozenset[Task] = frozenset()
    alike: tuple[Task, ...] = ()


def _shape(says: str, deps: str, units: str, parallel: str = "", alike: str = "") -> Shape:
    """`a: b c, b:` in letters: a depends on b and c."""
    pairs = (pair.split(":") for pair in deps.split(","))
    read = tuple((task.strip(), tuple(needed.split())) for task, needed in pairs)
    return Shape(says, read, tuple(units), frozenset(parallel), tuple(alike))


ALONE = _shape("alone", "a:", "a")
BEHIND = _shape("one behind another", "a: b, b:", "ba")
IN_A_ROW = _shape("two in a row", "a: b c, b:, c:", "bc")
ROW_OF_THREE = _shape("three in a row", "a: b c, b:, c:", "bca")
SIDE_BY_SIDE = _shape("two side by side", "a: b c, b:, c:", "bc", "a", "bc")
BEHIND_TWO = _shape("one behind two side by side", "a: b c, b:, c:", "bca", "a", "bc")
ROW_BESIDE = _shape("two in a row beside another", "a: b c, b:, c: d e, d:, e:", "bde", "a")
SHARED = _shape("two behind one", "a: b c, b: d, c: d, d:", "dbc", "a", "bc")
THREE_SIDE_BY_SIDE = _shape("three side by side", "a: b c d, b:, c:, d:", "bcd", "a", "bcd")


@dataclass(frozen=True, slots=True)
class Scenario:
    """A shape, and how it is run. `ignored`: signals that were ignored at entry, which nobody can send then."""

    shape: Shape
    isolated: bool = True
    bail: bool = True
    strict: bool = False
    ignored: frozenset[Signal] = frozenset()
    descendants: int = 1
    reduced: bool = False

    @property
    def setting(self) -> Setting:
        """The same for the machine."""
        deps = {task: tuple(Dep(name) for name in needed) for task, needed in self.shape.deps}
        shape = self.shape
        return Setting(deps, "a", shape.parallel, self.isolated, self.bail, self.strict, self.ignored, self.descendants)

    def __str__(self) -> str:
        flags = ["--no-bail"] * (not self.bail) + ["--strict"] * self.strict
        groups = "a group each" if self.isolated else "the runner's group"
        ignored = f", {' '.join(sorted(self.ignored))} ignored" if self.ignored else ""
        return f"{self.shape.says}: {' '.join((self._tasks(), *flags))} ({groups}{ignored})"

    def _tasks(self) -> str:
        """What each task depends on, `||` where that is parallel, a dot behind the tasks that have a command."""
        signs = {task: " || " if task in self.shape.parallel else " ; " for task, _ in self.shape.deps}
        return " ".join(
            f"{task}{'.' if task in self.shape.units else ''}[{signs[task].join(deps)}]"
            for task, deps in self.shape.deps
            if deps or task == "a"
        )


FEW: frozenset[Signal] = frozenset({"TERM", "QUIT"})
"""Ignored where two signals are enough, INT and HUP: to the machine TERM, HUP and QUIT differ by their codes only."""


def ways(shapes: tuple[Shape, ...], descendants: int, ignored: frozenset[Signal], reduced: bool) -> Iterator[Scenario]:
    """Every way to run each shape: groups of their own or not, `--no-bail`, `--strict`.

    Units side by side have groups of their own (TREE-1). Without descendants, or without groups, `--strict` finds
    nothing to clear.
    """
    for shape, isolated, bail, strict in product(shapes, (True, False), (True, False), (False, True)):
        if (shape.parallel and not isolated) or (strict and not (isolated and descendants)):
            continue
        yield Scenario(shape, isolated, bail, strict, ignored, descendants, reduced)
