"""The scopes of the theorems about the fence: what each tier goes through, and where faults are hunted."""

from __future__ import annotations

from typing import TypeAlias

from tsr_proofs.exhaust import Box
from tsr_proofs.fence.kernel_conformance import KernelBox, KernelChainBox
from tsr_proofs.fence.operands import FORCED, NONE, ONE, PARENTS, TWO
from tsr_proofs.fence.replay import ReplayBox
from tsr_proofs.fence.runs import RunBox
from tsr_proofs.fence.tier_theorems import WidenedBox
from tsr_proofs.fence.walk_theorems import ChainBox, WalkBox
from tsr_proofs.theorem import Tier
from tsr_proofs.trees import Scope

WITHIN_NEIGHBOUR = (("ab", "a"),)
EVERYTHING = ((),)

SPECIAL_RUNS: tuple[Box, ...] = (
    RunBox(Scope(1, 1), NONE, 1, 1),
    RunBox(Scope(2, 1), FORCED, 1, 2),
    RunBox(Scope(1, 1), PARENTS, 1, 6, plain=True),
    RunBox(Scope(1, 1), ONE + TWO, 3, 1, plain=True),
    RunBox(Scope(1, 1, fifos=True, ends=True), ONE, 1, 2),
    RunBox(Scope(1, 1, fifos=True, ends=True), TWO, 2, 1),
    RunBox(Scope(2, 1), ONE, 1, 2, allowed=WITHIN_NEIGHBOUR),
    RunBox(Scope(2, 1), TWO, 2, 1, plain=True, allowed=WITHIN_NEIGHBOUR),
    RunBox(Scope(2, 1), ONE + TWO, 2, 1, plain=True, allowed=EVERYTHING),
    RunBox(Scope(2, 1), ONE, 1, 2, cwd=("a", "a")),
    RunBox(Scope(2, 1), TWO, 2, 1, cwd=("a", "a")),
)
"""What both tiers go through: deep `mkdir -p`, three operands, FIFOs, `allow_paths`, another working directory."""

RUNS: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        RunBox(Scope(2, 2), ONE, 1, 2, plain=True),
        RunBox(Scope(2, 1), ONE, 1, 2),
        RunBox(Scope(1, 2), TWO, 2, 2, plain=True),
        RunBox(Scope(2, 1), TWO, 2, 1),
        RunBox(Scope(3, 1), TWO, 2, 1, plain=True),
        *SPECIAL_RUNS,
    ),
    "full": (
        RunBox(Scope(3, 2), ONE, 1, 2),
        RunBox(Scope(2, 2), ONE, 1, 3),
        RunBox(Scope(2, 2), TWO, 2, 2, plain=True),
        RunBox(Scope(2, 2), TWO, 2, 1),
        RunBox(Scope(3, 1), TWO, 2, 2, plain=True),
        RunBox(Scope(4, 1), ONE, 1, 2),
        RunBox(Scope(4, 1), TWO, 2, 1, plain=True),
        *SPECIAL_RUNS,
    ),
}


Commands: TypeAlias = tuple[tuple[str, ...], ...]
REMOVALS: Commands = (("rm",), ("rm", "-r"))
MOVES: Commands = (("mv",),)


def _hunted(one: Commands, two: Commands) -> tuple[Box, ...]:
    """Scopes for witnesses and faults: of no node, of one, of two, and within these the cheap ones first."""
    boxes: list[RunBox] = []
    for nodes in range(3):
        short, long = Scope(nodes, 1, exactly=True), Scope(nodes, 2, exactly=True)
        boxes += [
            RunBox(short, one, 1, 1),
            RunBox(long, one, 1, 1, plain=True),
            RunBox(short, two, 2, 1, plain=True),
            RunBox(short, two, 3, 1, plain=True),
            RunBox(short, one, 1, 2, plain=True),
            RunBox(short, one, 1, 2, plain=True, allowed=WITHIN_NEIGHBOUR),
            RunBox(short, two, 2, 1, plain=True, allowed=WITHIN_NEIGHBOUR),
        ]
        if nodes == 2:
            boxes.append(RunBox(short, two, 2, 1))
            continue
        boxes += [
            RunBox(short, one, 1, 3, plain=True),
            RunBox(long, one, 1, 2),
            RunBox(short, tuple(command for command in one if command in PARENTS), 1, 6, plain=True),
            RunBox(long, MOVES if two == MOVES else (), 2, 2),
        ]
    return tuple(box for box in boxes if box.commands)


