"""`confined` is written first, as if nothing could go wrong any more."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "a_root_that_is_missing_stops_it"


def apply() -> None:
    original = launch.become

    def become(words: list[str], roots: list[str], status: int | None = None) -> int:
        launch._tell(status, launch._CONFINED)
        return original(words, roots, status)

    launch.become = become
