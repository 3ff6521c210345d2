"""`--confine` is taken, and nothing is confined.

How it comes about: the option is reserved for a later version, and is no error until then.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "CLI-11")})


def apply() -> None:
    """Make a flag of it that nobody asks for."""
    patch(request, "_FLAGS", (*request._FLAGS, "--confine", "--no-confine"))
