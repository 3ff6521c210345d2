"""Runs whose units may be side by side, told without a model: who waits for whom, and which codes may come of it."""

from __future__ import annotations

from typing import TypeAlias

from tsr_model.exit_code import RUNNER_LEVEL
from tsr_model.prediction import Prediction
from tsr_model.schedule import Order, Unit, waits_for
from tsr_oracle.expected import Answer
from tsr_oracle.processes import side_by_side

Pairs: TypeAlias = tuple[tuple[int, int], ...]
"""Positions of children: the first of each pair starts only when the second has ended."""


def must_wait(foretold: Prediction) -> Pairs:
    """What each child has to wait for (GRAPH-10): the one in front of it in its unit, and the units that its own waits
    for, without those that another one of these waits for."""
    order, pairs = foretold.order, []
    assert order is not None
    for unit in foretold.units:
        pairs += list(zip(unit.children[1:], unit.children, strict=False))
        awaited = [one for one in foretold.units if one.children and _waits(order, unit, one)]
        last = [one for one in awaited if not any(_waits(order, other, one) for other in awaited)]
        pairs += [(unit.children[0], one.children[-1]) for one in last if unit.children]
    return tuple(sorted(pairs))


def _waits(order: Order, unit: Unit, other: Unit) -> bool:
    return unit is not other and waits_for(order, unit.task, other.task)


def exit_codes(answer: Answer) -> tuple[int, ...]:
    """The codes that a run may end with, ours first: which of several failures came first is open where their units
    ran side by side, and beside a failure the code of a runner-level error is as good (EXIT-6)."""
    foretold = answer.foretold
    if foretold is None or foretold.interrupts or not any(unit.failed for unit in foretold.units):
        return (answer.exit,)
    codes = [answer.exit]
    if side_by_side(foretold) and foretold.order is not None:
        failed = [unit for unit in foretold.units if unit.failed]
        order = foretold.order
        codes += [unit.status for unit in failed if not any(_waits(order, unit, other) for other in failed)]
    if any(unit.end == "error" for unit in foretold.units):
        codes.append(RUNNER_LEVEL)
    return tuple(dict.fromkeys(codes))
