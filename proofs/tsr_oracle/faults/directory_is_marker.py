"""A directory that is called like a marker is one.

How it comes about: it is asked whether there is something of the name, and not what.
"""

from __future__ import annotations

import stat

from tsr_impl import calls, markers
from tsr_impl.handles import Directory
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-2")})


def apply() -> None:
    """Take a directory for a file."""
    original = markers.has_file

    def has_file(directory: Directory, name: str) -> bool:
        try:
            is_directory = stat.S_ISDIR(calls.status_at(directory.descriptor, name).st_mode)
        except OSError:
            is_directory = False
        return is_directory or original(directory, name)

    patch(markers, "has_file", has_file)
