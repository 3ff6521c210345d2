"""A table of how many mutants of each module were killed, and what is to be done about the others."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tsr_oracle.quality.mutation.excuses import Excuse, is_excused
from tsr_oracle.quality.mutation.fates import Fate
from tsr_oracle.quality.mutation.mutants import Mutant

HEADINGS = ("module", "mutants", "killed", "excused", "survived", "unreached", "rate")


def table(mutants: Sequence[Mutant], fates: Mapping[str, Fate], excuses: Sequence[Excuse]) -> list[str]:
    """A line a module, and one of all; the rate is that of the killed among those that are not excused."""
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        counts.setdefault(mutant.module, Counter())[_word(mutant, fates, excuses)] += 1
    rows = [HEADINGS, *(_row(name, count) for name, count in counts.items())]
    rows.append(_row("all", sum(counts.values(), Counter())))
    widths = [max(len(row[column]) for row in rows) for column in range(len(HEADINGS))]
    return [_aligned(row, widths) for row in rows]


def survivors(mutants: Sequence[Mutant], fates: Mapping[str, Fate], excuses: Sequence[Excuse]) -> list[Mutant]:
    """Those that have to be killed yet, or to be excused."""
    return [mutant for mutant in mutants if _word(mutant, fates, excuses) in ("survived", "unreached")]


def unneeded(mutants: Sequence[Mutant], fates: Mapping[str, Fate], excuses: Sequence[Excuse]) -> list[str]:
    """The excuses by id for what there is no more, or was killed. `mutants` are all of some modules."""
    modules = {mutant.module for mutant in mutants}
    named = {known for excuse in excuses if excuse.where in modules for known in excuse.ids}
    killed = {known for known, fate in fates.items() if fate.word == "killed"}
    return sorted(named - ({mutant.id for mutant in mutants} - killed))


def _word(mutant: Mutant, fates: Mapping[str, Fate], excuses: Sequence[Excuse]) -> str:
    word = fates[mutant.id].word
    return "excused" if word != "killed" and is_excused(mutant, excuses) else word


def _row(name: str, count: Counter[str]) -> tuple[str, ...]:
    total = sum(count.values())
    judged = total - count["excused"]
    rate = f"{100 * count['killed'] / judged:.1f} %" if judged else "–"
    return name, *map(str, (total, *(count[word] for word in HEADINGS[2:-1]))), rate


def _aligned(row: tuple[str, ...], widths: list[int]) -> str:
    others = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)]
    return "  ".join((row[0].ljust(widths[0]), *others))
