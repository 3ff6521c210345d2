"""For `--since` the `git` is asked that the `PATH` of the task leads to, whatever the config has made of it.

How it comes about: there is one environment in hand when git is asked, and it is that of the task's programs.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tsr_impl import guards, since
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --since is given, and the config's PATH leads to a git"
ACCEPTED = frozenset({("bypass", "GIT-1"), ("bypass", "GIT-4")})


def apply() -> None:
    """Ask with the environment that was judged last."""
    of_tasks: dict[str, Mapping[bytes, bytes]] = {}
    environments = guards._Judge.environments
    original = since.changed

    def judged(self: Any, tasks: Any, again: bool) -> Any:
        of_tasks.update(environments(self, tasks, again))
        return of_tasks

    def changed(root: Any, ref: str, environment: Mapping[bytes, bytes]) -> list[str]:
        return original(root, ref, next(iter(of_tasks.values()), environment))

    patch(guards._Judge, "environments", judged)
    patch(since, "changed", changed)
