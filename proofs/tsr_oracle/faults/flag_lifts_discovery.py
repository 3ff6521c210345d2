"""With `--allow-unsafe-env` the walk for `tasks.toml` goes on past the root of a repository.

How it comes about: one flag decides whether any guard against an untrusted config is on.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import cli, discovery
from tsr_oracle.faults.patch import patch

SUBTLE = "`--allow-unsafe-env` is typed, and the config lies beyond the root of a repository"
ACCEPTED = frozenset({("bypass", "TIER-4")})


def apply() -> None:
    """See no `.git` when the flag is there."""
    serve, has = cli._serve, discovery._has

    def has_no_git(directory: Any, name: str) -> bool:
        return name != ".git" and has(directory, name)

    def serve_with_flag(asked: Any) -> int:
        if asked.allow_unsafe_env:
            patch(discovery, "_has", has_no_git)
        return serve(asked)

    patch(cli, "_serve", serve_with_flag)
