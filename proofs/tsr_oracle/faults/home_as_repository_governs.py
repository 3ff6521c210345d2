"""A home directory that holds `.git` is looked into, also from beneath it.

How it comes about: the directory with `.git` is the last one that counts, and that is found out first.
"""

from __future__ import annotations

import os

from tsr_impl import calls, discovery
from tsr_impl.places import identity_of
from tsr_oracle.faults.patch import patch

SUBTLE = "the home directory holds `.git` and a config, and the walk comes from beneath"
ACCEPTED = frozenset({("bypass", "DISC-2")})


def apply() -> None:
    """Forget a home of that kind."""
    original = discovery._homes

    def homes() -> set[tuple[int, int]]:
        home = os.environ.get("HOME", "")
        is_repository = home.startswith("/") and os.path.lexists(f"{home}/.git")
        return original() - ({identity_of(calls.status_at(None, home, follow=True))} if is_repository else set())

    patch(discovery, "_homes", homes)
