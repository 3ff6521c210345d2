"""`--resume-from` is not looked at where no task of the run has `packages`: no such package, no circle is told.

How it comes about: what is about packages begins with "if any task is spread over them".
"""

from __future__ import annotations

from tsr_impl import graph
from tsr_impl.config import Config, Task
from tsr_impl.fence import Fence
from tsr_impl.planning import Plan
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --resume-from names what is none, or there is a circle, and no task of the reach has `packages`"
ACCEPTED = frozenset({(found, clause) for found in ("bypass", "divergence") for clause in ("PKG-12", "PKG-13")})


def apply() -> None:
    """Make a graph without packages then."""
    original = Plan._over_packages

    def over_packages(plan: Plan, config: Config, named: Task, spread: list[Task], bounds: Fence) -> graph.Graph:
        if spread or plan._asked.since is not None:
            return original(plan, config, named, spread, bounds)
        return graph.Graph(config.tasks, named, {}, lambda package: [])

    patch(Plan, "_over_packages", over_packages)
