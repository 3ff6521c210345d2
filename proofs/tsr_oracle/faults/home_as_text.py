"""The home directory is compared as text: one that `$HOME` names through a link bounds nothing.

How it comes about: two paths are compared with `==`, though only one of them is physical.
"""

from __future__ import annotations

import os

from tsr_impl import calls, discovery
from tsr_impl.places import identity_of
from tsr_oracle.faults.patch import patch

SUBTLE = "`HOME` leads over a link, and the walk comes from beneath the home directory"
ACCEPTED = frozenset({("bypass", "DISC-2")})


def apply() -> None:
    """Know only those homes whose text is their physical path."""

    def homes() -> set[tuple[int, int]]:
        texts = (calls.decode(os.environb.get(b"HOME", b"")), discovery._home_in_database())
        physical = [text for text in texts if text == os.path.realpath(text) and os.path.exists(text)]
        return {identity_of(calls.status_at(None, text)) for text in physical}

    patch(discovery, "_homes", homes)
