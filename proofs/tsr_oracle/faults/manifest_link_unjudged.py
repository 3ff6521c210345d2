"""A manifest may be a link that leads outside.

How it comes about: its name is fixed and its directory was judged, so that there seems to be nothing left to judge.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import ecosystems
from tsr_impl.manifests import Reader
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

ACCEPTED = frozenset({("bypass", "FENCE-1"), ("divergence", "FENCE-1")})


def apply() -> None:
    """Read it wherever it is."""
    original = Reader._text

    def text(*given: Any) -> str:
        with unjudged():
            return original(*given)

    patch(ecosystems, "_judge", lambda directory, path, name, bounds: None)
    patch(Reader, "_text", text)
