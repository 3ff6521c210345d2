"""The modes are mixed up: read-only grants what is allowed, and the other one nothing."""

from __future__ import annotations

from tsr_impl.confinement import exec_command

CAUGHT_BY = "read_only_changes_nothing"


def apply() -> None:
    exec_command.WORKSPACE_WRITE, exec_command.READ_ONLY = "read-only", "workspace-write"
