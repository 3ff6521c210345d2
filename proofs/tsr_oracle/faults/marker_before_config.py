"""A marker that is nearer than `tasks.toml` ends the walk, and the task is the project's.

How it comes about: one walk looks for either, and takes what comes first.
"""

from __future__ import annotations

from tsr_impl import discovery, markers
from tsr_impl.handles import Directory
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset(
    {("divergence", "DISC-1"), ("divergence", "DISC-3"), ("divergence", "CLI-12"), ("bypass", "CLI-12")}
)


def apply() -> None:
    """Stop at either, and read the config if it is one."""
    has_config, read = discovery._has_config, discovery._read

    def has_either(directory: Directory) -> bool:
        return has_config(directory) or markers.marker(directory) is not None

    def read_if_there(root: Directory, strict: bool) -> bytes | None:
        return read(root, strict) if has_config(root) else None

    patch(discovery, "_has_config", has_either)
    patch(discovery, "_read", read_if_there)
