"""All texts that a few tokens spell, shortest first."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product


def texts(tokens: tuple[str, ...], most: int) -> Iterator[str]:
    """Every text of up to `most` tokens, each once."""
    made: set[str] = set()
    for count in range(most + 1):
        for chosen in product(tokens, repeat=count):
            text = "".join(chosen)
            if text not in made:
                made.add(text)
                yield text
