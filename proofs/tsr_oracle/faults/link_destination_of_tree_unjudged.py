"""`cp -r` of a directory into one that a link leads to: where that is, is not judged.

How it comes about: each file is judged as it is written, and a directory is thought to be nothing that is written to.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins import destination
from tsr_impl.fence import Refused
from tsr_impl.places import DIRECTORY
from tsr_oracle.faults.patch import patch
from tsr_oracle.faults.unjudged import unjudged

SUBTLE = "the source is a directory, and the destination a link that leads out"
ACCEPTED = frozenset({("escape", "FENCE-4"), ("escape", "FENCE-6")})


def apply() -> None:
    """Judge the destination of files only; what comes beneath lies in it."""
    original = destination.Destination.content

    def content(self: Any, source: str) -> Any:
        try:
            return original(self, source)
        except Refused:
            with self._call.content(source) as found, unjudged():
                if found.kind() != DIRECTORY:
                    raise
                return original(self, source)

    patch(destination.Destination, "content", content)
