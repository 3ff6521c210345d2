"""A path whose last name is that of a builtin is that builtin.

How it comes about: `/bin/rm` knows no fence, so the runner had better do it.
"""

from __future__ import annotations

from tsr_impl import builtins
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "SHELL-40")})


def apply() -> None:
    """Look at what stands behind the last slash."""
    original = builtins.find
    patch(builtins, "find", lambda name: original(name.rpartition("/")[2]))
