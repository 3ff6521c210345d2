"""What the programs of a case do while they run, and what a tear-down makes of them (TREE, INT)."""

from __future__ import annotations

from tsr_model.exit_code import Signal
from tsr_spec.case import KEYS, Program


def ends_by_itself(program: Program, *, has_a_line: bool) -> bool:
    """Whether it comes to its end without a signal. `has_a_line`: what it may read does not keep it waiting."""
    return not program.waits and (has_a_line or not program.reads)


def may_say(program: Program, mark: str) -> bool:
    """Whether it is a mark of this program at all."""
    match mark:
        case "left":
            return bool(program.leaves)
        case "TERM":
            return program.on_term not in ("", "ignored")
        case "INT":
            return bool(program.on_int)
        case "clean":
            return "slowly" in (program.on_term, program.on_int)
        case _:
            return True


def marks_of_tear_down(program: Program, *, isolated: bool) -> tuple[str, ...]:
    """What it says between SIGTERM and its end, which the grace has room for (TREE-2, TREE-5).

    A process that it has left beside itself hears a SIGTERM to the group, and not one to the child alone (TREE-3).
    """
    reached = program.leaves != "apart" and (isolated or not program.leaves)
    if not reached or program.on_term in ("", "ignored"):
        return ()
    return ("TERM", "clean") if program.on_term == "slowly" else ("TERM",)


def leaves_something(program: Program, *, torn_down: bool) -> bool:
    """Whether something of it outlives the run: what left its group (TREE-N1), and what no tear-down of a group has
    reached (TREE-G1, TREE-3)."""
    return program.leaves == "apart" or (program.leaves == "group" and not torn_down)


def signal_of(sent: str) -> Signal:
    """The signal that a case sends by its name, or by the key that makes a terminal send it."""
    name = KEYS.get(sent, sent)
    assert name in ("INT", "TERM", "HUP", "QUIT")
    return name  # type: ignore[return-value]
