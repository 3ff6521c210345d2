"""The list of guarded names lacks `GIT_PROXY_COMMAND`.

How it comes about: the list was copied by hand, or is an older one.
"""

from __future__ import annotations

from tsr_impl import guarded_names
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "ENV-1"), ("bypass", "ENV-G1")})


def apply() -> None:
    """Take the one name away."""
    patch(guarded_names, "NAMES", guarded_names.NAMES - {"GIT_PROXY_COMMAND"})
