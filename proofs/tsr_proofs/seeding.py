"""Puts a wrong version in the place of a right one, for as long as a block lasts."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class Swap:
    """An attribute of a module of the model (`Effect.content`: of a class in it) and what stands in for it."""

    module: str
    attribute: str
    replacement: Any


@dataclass(frozen=True, slots=True)
class Fault:
    """A wrong version of the model: a name, what is wrong in it, and what is swapped."""

    name: str
    says: str
    swaps: tuple[Swap, ...]


@contextmanager
def seeded(fault: Fault | None) -> Iterator[None]:
    """The model with the fault in it, within the block; None leaves it as it is."""
    kept: list[tuple[Any, str, Any]] = []
    try:
        for swap in () if fault is None else fault.swaps:
            owner: Any = import_module(swap.module)
            *outer, attribute = swap.attribute.split(".")
            for name in outer:
                owner = getattr(owner, name)
            kept.append((owner, attribute, getattr(owner, attribute)))
            setattr(owner, attribute, swap.replacement)
        yield
    finally:
        for owner, attribute, original in reversed(kept):
            setattr(owner, attribute, original)
