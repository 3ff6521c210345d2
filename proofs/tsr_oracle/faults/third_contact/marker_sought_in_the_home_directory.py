"""Without a config, the marker of a project in the home directory or above it governs what lies beneath.

How it comes about: the second walk is a loop of its own, which knows about `.git` and file systems and not about homes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tsr_impl import calls, discovery
from tsr_oracle.faults.patch import patch

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_impl.handles import Directory

SUBTLE = "only without a config, where the home directory or one above it has a marker and the walk starts beneath"
ACCEPTED = frozenset({("bypass", clause) for clause in ("DISC-2", "DISC-3", "DISC-6", "DISC-G1", "CLI-12")})


def apply() -> None:
    """Let homes bound the walk for a config only."""
    original = discovery._walk_up

    def walk_up(here: Directory, is_wanted: Callable[[Directory], bool]) -> bool:
        return original(here, is_wanted) if is_wanted is discovery._has_config else _to_marker(here, is_wanted)

    patch(discovery, "_walk_up", walk_up)


def _to_marker(here: Directory, is_wanted: Callable[[Directory], bool]) -> bool:
    device = calls.status(here.descriptor).st_dev
    while not is_wanted(here):
        if here.place.parent is None or discovery._has(here, ".git"):
            return False
        above = here.above()
        here.close()
        here.descriptor, here.place = above.descriptor, above.place
        if here.place.parent is None or not discovery._is_on(here, device):
            return False
    return True
