"""Tells what became of the mutants that were asked, and which reasons are needed no more."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from tsr_oracle.quality.mutation.excuses import Excuse, is_excused, is_left_alone
from tsr_oracle.quality.mutation.fates import Fate
from tsr_oracle.quality.mutation.mutants import Mutant


def tally(mutants: Sequence[Mutant], fates: Mapping[str, Fate], excuses: Sequence[Excuse]) -> dict[str, dict[str, int]]:
    """How many of each module came to what."""
    counts: dict[str, Counter[str]] = {}
    for mutant in mutants:
        counts.setdefault(mutant.module, Counter())[_word(mutant, fates, excuses)] += 1
    return {module: dict(count) for module, count in counts.items()}


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
    if is_left_alone(mutant, excuses):
        return "excused"
    word = fates[mutant.id].word
    return "excused" if word != "killed" and is_excused(mutant, excuses) else word
