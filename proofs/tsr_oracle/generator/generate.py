"""Makes cases: those that try a fence, the guards at load, packages, `run` strings, command lines, and how runs end.

A case is a function of a seed and an index, so that a run is repeated, continued and divided without coordination.
No case names anything outside its world: what it can climb is bounded by the number of `..` in all of its text,
and that is kept below the depth at which worlds are made.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import TypeAlias

from tsr_model import filesystem
from tsr_model.fence import Landing, landing
from tsr_model.names import beneath
from tsr_model.prediction import predict
from tsr_model.world import OTHER as OTHER_PLACE
from tsr_model.world import WORLD as WORLD_PLACE
from tsr_model.world import world
from tsr_oracle.generator.command_lines import command_lines_case
from tsr_oracle.generator.fence import fence_case
from tsr_oracle.generator.guards import guards_case
from tsr_oracle.generator.monorepo import monorepo_case
from tsr_oracle.generator.processes import processes_case
from tsr_oracle.generator.run_strings import run_strings_case
from tsr_spec.case import CaseError, File, Given, Link

MOST_CLIMBS = 9
"""How many `..` a case may hold in all; worlds are made deeper than that."""


Maker: TypeAlias = Callable[[random.Random], Given]

TURNS: tuple[Maker, ...] = (
    *(fence_case, guards_case, fence_case, guards_case, fence_case, run_strings_case, fence_case, guards_case),
    *(fence_case, monorepo_case, fence_case, guards_case, fence_case, guards_case, fence_case, command_lines_case),
    *(fence_case, monorepo_case, fence_case, processes_case),
)
"""Whose turn it is: indexes go round."""


def generate(seed: int, index: int, *, other: bool) -> Given:
    """The case with this index under this seed. `other`: whether a second file system may be part of it."""
    rng = random.Random(f"{seed}/{index}")
    make = TURNS[index % len(TURNS)]
    while True:
        given = fence_case(rng, other=other) if make is fence_case else make(rng)
        if climbs(given) <= MOST_CLIMBS and keeps_within(given):
            return given


def keeps_within(given: Given) -> bool:
    """Whether its links and all that it permits lie in its world: nobody who follows them leaves it.

    Of a case that can't be foretold that is not known.
    """
    try:
        bounds = predict(given).bounds
    except CaseError:
        return False
    places = [] if bounds is None else [bounds.root, *bounds.allowed]
    files = world(given).files
    for number, node in files.nodes.items():
        for name, held in node.entries.items() if isinstance(node, filesystem.Directory) else ():
            if isinstance(files.nodes[held], filesystem.Link):
                landed = landing(files, number, (name,))
                places += [landed.place] if isinstance(landed, Landing) else []
    return all(beneath(place, WORLD_PLACE) or beneath(place, OTHER_PLACE) for place in places)


def climbs(given: Given) -> int:
    """An upper bound of how far above its world a case can name anything: the `..` in all of its text."""
    return sum(text.count("..") for text in texts(given))


def texts(given: Given) -> Iterator[str]:
    """All in which a path may stand."""
    yield from (given.cwd, given.home, *given.argv, *(value for _, value in given.env))
    for entry in given.tree:
        match entry:
            case File(data=text) | Link(target=text):
                yield text
