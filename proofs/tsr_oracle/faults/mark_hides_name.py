"""Behind a mark of byte order the guard does not know a name, and the variable is set all the same.

How it comes about: the guard goes over the text as it is; only the reader drops the mark.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import dotenv
from tsr_impl.layers import Layers
from tsr_oracle.faults.patch import leave_out, patch

SUBTLE = "the first line of a file sets a guarded variable, and a mark of byte order stands in front"
ACCEPTED = frozenset({("bypass", "ENV-8"), ("bypass", "ENV-1")})


def apply() -> None:
    """Judge no first line of such a file."""
    original = dotenv.parse
    hidden: set[Any] = set()

    def parse(text: bytes) -> Any:
        found, ignored = original(text)
        if text.startswith(b"\xef\xbb\xbf"):
            hidden.update(assignment for assignment in found if assignment.line == 1)
        return found, ignored

    patch(dotenv, "parse", parse)
    leave_out(Layers, "_judge", lambda self, source, assignment, merger: assignment in hidden)
