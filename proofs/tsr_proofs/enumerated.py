"""A scope that one function enumerates."""

from __future__ import annotations

from collections.abc import Callable, Generator, Hashable, Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any


@dataclass(frozen=True, slots=True)
class Enumerated:
    """All cases that `make` gives for `given`, smallest first; says itself in words and in short."""

    says: str
    short: str
    make: Callable[..., Iterator[Any]]
    given: tuple[Hashable, ...] = ()

    def __str__(self) -> str:
        return self.says

    def cases(self, index: int, count: int) -> Generator[Any, None, None]:
        """One of `count` equal shares of the cases."""
        yield from islice(self.make(*self.given), index, None, count)
