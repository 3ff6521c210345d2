"""How many mutants of each module were killed, as it is printed, saved, and shown on the page."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from math import sqrt
from pathlib import Path
from typing import Literal, TypeAlias

WORDS = ("killed", "excused", "survived", "unreached")
"""What becomes of a mutant: a question tells it, there is a reason why none has to, none does, none even reaches it."""

What: TypeAlias = Literal["model", "guards"]

_Z = 1.96
"""Deviations on both sides within which 95 % of a normal distribution are."""


class RatesError(ValueError):
    """What was saved says no rates: says why."""


@dataclass(frozen=True, slots=True)
class Rates:
    """Of `there` mutants these were asked, drawn under a seed if they are fewer: by module, how many came to what.

    `left`: those that nothing told and nothing excuses, as text. `at_first`: what came of all when this sample was
    asked for the first time, before anybody had looked at what survived.
    """

    what: What
    there: int
    seed: int
    modules: dict[str, dict[str, int]]
    left: tuple[str, ...]
    at_first: dict[str, int] = field(default_factory=dict)

    @property
    def all(self) -> dict[str, int]:
        """How many came to what in all modules."""
        return dict(sum(map(Counter, self.modules.values()), Counter[str]()))


def rate(counts: dict[str, int]) -> float | None:
    """The share of the killed among those that are not excused."""
    judged = _judged(counts)
    return counts.get("killed", 0) / judged if judged else None


def at_least(counts: dict[str, int]) -> float | None:
    """What the rate of all mutants is at least, with 95 % confidence, by that of a sample (Wilson's interval)."""
    judged = _judged(counts)
    if not judged:
        return None
    share, square = counts.get("killed", 0) / judged, _Z * _Z
    middle = share + square / (2 * judged)
    spread = _Z * sqrt(share * (1 - share) / judged + square / (4 * judged * judged))
    return (middle - spread) / (1 + square / judged)


def _asked(rates: Rates) -> int:
    return sum(rates.all.values())


def _judged(counts: dict[str, int]) -> int:
    return sum(counts.values()) - counts.get("excused", 0)


def table(rates: Rates) -> list[str]:
    """A line a module, and one of all, as plain text."""
    rows: list[tuple[str, ...]] = [("module", "mutants", *WORDS, "rate")]
    rows += [_row(name, counts) for name, counts in [*rates.modules.items(), ("all", rates.all)]]
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join((row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))))
        for row in rows
    ]


def _row(name: str, counts: dict[str, int]) -> tuple[str, ...]:
    return (
        name,
        *(str(n) for n in (sum(counts.values()), *(counts.get(word, 0) for word in WORDS))),
        percent(rate(counts)),
    )


def percent(share: float | None) -> str:
    """A share as a reader wants it."""
    return "–" if share is None else f"{100 * share:.1f} %"


# --- saved ---------------------------------------------------------------------------------------------------------


def save(rates: Rates, path: Path) -> None:
    """Put them into the file, beside those of the other kind; what came first of a sample stays. Raises RatesError,
    OSError."""
    saved = {one.what: one for one in (read(path) if path.exists() else ())}
    before = saved.get(rates.what)
    again = before is not None and (before.seed, _asked(before)) == (rates.seed, _asked(rates))
    saved[rates.what] = replace(rates, at_first=before.at_first if before and again else rates.all)
    path.write_text(json.dumps([asdict(saved[what]) for what in sorted(saved)], indent=1) + "\n", encoding="utf-8")


def read(path: Path) -> tuple[Rates, ...]:
    """Those that were saved. Raises RatesError, OSError."""
    try:
        return tuple(Rates(**{**one, "left": tuple(one["left"])}) for one in json.loads(path.read_text("utf-8")))
    except (ValueError, TypeError, KeyError) as error:
        raise RatesError(f"{path}: these are no rates of mutants: {error!r}") from None


# --- on the page ---------------------------------------------------------------------------------------------------


def section(every: Iterable[Rates]) -> Iterator[str]:
    """The tables as Markdown, and what is left."""
    for rates in every:
        asked = _asked(rates)
        drawn = "all of them" if asked == rates.there else f"{asked:,} of them, drawn at random (seed {rates.seed})"
        first = rates.at_first or rates.all
        later = f" This sample was looked at since: **{percent(rate(rates.all))}** now." if first != rates.all else ""
        whole = "" if asked == rates.there else f"; of all at least {percent(at_least(first))}, with 95 % confidence"
        yield f"### {_TITLES[rates.what]}\n\n{rates.there:,} mutants; asked: {drawn}."
        yield f"**{percent(rate(first))}** of those that are not excused were killed{whole}.{later}\n"
        yield f"| module | mutants | {' | '.join(WORDS)} | rate |"
        yield "|---|" + "---:|" * (len(WORDS) + 2)
        for name, counts in [*rates.modules.items(), ("all", rates.all)]:
            yield f"| {' | '.join(_row(name, counts))} |"
        yield ""
        if rates.left:
            yield "Nothing has killed these yet, and no reason is known why nothing should:\n"
            yield "```diff\n" + "\n".join(rates.left) + "\n```\n"


_TITLES: dict[What, str] = {"model": "Mutants of the model", "guards": "Mutants of the runner's guards"}
