"""Answers that come in any order, handed on in the order in which they were asked for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Generic, TypeVar

Asked = TypeVar("Asked")
Answer = TypeVar("Answer")


class InOrder(Generic[Asked, Answer]):
    """What was asked, by name, and what has come of it before it was its turn."""

    def __init__(self) -> None:
        self._asked: dict[str, Asked] = {}
        self._early: dict[str, Answer] = {}

    def ask(self, name: str, asked: Asked) -> None:
        """The answer by this name is the next, behind all that were asked for before."""
        self._asked[name] = asked

    def come(self, name: str, answer: Answer) -> Iterator[tuple[Asked, Answer]]:
        """An answer has come: each whose turn it is now, with what was asked."""
        self._early[name] = answer
        while self._asked and (first := next(iter(self._asked))) in self._early:
            yield self._asked.pop(first), self._early.pop(first)

    def rest(self) -> Iterator[tuple[Asked, Answer | None]]:
        """There are no more to come: what was asked and not handed on, with the answer where there is one."""
        while self._asked:
            first = next(iter(self._asked))
            yield self._asked.pop(first), self._early.pop(first, None)
