"""`node_modules/.bin` is searched behind all else in PATH.

How it comes about: what a user has installed is not to be shadowed by what a project brings.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import bin_paths, calls, process
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-4")})


def apply() -> None:
    """Append."""
    original = bin_paths.in_front

    def behind(environment: Mapping[bytes, bytes], directory: str, root: str) -> Mapping[bytes, bytes]:
        searched = environment.get(b"PATH", calls.encode(process.DEFAULT_PATH))
        found = original({b"PATH": b""}, directory, root)[b"PATH"].rstrip(b":")
        return {**environment, b"PATH": searched + b":" + found} if found else environment

    patch(bin_paths, "in_front", behind)
