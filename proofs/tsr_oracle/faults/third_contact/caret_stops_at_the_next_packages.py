"""`^t` waits for `t` in the packages that one depends on directly, and not in those behind them.

How it comes about: with `build` and `^build` each package in turn asks for the next, so that it is never missed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tsr_impl import graph
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a chain has three packages, and the task behind `^` does not say the same `^` itself"
ACCEPTED = frozenset({("divergence", "GRAPH-7")})


def apply() -> None:
    """Let a joint stand for its own package alone."""

    def of_joint(self: Any, task: Any, package: Any, parallel: bool) -> Iterator[Any]:
        yield self._in_package(task, package)

    patch(graph.Graph, "_of_joint", of_joint)
