"""Where the boundary can't be drawn the command runs without one."""

from __future__ import annotations

from tsr_impl.confinement import launch

CAUGHT_BY = "a_kernel_without_landlock_stops_it"


def apply() -> None:
    original = launch.become

    def become(words: list[str], roots: list[str], status: int | None = None) -> int:
        code = original(words, roots, status)
        return launch._execute(words) if code == launch.NOT_CONFINED else code

    launch.become = become
