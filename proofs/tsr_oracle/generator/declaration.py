"""What a manifest is to declare, and what those who write manifests have in common."""

from __future__ import annotations

import random
from dataclasses import dataclass

from tsr_oracle.generator.chance import Chance, T
from tsr_spec.example import toml

MOST_UPWARDS = 3
"""How many `..` may stand in all the manifests of a case: `climbs` counts them, although nobody follows them."""


@dataclass(frozen=True, slots=True)
class Declaration:
    """The name of a package, None where it has none, and the names that it needs.

    `others` are names that its manifest may well mention, in places where they are no dependencies.
    """

    name: str | None
    needs: tuple[str, ...] = ()
    others: tuple[str, ...] = ()


class Writer(Chance):
    """Writes the manifests of one case with the numbers that the generator of chance gives."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self._upwards = MOST_UPWARDS

    def upwards(self, name: str) -> str:
        """A path to a neighbour, or to something beneath where there were enough of those."""
        if self._upwards == 0 or self.chance(0.5):
            return f"./{name}"
        self._upwards -= 1
        return f"../{name}"

    def shuffled(self, items: list[T]) -> list[T]:
        """The same in another order."""
        return self.rng.sample(items, len(items))

    def quoted(self, text: str) -> str:
        """A string of TOML, in one of its two kinds of quotes."""
        return toml(text) if self.chance(0.7) or "'" in text else f"'{text}'"

    def key(self, name: str) -> str:
        """A key of TOML: bare where it may be, mostly."""
        bare = name.replace("-", "").replace("_", "").isalnum() and name.isascii()
        return name if bare and self.chance(0.85) else self.quoted(name)
