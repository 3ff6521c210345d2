"""What those who make cases have in common: numbers of chance, drawn in order."""

from __future__ import annotations

import random
from typing import TypeVar

T = TypeVar("T")


class Chance:
    """Makes one case with the numbers that the generator of chance gives."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng

    def chance(self, probability: float) -> bool:
        """True as often as that."""
        return self.rng.random() < probability

    def pick(self, *options: T) -> T:
        """One of the options."""
        return self.rng.choice(options)
