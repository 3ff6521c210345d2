"""`--dry-run` ignores `--since`: nothing is narrowed, and no git or a wrong REF is not told.

How it comes about: a dry run starts no program, and git is taken for one of those.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import planning
from tsr_impl.handles import Directory
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --dry-run and --since meet"
ACCEPTED = frozenset(
    {("divergence", "PLAN-1"), ("divergence", "PLAN-3"), ("divergence", "GIT-3"), ("divergence", "GIT-4")}
)


def apply() -> None:
    """Narrow a real run only."""
    narrow = planning.Plan.narrow

    def unless_shown(self: planning.Plan, ref: str, root: Directory, environment: Mapping[bytes, bytes]) -> None:
        if not self._asked.dry_run:
            narrow(self, ref, root, environment)

    patch(planning.Plan, "narrow", unless_shown)
