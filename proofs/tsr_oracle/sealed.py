"""One case, from its text to what was observed: make its world, run the subject in it, look, and take it away again."""

from __future__ import annotations

from tsr_oracle.materialise import materialise
from tsr_oracle.observe import Observation, observe
from tsr_oracle.scratch import Area, World
from tsr_oracle.subject import LIMIT, Subject
from tsr_spec.case import Given


def run_case(given: Given, area: Area, subject: Subject, limit: float = LIMIT) -> Observation:
    """What was observed when the subject was asked this. `limit` is in seconds.

    Raises CaseError for a tree that can't be made, ScratchError where a second file system is wanted and there is
    none, SubjectError where the subject can't be run at all.
    """
    world = materialise(given, area)
    try:
        return run_in(world, given, area, subject, limit)
    finally:
        area.discard(world)


def run_in(world: World, given: Given, area: Area, subject: Subject, limit: float = LIMIT) -> Observation:
    """The same in a world that is there already, whatever tree it has by now; the world stays. Raises SubjectError."""
    ended = subject.run(given, world, area, limit)
    return observe(world, area, ended)
