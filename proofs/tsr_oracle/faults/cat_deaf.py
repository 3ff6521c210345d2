"""`cat` that waits for standard input does not hear of an interrupt.

How it comes about: a signal that comes during a read only makes Python read again.
"""

from __future__ import annotations

from tsr_impl import calls, streams
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("hang", "INT-3")})


def apply() -> None:
    """Read, and wait as long as it takes."""
    patch(streams, "read_some", lambda descriptor: calls.read(descriptor))
