"""The code that a run ends with, of everything that can have happened in it (EXIT-6)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from tsr_model import exit_code as codes
from tsr_model.exit_code import Failure, Signal

SIGNALS: tuple[Signal, ...] = ("INT", "TERM", "HUP", "QUIT")


@dataclass(slots=True)
class Past:
    """What was seen of a run: signals, failures, and whether there was a runner-level error."""

    signals: tuple[Signal, ...]
    failures: tuple[Failure, ...]
    error: bool

    def __str__(self) -> str:
        failed = [f"{one.status} from {one.began} to {one.ended}" for one in self.failures]
        return f"{' '.join(self.signals) or 'no signal'}; {', '.join(failed) or 'no failure'}{'; error' * self.error}"


def pasts(most: int, times: int) -> Iterator[Past]:
    """Up to two signals, up to so many failures, each with a status of its own, over so many points in time."""
    signals = [found for length in range(3) for found in product(SIGNALS, repeat=length)]
    spans = [(began, ended) for began in range(times) for ended in range(began, times)]
    for length in range(most + 1):
        for chosen, sent, error in product(product(spans, repeat=length), signals, (False, True)):
            yield Past(sent, tuple(Failure(3 + at, *span) for at, span in enumerate(chosen)), error)


def admissible_alike(past: Past) -> str | None:
    """EXIT-6, INT-1, INT-4: the codes that are admitted are those of the second reading: each failure that could have
    been the first, and 64 for an error, unless a signal came, of which the first counts."""
    found = codes.admissible(past.signals, past.failures, past.error)
    return (
        None
        if found == _expected(past)
        else f"the model: {sorted(found)}, the second reading: {sorted(_expected(past))}"
    )


def _expected(past: Past) -> set[int]:
    if past.signals:
        return {{"INT": 130, "TERM": 130, "HUP": 129, "QUIT": 131}[past.signals[0]]}
    return set(_first(past)) | ({64} if past.error else set()) or {0}


def _first(past: Past) -> list[int]:
    """The statuses of the failures that could have been the first: none was over before they began."""
    over = min((one.ended for one in past.failures), default=0)
    return [one.status for one in past.failures if one.began <= over]


def said_is_admissible(past: Past) -> str | None:
    """EXIT-6: what the runner ends with, whichever failure it has noticed first that could have been, is admitted."""
    admitted = codes.admissible(past.signals, past.failures, past.error)
    for status in _first(past) or [0]:
        said = codes.exit_code(past.signals[0] if past.signals else None, status, past.error)
        if said not in admitted:
            return f"exit {said}, not {sorted(admitted)}"
    return None


def one_code_is_admitted(past: Past) -> str | None:
    """Witness: what was seen admits one code only."""
    found = codes.admissible(past.signals, past.failures, past.error)
    return None if len(found) == 1 else f"{sorted(found)}"
