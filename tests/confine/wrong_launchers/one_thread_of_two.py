"""A thread of its own draws the boundary, around itself, and the other becomes the command."""

from __future__ import annotations

import threading

import tsr_landlock
from tsr_landlock import boundary

CAUGHT_BY = "nothing_changes_outside"


def apply() -> None:
    original = tsr_landlock.restrict
    boundary._must_be_one_thread = lambda: None

    def restrict(roots: list[str]) -> None:
        drawing = threading.Thread(target=original, args=[roots])
        drawing.start()
        drawing.join()

    tsr_landlock.restrict = restrict
