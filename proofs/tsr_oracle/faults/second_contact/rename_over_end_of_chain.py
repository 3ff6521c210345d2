"""`mv` of a link over the file that it leads to is only noticed where one link leads there, not two.

How it comes about: what a link says is compared with the destination, and that this may be a link again is forgotten.
"""

from __future__ import annotations

import stat
from typing import Any

from tsr_impl import calls, roles
from tsr_impl.places import identity_of
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a link to a link is moved over the file at the end"
ACCEPTED = frozenset({("loss", "FENCE-12")})


def apply() -> None:
    """A link leads to what its text names, followed no further."""

    def leads_to(entry: Any) -> tuple[int, int] | None:
        directory = entry.directory.descriptor
        try:
            found = calls.status_at(directory, entry.name)
            if stat.S_ISLNK(found.st_mode):
                found = calls.status_at(directory, calls.read_link(directory, entry.name))
        except OSError:
            return None
        return identity_of(found)

    patch(roles.Entry, "leads_to", leads_to)
