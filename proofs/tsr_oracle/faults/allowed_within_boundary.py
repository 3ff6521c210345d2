"""What `allow_paths` admits is a root of the boundary, too.

How it comes about: the fence and the boundary share one list, and that of the fence was there first.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.confinement import of_run
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("escape", "CONF-1"), ("escape", "CONF-2"), ("escape", "TIER-5"), ("escape", "CONF-8")})


def apply() -> None:
    """Add the paths to both."""
    right = of_run.settle

    def settle(config: Any, asked: Any, project: str, allowed: list[str], *others: Any) -> Any:
        boundary = right(config, asked, project, allowed, *others)
        if boundary._roots:
            boundary.admitted = [*boundary.admitted, *allowed]
            boundary._roots = boundary.admitted
        return boundary

    patch(of_run, "settle", settle)
