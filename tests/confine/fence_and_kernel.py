"""The fence and the kernel, asked of the same places with the same roots, on trees that are drawn (CONF-G3).

Usage: fence_and_kernel.py FILE [JOBS] [--trees N] [--seed N]

Each operation is tried by a process without a boundary first, and taken back: what can't be done at all says nothing.
Then a process within the boundary of the roots tries the same, and the fence with the same bounds is asked what it
says of the places, in the roles that the operation has (FENCE-4). Writes a record to FILE. Exit code 1 where they
differ; the smallest tree that shows it is printed.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections import Counter
from dataclasses import dataclass, field
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random
from typing import Any

from both_answers import ACROSS, BENEATH, OUTSIDE, ROOT, Compared, compare, made
from compared_operations import OPERATIONS
from compared_trees import Check, Tree, draw, draw_operand
from not_covered import table

import tsr_landlock

TREES = 1000
CHECKS = 100  # of a tree; most can't be done


@dataclass
class Tally:
    """What came of the checks of some trees."""

    trees: int = 0
    places: int = 0
    sides: Counter[tuple[str, str]] = field(default_factory=Counter)  # by operation and side
    at_roots: Counter[tuple[str, str, str]] = field(default_factory=Counter)  # by operation, and both answers
    known: Counter[str] = field(default_factory=Counter)
    different: list[tuple[Tree, Compared]] = field(default_factory=list)

    def count(self, tree: Tree, compared: list[Compared]) -> None:
        """Take in what came of one tree."""
        self.trees += 1
        self.places += len({one for each in compared if each.side != ROOT for one in each.places})
        for one in compared:
            if one.known:
                self.known[one.known] += 1
            elif one.side == ROOT:
                self.at_roots[one.check.operation, one.kernel, one.fence] += 1
            else:
                self.sides[one.check.operation, one.side] += 1
        self.different += [(tree, one) for one in compared if one.differs()]

    def add(self, other: Tally) -> None:
        self.trees += other.trees
        self.places += other.places
        self.sides.update(other.sides)
        self.at_roots.update(other.at_roots)
        self.known.update(other.known)
        self.different += other.different


def play(seed: int, number: int) -> Tally:
    """Draw one tree, and all that is asked of it."""
    chance = Random(f"{seed}/{number}")
    tree, tally = draw(chance), Tally()
    with made(tree) as top:
        compared = compare(tree, draw_checks(chance, tree, top), top)
    tally.count(tree, compared)
    return tally


def play_all(seed: int, trees: int, jobs: int) -> Tally:
    """All trees, shared by so many processes; with pipes alone, as a pool takes what no boundary leaves writable."""
    context = get_context("fork")
    ends, whole = [], Tally()
    for job in range(jobs):
        end, told = context.Pipe(duplex=False)
        context.Process(target=_play_share, args=(told, seed, range(job, trees, jobs)), daemon=True).start()
        told.close()
        ends.append(end)
    for end in ends:
        whole.add(end.recv())
    return whole


def _play_share(told: Connection, seed: int, numbers: range) -> None:
    share = Tally()
    for number in numbers:
        share.add(play(seed, number))
    told.send(share)


def draw_checks(chance: Random, tree: Tree, top: str) -> list[Check]:
    """Operations, with names that lead to the places in the tree as it comes."""
    start = f"{top}/{tree.roots[0]}"
    often = [len(one.roles) ** 2 for one in OPERATIONS.values()]  # with two names there is more that can be in the way
    drawn = []
    for operation in chance.choices(list(OPERATIONS.values()), often, k=CHECKS):
        first = [draw_operand(chance, start, top) for _ in operation.roles[1:]]
        drawn.append(Check(operation.name, (*first, draw_operand(chance, start, top, operation.likely))))
    return drawn


def smallest(tree: Tree, found: Compared) -> tuple[Tree, Compared]:
    """The same difference in a tree of which nothing can be left away."""
    parts = [*tree.entries, *tree.roots[1:]]
    for part in reversed(parts):
        entries = tuple(entry for entry in tree.entries if entry != part)
        fewer = Tree(entries, tuple(root for root in tree.roots if root != part))
        again = _differs(fewer, found.check)
        if again:
            tree, found = fewer, again
    return tree, found


def _differs(tree: Tree, check: Check) -> Compared | None:
    try:
        with made(tree) as top:
            return next((one for one in compare(tree, [check], top) if one.differs()), None)
    except OSError:  # something that is left leads over what was left away
        return None


def shown(tree: Tree, found: Compared) -> str:
    """A difference and the tree that it was seen in."""
    words = " ".join((found.check.operation, *found.check.operands))
    lines = [f"{words}: {found.side}; the kernel: {found.kernel}, the fence: {found.fence}"]
    lines += [f"  root {root}" for root in tree.roots]
    lines += [
        f"  {entry.kind} {entry.path}" + (f" -> {entry.target}" if entry.target else "") for entry in tree.entries
    ]
    return "\n".join(lines)


def shown_smallest(tally: Tally) -> str:
    """One of the differences, as small as it gets; empty if there is none."""
    found = sorted(tally.different, key=lambda one: len(one[0].entries))
    return shown(*smallest(*found[0])) if found else ""


def record(tally: Tally, seed: int) -> dict[str, Any]:
    """What is kept of it."""
    checks = {
        name: {side: tally.sides[name, side] for side in (BENEATH, OUTSIDE, ACROSS) if tally.sides[name, side]}
        for name in OPERATIONS
    }
    at_roots = [
        {"operation": name, "kernel": kernel, "fence": fence, "checks": number}
        for (name, kernel, fence), number in sorted(tally.at_roots.items())
    ]
    return {
        "kernel": os.uname().release,
        "abi": tsr_landlock.abi(),
        "seed": seed,
        "trees": tally.trees,
        "places": tally.places,
        "checks": checks,
        "different": len(tally.different),
        "smallest": shown_smallest(tally),
        "known": dict(sorted(tally.known.items())),
        "at_roots": at_roots,
        "not_covered": table(),
    }


def main(words: list[str]) -> int:
    """0, or 1 where they differ."""
    assert __doc__
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("jobs", type=int, nargs="?", default=1)
    parser.add_argument("--trees", type=int, default=TREES)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args(words)
    if not tsr_landlock.abi():
        print("✗ error: this kernel has no Landlock, and the record is about it", file=sys.stderr)
        return 64
    tally = play_all(asked.seed, asked.trees, asked.jobs)
    held = record(tally, asked.seed)
    asked.file.write_text(json.dumps(held, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    if tally.different:
        print(held["smallest"])
    print(f"{sum(tally.sides.values()):,} checks at {tally.places:,} places of {tally.trees:,} trees")
    return 1 if tally.different else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
