"""Checks properties on every case of a box, a share at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import closing
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

from tsr_proofs.seeding import Fault, seeded

Property: TypeAlias = Callable[[Any], "str | None"]
"""None where the case is as it should be, else what is wrong."""


class Box(Protocol):
    """A finite scope: says itself in words and in short, and gives its cases in equal shares."""

    @property
    def short(self) -> str:
        """The scope in the letters of the evidence page: N nodes, A names, T target parts, L operand parts."""

    def cases(self, index: int, count: int) -> Generator[Any, None, None]:
        """The cases of one of `count` equal shares."""


@dataclass(frozen=True, slots=True)
class Share:
    """One share of a box, and the properties to be checked on every case in it."""

    box: Box
    properties: tuple[Property, ...]
    index: int
    count: int


@dataclass(frozen=True, slots=True)
class Found:
    """What a share came to: its number of cases, the first counterexample of each property, its CPU seconds.

    `after`: how many cases of the share came before each counterexample. `moves`: where the cases are states of a
    machine, how many moves lead from them.
    """

    cases: int
    counterexamples: tuple[str | None, ...]
    seconds: float
    after: tuple[int, ...]
    moves: int = 0


def study(share: Share) -> Found:
    """Checks every property on every case of the share; a property that is refuted is left alone from then on."""
    started = time.process_time()
    cases = moves = 0
    counterexamples: list[str | None] = [None] * len(share.properties)
    after = [0] * len(share.properties)
    open_ones = list(enumerate(share.properties))
    with closing(share.box.cases(share.index, share.count)) as every:
        for case in every:
            cases += 1
            moves += len(getattr(case, "moves", ()))
            for index, holds in open_ones:
                wrong = holds(case)
                if wrong is not None:
                    counterexamples[index], after[index] = f"{case}\n{wrong}", cases - 1
                    open_ones = [(other, kept) for other, kept in open_ones if other != index]
    return Found(cases, tuple(counterexamples), time.process_time() - started, tuple(after), moves)


@dataclass(frozen=True, slots=True)
class Hunt:
    """A property that is to be refuted: with a fault seeded, or as it is; smallest box first."""

    holds: Property
    boxes: tuple[Box, ...]
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Kill:
    """The first counterexample that a hunt came upon and the box that had it; `box` is None when there was none."""

    box: str | None
    counterexample: str | None
    cases: int
    seconds: float


def hunt(wanted: Hunt) -> Kill:
    """Looks for a counterexample, box by box; a wrong version that falls over counts, if it never does wrong."""
    started = time.process_time()
    cases = 0
    fallen: tuple[str | None, str | None] = (None, None)
    with seeded(wanted.fault):
        for box in wanted.boxes:
            case: object = "nothing yet"
            try:
                with closing(box.cases(0, 1)) as every:
                    for case in every:
                        cases += 1
                        wrong = wanted.holds(case)
                        if wrong is not None:
                            return Kill(str(box), f"{case}\n{wrong}", cases, time.process_time() - started)
            except (AssertionError, RecursionError) as error:
                if fallen == (None, None):
                    fallen = (str(box), f"after this case:\n{case}\nit falls over: {type(error).__name__} {error}")
    return Kill(*fallen, cases, time.process_time() - started)
