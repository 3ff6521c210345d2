"""How far the machine is explored: which shapes, with how many descendants, and with which signals."""

from __future__ import annotations

from tsr_model.exit_code import Signal
from tsr_proofs.exhaust import Box
from tsr_proofs.processes import scenarios as runs
from tsr_proofs.processes.exploration import Explored
from tsr_proofs.processes.scenarios import FEW, Scenario, Shape, ways
from tsr_proofs.theorem import Tier
from tsr_proofs.trees import of

ALL_FOUR: frozenset[Signal] = frozenset()
ONE_OR_TWO = (runs.ALONE, runs.BEHIND, runs.IN_A_ROW, runs.SIDE_BY_SIDE)
THREE = (runs.ROW_OF_THREE, runs.BEHIND_TWO, runs.ROW_BESIDE, runs.SHARED, runs.THREE_SIDE_BY_SIDE)


def explored(
    shapes: tuple[Shape, ...],
    descendants: int,
    ignored: frozenset[Signal] = FEW,
    reduced: bool = True,
    ways_of: str = "every way",
) -> Box:
    """All runs of some shapes, in every way, without flags (plain), or in these two: plain, and with both flags."""
    units = max(len(shape.units) for shape in shapes)
    each = f"{of(descendants, 'descendant')} each" if descendants else "no descendants"
    kept = [one for one in ways(shapes, descendants, ignored, reduced) if _is_wanted(one, ways_of)]
    named = ", ".join(shape.says for shape in shapes)
    says = f"runs of {of(units, 'unit')} ({named}), {each}, {of(4 - len(ignored), 'signal')}, {ways_of}"
    return Explored(
        f"{says}{'' if reduced else ', none counted once for another'}", f"{units}U {descendants}D", tuple(kept)
    )


def _is_wanted(scenario: Scenario, ways_of: str) -> bool:
    flags = (not scenario.bail, scenario.strict)
    if ways_of == "plain":
        return flags == (False, False)
    return ways_of == "every way" or flags in ((False, False), (True, True))


_SMALL: tuple[Box, ...] = (
    explored((*ONE_OR_TWO, *THREE), 0),
    explored((runs.ALONE,), 1, ALL_FOUR, reduced=False),
    explored((runs.ALONE, runs.BEHIND), 1),
    explored((runs.ALONE,), 2),
)
RUNS: dict[Tier, tuple[Box, ...]] = {
    "quick": (*_SMALL, explored((runs.SIDE_BY_SIDE,), 1, ways_of="plain and both flags")),
    "full": (
        *_SMALL,
        explored(ONE_OR_TWO, 1, ALL_FOUR),
        explored((runs.BEHIND_TWO, runs.SHARED), 1, ways_of="plain"),
        explored((runs.ROW_OF_THREE,), 1, ways_of="plain and both flags"),
        explored((runs.BEHIND,), 2, ways_of="plain"),
        explored((runs.THREE_SIDE_BY_SIDE,), 1, ways_of="plain"),
    ),
}
HUNTED: tuple[Box, ...] = (
    explored((runs.ALONE,), 0, reduced=False),
    explored((runs.ALONE,), 1, ALL_FOUR, reduced=False),
    explored((runs.BEHIND,), 0, reduced=False),
    explored((runs.SIDE_BY_SIDE,), 0, reduced=False),
    explored((runs.IN_A_ROW,), 0, reduced=False),
    explored((runs.SHARED, runs.ROW_BESIDE), 0, reduced=False),
)
ALIKE: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        explored((runs.ALONE,), 1, reduced=False),
        explored((runs.SIDE_BY_SIDE, runs.BEHIND_TWO), 0, reduced=False),
    ),
    "full": (
        explored((runs.ALONE,), 2, reduced=False),
        explored((runs.SIDE_BY_SIDE, runs.BEHIND_TWO, runs.THREE_SIDE_BY_SIDE), 0, reduced=False),
        explored((runs.SIDE_BY_SIDE,), 1, reduced=False, ways_of="plain"),
    ),
}
SHOWN: tuple[Box, ...] = (HUNTED[1],)
