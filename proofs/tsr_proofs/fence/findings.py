"""What one might take for granted and does not hold, under rules that are followed to the letter.

Each is a property that has to be refuted; its counterexample is published. They share their cases with the guarantees.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tsr_model.fence import Refused
from tsr_proofs.fence.runs import Run, RunBox
from tsr_proofs.fence.theorems import outside_is_the_same
from tsr_proofs.trees import NEIGHBOUR, Dir, node_at


@dataclass(slots=True)
class Emptied:
    """The same command, and the same but for an empty neighbour."""

    full: Run
    empty: Run

    def __str__(self) -> str:
        return f"{self.full}\nand the same with /{'/'.join(NEIGHBOUR)} empty"


@dataclass(frozen=True, slots=True)
class EmptiedBox:
    """All runs of a box on trees whose neighbour holds something, each with and without that."""

    runs: RunBox

    def __str__(self) -> str:
        return f"{self.runs}, with the neighbour full and empty"

    @property
    def short(self) -> str:
        """The scope in short."""
        return self.runs.short

    def cases(self, index: int, count: int) -> Generator[Emptied, None, None]:
        """One of `count` equal shares of the pairs."""
        for run in self.runs.cases(index, count):
            if node_at(run.tree, NEIGHBOUR) == Dir():
                continue
            emptied = Dir(tuple((name, Dir() if (name,) == NEIGHBOUR else node) for name, node in run.tree.entries))
            other = self.runs.run(emptied, run.command, run.operands)
            if other is not None:
                yield Emptied(run, other)


def outside_is_not_seen(pair: Emptied) -> str | None:
    """FENCE-2: whether a command that nothing is refused of succeeds does not tell what there is outside.

    It does: what a walk passes through isn't judged, so `../ab/x/../../a` tells whether /ab/x is there.
    """
    for run in (pair.full, pair.empty):
        if any(isinstance(message.reason, Refused) for message in run.effect.messages):
            return None
    full, empty = pair.full.effect.status, pair.empty.effect.status
    return None if full == empty else f"status {full}, and {empty} where the neighbour is empty"


def linked_outside_is_the_same(run: Run) -> str | None:
    """FENCE-14: a file outside stays the same also where a hard link to it lies inside.

    It does not, and isn't promised: a hard link to an outside file is an inside file.
    """
    return outside_is_the_same(run)


def nothing_is_decided_outside(pair: Emptied) -> str | None:
    """No command ends otherwise, by a refusal or not, for what there is outside."""
    same = pair.full.effect.status == pair.empty.effect.status
    return None if same else "it ends otherwise"
