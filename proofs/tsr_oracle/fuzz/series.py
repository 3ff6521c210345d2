"""Which cases are run: a function of a seed, a shard and a number, whoever runs them and in how many pieces.

The cases are numbered, and `ROUND` numbers are a round. The even ones are fresh: those that the generator makes, one
after another. The odd ones are changed ones, made of what the pool held when their round began. A shard of `n` gets
every `n`th round, and its pool is its own.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from tsr_model.prediction import predict
from tsr_oracle.fuzz.mutate import mutated
from tsr_oracle.fuzz.pool import Pool
from tsr_oracle.fuzz.traits import traits
from tsr_oracle.generator.generate import generate
from tsr_oracle.team import WorkerError
from tsr_spec.case import Case, Given

ROUND = 100


@dataclass(frozen=True, slots=True)
class Series:
    """The cases of a seed that fall to a shard, (1, 1) where that is all."""

    seed: int
    shard: tuple[int, int] = (1, 1)

    def numbers(self, count: int) -> range:
        """The numbers of the round that comes after `count` others of this shard."""
        which, of = self.shard
        first = (count * of + which - 1) * ROUND
        return range(first, first + ROUND)

    def title(self, number: int) -> str:
        """What a case is called."""
        return f"fuzz, seed {self.seed}, number {number}"

    def round(self, count: int, pool: Pool) -> Iterator[tuple[int, Case]]:
        """The cases of a round, with their numbers. The pool is read as it stood at the start. Raises WorkerError."""
        most = len(pool)
        for number in self.numbers(count):
            try:
                given = self._given(number, pool, most)
            except Exception as error:
                why = f"{type(error).__name__}: {error} ({self.title(number)})"
                raise WorkerError(f"a fault of the oracle itself, please report it: {why}") from error
            yield number, Case(self.title(number), (), given, ())

    def _given(self, number: int, pool: Pool, most: int) -> Given:
        """On hosts without a second file system a case that wants one is skipped, so that the others stay the same."""
        if number % 2 == 0:
            return generate(self.seed, number // 2, other=True)
        rng = random.Random(f"{self.seed}/{number}/changed")
        changed = mutated(rng, pool.pick(rng, most), pool.pick(rng, most))
        return generate(self.seed, -number, other=True) if changed is None else changed


def traits_of(case: Case) -> tuple[str, ...]:
    """The traits of a case that has just been made."""
    return traits(predict(case.given))
