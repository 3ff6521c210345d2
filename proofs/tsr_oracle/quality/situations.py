"""How often the generator makes each situation that a flag names: what never comes can't be found wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tsr_model.prediction import predict
from tsr_oracle.vectors.flags import flags, flags_of
from tsr_spec.case import Given

SELDOM = 2_000
"""A situation that comes less often than once in so many cases is not tried by a run of some thousand."""


@dataclass(frozen=True, slots=True)
class Situations:
    """In how many cases each situation was come upon, by its flag, the rarest first; none of them is left out."""

    cases: int
    counts: dict[str, int]

    def seldom(self) -> list[str]:
        """The flags that are rarer than once in `SELDOM` cases."""
        return [name for name, count in self.counts.items() if count * SELDOM < self.cases]


def situations(givens: Iterable[Given]) -> Situations:
    """Counts the situations of these cases, which are foretold one by one."""
    found: Counter[str] = Counter()
    cases = 0
    for given in givens:
        found.update(flags_of(given, predict(given)))
        cases += 1
    rarest = sorted(flags(), key=lambda name: (found[name], name))
    return Situations(cases, {name: found[name] for name in rarest})


def section(counted: Situations, rows: int = 12) -> Iterator[str]:
    """The part of the page: how many there are, and so many of the rarest."""
    yield "## Situations\n"
    yield (
        f"{counted.cases:,} generated cases, and in how many of them each of the {len(counted.counts)} situations of "
        f"`flags.toml` is. The generator is steered so that none is rarer than 1 in {SELDOM:,}. Rarer are: "
        f"{', '.join(counted.seldom()) or 'none'}. The rarest:\n"
    )
    yield "| situation | cases |"
    yield "|---|---:|"
    yield from (f"| {name} | {count:,} |" for name, count in list(counted.counts.items())[:rows])
    yield ""
