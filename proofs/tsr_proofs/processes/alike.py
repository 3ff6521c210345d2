"""Whether states that are counted once are alike: checked on every state of small runs, see `reduction`."""

from __future__ import annotations

from tsr_model.run_machine import Run
from tsr_proofs.processes import reduction
from tsr_proofs.processes.exploration import Moment, Move, Node, moves_from
from tsr_proofs.processes.seen import Seen


def stands_for(moment: Moment) -> Moment:
    """The state that stands for this one, and its moves."""
    run, seen = reduction.reduced(moment.scenario.shape, moment.run, moment.seen)
    moves = tuple(moves_from(moment.setting, run, seen))
    return Moment(moment.scenario, moment.setting, Node(run, seen), moves)


def alike_states_move_alike(moment: Moment) -> str | None:
    """TREE-2: the state that stands for another has the same moves, up to what stands for what they lead to; and it
    stands for itself."""
    other = stands_for(moment)
    if stands_for(other).node != other.node:
        return "it doesn't stand for itself"
    return None if _ends(moment, moment.moves) == _ends(moment, other.moves) else f"not alike: {other}"


def _ends(moment: Moment, moves: tuple[Move, ...]) -> set[tuple[Run, Seen]]:
    return {reduction.reduced(moment.scenario.shape, move.run, move.seen) for move in moves}


def all_stand_for_themselves(moment: Moment) -> str | None:
    """Witness: every state stands for itself."""
    other = stands_for(moment)
    return None if other.run == moment.run else f"{other}"
