"""A relative `--user-config FILE` is looked for from the workspace root.

How it comes about: every other path of a run starts there, so this one is joined to the root, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl.confinement import of_run
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Config
    from tsr_impl.confinement.of_run import Boundary
    from tsr_impl.request import Request

SUBTLE = "only where the file is written as a relative path and the run is started beneath the root"
ACCEPTED = frozenset(
    {
        *((kind, clause) for kind in ("stricter", "bypass", "escape", "divergence") for clause in ("CLI-11", "CONF-8")),
        *((kind, "CONF-2") for kind in ("stricter", "escape", "divergence")),
    }
)


def apply() -> None:
    """Join what was typed to the root."""
    original = of_run.settle

    def settle(
        config: Config, asked: Request, project: str, allowed: list[str], environment: Mapping[bytes, bytes]
    ) -> Boundary:
        if asked.user_config and not asked.user_config.startswith("/"):
            asked.user_config = f"{project.rstrip('/')}/{asked.user_config}"
        return original(config, asked, project, allowed, environment)

    patch(of_run, "settle", settle)
