"""How many wrong runners are caught: by the vectors alone, by generated cases alone, by both, and how fast."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field, replace
from statistics import median
from typing import Any

from tsr_oracle.classes import Class
from tsr_oracle.progress import Progress
from tsr_oracle.quality.hunt import RESULTS, Hunted, Means, Quarry, Result, serve
from tsr_oracle.team import Team
from tsr_oracle.worker import Setting

SEED = 5
SPANS = (10.0, 60.0, 600.0)
"""Seconds of generation that a score is told for, as far as it was hunted for so long."""
_MEANS: tuple[Means, ...] = ("vectors", "generator")
_ALL_VECTORS = 600.0


class ScoreError(ValueError):
    """What was saved is no score: says why."""


@dataclass(frozen=True, slots=True)
class Score:
    """What became of each fault by each means. `seconds`: how long each was hunted for by generated cases, at least."""

    clauses: str
    seed: int
    seconds: float
    hunted: dict[str, dict[Means, Hunted]] = field(default_factory=dict)

    def of(self, names: Iterable[str]) -> Score:
        """The score of these alone, as far as they were hunted."""
        return replace(self, hunted={name: self.hunted[name] for name in names if name in self.hunted})


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: by which means, how many came to which result, and how fast those that were caught.

    `median`: seconds until they were; `files`: how many the smallest case has, half of them at most. `first`: of all
    that showed as red, how many showed as the right class and clause at once.
    """

    means: str
    results: dict[Result, int]
    median: float | None
    files: float | None
    first: int


def run(names: Iterable[str], score: Score, seconds: float, jobs: int, progress: Progress) -> Iterator[Score]:
    """The score as it grows, with each of these faults that has been hunted by both means for so long.

    A hunt that is in the score and has not come to its end is gone on with. Raises WorkerError.
    """
    left = [quarry for name in names for quarry in _left(score.hunted.get(name, {}), name, seconds, score.seed)]
    waiting = Counter(quarry.known.fault for quarry in left)
    found: dict[str, dict[Means, Hunted]] = {}
    classes: Counter[Class] = Counter()
    with Team(Setting((), None, "ours", score.seed), jobs, serve=serve) as team:
        progress.start(len(left))
        for one in team.ask(left):
            classes[one.worst] += 1
            progress.advance(1, classes)
            waiting[one.fault] -= 1
            found.setdefault(one.fault, {})[one.means] = one
            if not waiting[one.fault]:
                both = score.hunted.get(one.fault, {}) | found[one.fault]
                score = replace(score, hunted=dict(sorted((score.hunted | {one.fault: both}).items())))
                yield score
        progress.stop()
    yield replace(score, seconds=max(score.seconds, seconds))


def _left(known: Mapping[Means, Hunted], name: str, seconds: float, seed: int) -> Iterator[Quarry]:
    """What is to be hunted yet. The vectors are all played at once."""
    if "vectors" not in known:
        yield Quarry(Hunted(name, "vectors"), _ALL_VECTORS, seed)
    last = known.get("generator", Hunted(name, "generator"))
    if last.result != "caught" and last.spent < seconds:
        yield Quarry(last, seconds, seed)


def rows(score: Score) -> list[Row]:
    """The lines of the table: the vectors, the generator for each span, and both."""
    spans = [span for span in SPANS if span < score.seconds] + [score.seconds]
    found = [_row("vectors", [each["vectors"] for each in score.hunted.values()])]
    for span in spans:
        within = [_within(each["generator"], span) for each in score.hunted.values()]
        found.append(_row(f"generator, {span:.0f} s", within))
    return [*found, _row(f"vectors and generator, {spans[-1]:.0f} s", list(map(best, score.hunted.values())))]


def best(each: dict[Means, Hunted]) -> Hunted:
    """By vectors first and generated cases then."""
    vectors, generator = each["vectors"], each["generator"]
    return min(vectors, generator, key=lambda one: RESULTS.index(one.result))


def _within(hunted: Hunted, span: float) -> Hunted:
    """What was known after so many seconds."""
    if hunted.seconds <= span:
        return hunted
    first: Result = hunted.first if hunted.first_at <= span else "missed"
    return Hunted(hunted.fault, hunted.means, first, first)


def _row(means: str, hunted: list[Hunted]) -> Row:
    caught = [one for one in hunted if one.result == "caught"]
    sizes = [one.files for one in caught if one.files is not None]
    return Row(
        means,
        {result: sum(one.result == result for one in hunted) for result in RESULTS},
        median(one.seconds for one in caught) if caught else None,
        median(sizes) if sizes else None,
        sum(one.first == "caught" for one in hunted),
    )


# --- saved ---------------------------------------------------------------------------------------------------------


def to_json(score: Score) -> str:
    """The score as it is saved, one fault a line."""
    head = {"clauses": score.clauses, "seed": score.seed, "seconds": score.seconds}
    lines = [
        f"  {json.dumps(name)}: " + json.dumps({means: _slim(each[means]) for means in _MEANS})
        for name, each in score.hunted.items()
    ]
    return json.dumps(head)[:-1] + ', "faults": {\n' + ",\n".join(lines) + "\n}}\n"


def _slim(hunted: Hunted) -> dict[str, object]:
    return {key: value for key, value in asdict(hunted).items() if key not in ("fault", "means")}


def from_json(text: str) -> Score:
    """The score that was saved. Raises ScoreError."""
    try:
        read = json.loads(text)
        hunted: dict[str, dict[Means, Hunted]] = {
            name: {means: _hunted(name, means, each[means]) for means in _MEANS}
            for name, each in read["faults"].items()
        }
        return Score(read["clauses"], read["seed"], read["seconds"], hunted)
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        raise ScoreError(f"this is no score: {error!r}") from None


def _hunted(fault: str, means: Means, saved: dict[str, Any]) -> Hunted:
    """The first that were saved did not say when they had the first red line: not before the one that they tell of."""
    return Hunted(fault, means, **({"first_at": saved["seconds"]} | saved))
