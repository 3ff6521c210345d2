"""All the work of a tier, on several processes: scopes in shares, witnesses and faults, lemmas."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from multiprocessing.pool import Pool
from typing import Any, TypeAlias

from tsr_proofs.exhaust import Box, Hunt, Kill, Share, hunt, study
from tsr_proofs.lemma_check import Lemma, brute_force, check
from tsr_proofs.report import Report, Row, tools
from tsr_proofs.rows import Results, Tally, box_row, exhaustive_row, symbolic_row, tally, translated_row
from tsr_proofs.seeding import Fault, seeded
from tsr_proofs.theorem import Exhaustive, Symbolic, Theorem, Tier, Translated, Users, users_of_boxes
from tsr_proofs.translation import Translation, compare, solve

Progress: TypeAlias = Callable[[str, int, int], None]
"""Called with what has just ended, how many steps have, and how many there are."""


def run(theorems: tuple[Theorem, ...], tier: Tier, jobs: int, progress: Progress | None = None) -> Report:
    """Runs every theorem, its witness and its faults, on so many processes. ValueError: one has no scope."""
    started = time.monotonic()
    unscoped = [theorem.name for theorem in theorems if isinstance(theorem, Exhaustive) and not theorem.boxes.get(tier)]
    if unscoped:
        raise ValueError(f"no scope in the {tier} tier: {', '.join(unscoped)}")
    users = users_of_boxes(theorems, tier)
    results = dict(perform(steps(theorems, users, jobs), jobs, progress or _silent))
    tallies = {box: tally(box, users[box], results) for box in users}
    rows = tuple(_row(theorem, tier, users, tallies, results) for theorem in theorems)
    boxes = tuple(box_row(box, users[box], tallies[box]) for box in users)
    return Report(tier, jobs, rows, boxes, tools(), time.monotonic() - started)


def _row(theorem: Theorem, tier: Tier, users: Users, tallies: dict[Box, Tally], results: Results) -> Row:
    match theorem:
        case Exhaustive():
            return exhaustive_row(theorem, tier, users, tallies, results)
        case Symbolic():
            return symbolic_row(theorem, results)
        case Translated():
            return translated_row(theorem, results)


def _silent(label: str, done: int, steps: int) -> None:
    pass


# --- steps -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of work for a process. `alone`: it needs one that nothing else has run in."""

    key: tuple[object, ...]
    does: Callable[[Any], Any]
    given: Any
    alone: bool = False


def steps(theorems: tuple[Theorem, ...], users: Users, jobs: int) -> list[Step]:
    """All the work of a tier: the boxes in shares, then witnesses and faults, then the lemmas.

    Whoever studies a share makes all cases of its box and takes its own: more shares than processes cost more than they
    spread.
    """
    work: list[Step] = []
    for box, sharers in users.items():
        properties = tuple(theorem.holds for theorem in sharers)
        work += [Step(("share", box, index), study, Share(box, properties, index, jobs)) for index in range(jobs)]
    for theorem in theorems:
        work += _steps_of(theorem)
    return work


def _steps_of(theorem: Theorem) -> Iterator[Step]:
    match theorem:
        case Exhaustive():
            return _exhaustive_hunts(theorem)
        case Symbolic():
            return _symbolic_steps(theorem)
        case Translated():
            return _translated_steps(theorem)


def _exhaustive_hunts(theorem: Exhaustive) -> Iterator[Step]:
    yield Step(("hunt", theorem.name, None), hunt, Hunt(theorem.witness, theorem.hunted))
    for fault in theorem.faults:
        yield Step(("hunt", theorem.name, fault.name), hunt, Hunt(theorem.holds, theorem.hunted, fault))


def _symbolic_steps(theorem: Symbolic) -> Iterator[Step]:
    for fault in theorem.faults:
        yield Step(("hunt", theorem.name, fault.name), brute_hunt, (theorem.holds, fault))
    yield Step(("lemma", theorem.name, "holds"), check, theorem.holds, alone=True)
    yield Step(("lemma", theorem.name, "witness"), check, theorem.witness, alone=True)


def _translated_steps(theorem: Translated) -> Iterator[Step]:
    for fault in theorem.faults:
        yield Step(("hunt", theorem.name, fault.name), compared_hunt, (theorem.holds, fault))
    yield Step(("solved", theorem.name, "holds"), solve, theorem.holds)
    yield Step(("solved", theorem.name, "witness"), solve, theorem.witness)


def compared_hunt(given: tuple[Translation, Fault]) -> Kill:
    """Whether a fault in the model is noticed when the translation is compared with it."""
    translation, fault = given
    started = time.process_time()
    with seeded(fault):
        tried, differing = compare(translation)
    scope = None if differing is None else translation().compared_on
    return Kill(scope, differing, tried, time.process_time() - started)


def brute_hunt(given: tuple[Lemma, Fault]) -> Kill:
    """Whether brute force over small numbers notices a fault in what a lemma is about."""
    lemma, fault = given
    started = time.process_time()
    with seeded(fault):
        tried, counterexample = brute_force(lemma)
    scope = None if counterexample is None else "small numbers"
    return Kill(scope, counterexample, tried, time.process_time() - started)


def perform(work: list[Step], jobs: int, progress: Progress) -> Iterator[tuple[tuple[object, ...], Any]]:
    """Does all the work, on so many processes; the steps that need a fresh process last."""
    done = 0
    for alone in (False, True):
        chosen = [step for step in work if step.alone is alone]
        if not chosen:
            continue
        with _pool(min(jobs, len(chosen)), alone) as pool:
            for index, result in pool.imap_unordered(_do, list(enumerate(chosen))):
                done += 1
                progress(_label(chosen[index]), done, len(work))
                yield chosen[index].key, result
            pool.close()
            pool.join()


def _do(numbered: tuple[int, Step]) -> tuple[int, Any]:
    """Does one. A StopIteration would end the loop over the results, and nobody would miss the others."""
    index, step = numbered
    try:
        return index, step.does(step.given)
    except StopIteration as error:
        raise RuntimeError(f"{_label(step)}: {error!r}") from error


def _pool(jobs: int, alone: bool) -> Pool:
    """Fresh interpreters, since what ran before is not to matter."""
    return multiprocessing.get_context("spawn").Pool(jobs, _begin, maxtasksperchild=1 if alone else None)


def _begin() -> None:
    """A worker leaves Ctrl-C to the one that started it, and when that ends it, clears its scratch directory away."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))


def _label(step: Step) -> str:
    return str(step.key[1])
