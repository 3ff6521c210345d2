"""What `allow_paths` may and may not do (TIER-G2, TIER-2), as properties of one run under two lists."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass

from tsr_model.fence import Refused
from tsr_proofs.fence.runs import Run, RunBox
from tsr_proofs.trees import Place


@dataclass(slots=True)
class Widened:
    """The same command with and without a further entry in `allow_paths`."""

    narrow: Run
    wide: Run

    def __str__(self) -> str:
        return f"{self.narrow}\nand with `allow_paths` /{'/'.join(self.wide.bounds[-1])}"


@dataclass(frozen=True, slots=True)
class WidenedBox:
    """All runs of a box, each with and without one of the entries."""

    runs: RunBox
    entries: tuple[Place, ...]

    def __str__(self) -> str:
        entries = ", ".join("/" + "/".join(place) for place in self.entries)
        return f"{self.runs}, with and without each of {entries}"

    @property
    def short(self) -> str:
        """The scope in short."""
        return self.runs.short

    def cases(self, index: int, count: int) -> Generator[Widened, None, None]:
        """One of `count` equal shares of the pairs."""
        box = self.runs
        for entry in self.entries:
            wide = RunBox(box.scope, box.commands, box.count, box.parts, box.plain, (*box.allowed, entry), box.cwd)
            both = zip(box.cases(index, count), wide.cases(index, count), strict=True)
            yield from (Widened(narrow, wider) for narrow, wider in both)


def wider_permits_more(pair: Widened) -> str | None:
    """TIER-G2: adding an `allow_paths` entry never refuses what was permitted; removing one never permits what was
    refused."""
    fewer, more = _refusals(pair.wide), _refusals(pair.narrow)
    if fewer and not more:
        return f"'{fewer[0]}' is refused only once more is allowed"
    return None


def only_the_fence_widens(pair: Widened) -> str | None:
    """TIER-2: `allow_paths` widens FENCE and nothing else: a run that it refuses nothing of stays the same."""
    if _refusals(pair.narrow):
        return None
    narrow, wide = pair.narrow.effect, pair.wide.effect
    same = (narrow.status, narrow.stdout, narrow.messages) == (wide.status, wide.stdout, wide.messages)
    return None if same and pair.narrow.after == pair.wide.after else "it does something else once more is allowed"


def wider_changes_nothing(pair: Widened) -> str | None:
    """Witness: an `allow_paths` entry changes nothing."""
    return None if pair.narrow.after == pair.wide.after else "it changes something"


def _refusals(run: Run) -> list[str]:
    return [message.path or "" for message in run.effect.messages if isinstance(message.reason, Refused)]
