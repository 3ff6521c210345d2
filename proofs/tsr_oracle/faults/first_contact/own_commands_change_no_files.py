"""The files of variables are read again only after a program has run, and not after builtins alone.

How it comes about: "a command has run" was tied to the place where programs are started.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guards
from tsr_impl.children import Children
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a task of builtins makes, moves or removes a file that a later task reads"
ACCEPTED = frozenset(
    {
        ("bypass", "ENV-7"),
        ("divergence", "ENV-7"),
        ("bypass", "FENCE-8"),
        ("divergence", "FENCE-8"),
        ("bypass", "SHELL-8"),
    }
)


def apply() -> None:
    """Keep what was read at load until a program has been started."""
    judged, start, spawn = guards._judged, guards.Admission.start, Children.start
    kept: list[Any] = [None]
    programs = [0]

    def keep(judge: Any, reached: Any) -> Any:
        kept[0] = judged(judge, reached)
        return kept[0]

    def count(self: Any, *given: Any) -> Any:
        programs[0] += 1
        return spawn(self, *given)

    def with_what_was_read(self: Any, unit: Any) -> Any:
        return start(self, unit) if programs[0] else self._judge.ready(unit, kept[0])

    patch(guards, "_judged", keep)
    patch(Children, "start", count)
    patch(guards.Admission, "start", with_what_was_read)
