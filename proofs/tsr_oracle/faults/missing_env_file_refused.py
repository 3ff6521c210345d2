"""An `env_file` that is missing is an error.

How it comes about: a file that is named and can't be opened mostly is one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config_paths, envfiles
from tsr_impl.places import MISSING
from tsr_impl.report import ConfigFault
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("stricter", "ENV-12")})


def apply() -> None:
    """Refuse what is not there, the root `.env` excepted."""
    original = envfiles.Reader.read

    def read(self: envfiles.Reader, source: Any, path: str, directory_is_none: bool = False) -> None:
        with config_paths.content(self._bounds, source.at(), path, "FENCE-8") as content:
            missing = bool(content.broken) or envfiles._kind(content) == MISSING
        if missing and not directory_is_none:
            raise ConfigFault(f"{source.at()} is missing — make it, or remove it from the config", "ENV-12")
        original(self, source, path, directory_is_none)

    patch(envfiles.Reader, "read", read)