HUNTED_RUNS = _hunted(ONE, TWO)
HUNTED_PAIRS = _hunted((), TWO)
HUNTED_REMOVALS = _hunted(REMOVALS, ())
HUNTED_OUTSIDE = _hunted(ONE, MOVES)

NEIGHBOURS = (("ab",), ("ab", "a"), ())


def _widened(nodes: int) -> tuple[Box, ...]:
    return (
        WidenedBox(RunBox(Scope(nodes, 1), ONE, 1, 2, plain=True), NEIGHBOURS),
        WidenedBox(RunBox(Scope(nodes, 1), TWO, 2, 1, plain=True), NEIGHBOURS),
        WidenedBox(RunBox(Scope(1, 1), ONE, 1, 1, allowed=WITHIN_NEIGHBOUR), (("ab", "ab"), ("a", "a"))),
    )


WIDENED: dict[Tier, tuple[Box, ...]] = {"quick": _widened(2), "full": _widened(3)}
HUNTED_WIDENED: tuple[Box, ...] = tuple(
    WidenedBox(RunBox(Scope(nodes, 1, exactly=True), ONE + TWO, 2, 1), NEIGHBOURS) for nodes in range(3)
)

WALKS: dict[Tier, tuple[Box, ...]] = {
    "quick": (WalkBox(Scope(3, 1), 2), WalkBox(Scope(2, 2), 2), WalkBox(Scope(2, 1, ends=True), 3), ChainBox()),
    "full": (WalkBox(Scope(4, 1), 2), WalkBox(Scope(3, 2), 2), WalkBox(Scope(2, 2, ends=True), 3), ChainBox()),
}
HUNTED_WALKS: tuple[Box, ...] = (
    *(WalkBox(Scope(nodes, 2, exactly=True), 3) for nodes in range(3)),
    ChainBox(),
)

KERNEL: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        KernelBox(Scope(3, 1), 1, few=True),
        KernelBox(Scope(2, 2), 1, few=True),
        KernelBox(Scope(2, 1, fifos=True, twins=True), 2),
        KernelBox(Scope(1, 1, ends=True), 2, 2),
        KernelChainBox(),
    ),
    "full": (
        KernelBox(Scope(4, 1), 1, few=True),
        KernelBox(Scope(3, 2), 1),
        KernelBox(Scope(3, 1, fifos=True, twins=True), 2),
        KernelBox(Scope(2, 2), 2, 2),
        KernelBox(Scope(2, 1, ends=True), 2),
        KernelChainBox(),
    ),
}
HUNTED_KERNEL: tuple[Box, ...] = (
    *(KernelBox(Scope(nodes, 1, exactly=True), 2, 2) for nodes in range(2)),
    *(KernelChainBox((length,)) for length in (39, 40, 41)),
)

REPLAYED: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        ReplayBox(RunBox(Scope(2, 1), ONE, 1, 2, plain=True)),
        ReplayBox(RunBox(Scope(2, 1), TWO, 2, 1, plain=True)),
    ),
    "full": (
        ReplayBox(RunBox(Scope(2, 2), ONE, 1, 2)),
        ReplayBox(RunBox(Scope(2, 2), TWO, 2, 1)),
        ReplayBox(RunBox(Scope(3, 1), TWO, 2, 1, plain=True)),
    ),
}
HUNTED_REPLAYS: tuple[Box, ...] = tuple(
    ReplayBox(RunBox(Scope(nodes, 2, exactly=True), ONE, 1, 1)) for nodes in range(2)
)
