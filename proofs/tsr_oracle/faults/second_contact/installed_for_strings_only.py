"""What is installed in `node_modules/.bin` stands in front of PATH for `run` strings, and not where a tool is called.

How it comes about: npm adds it by itself, so that it seems to be needed only where the runner stands in for npm.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import sequence
from tsr_impl.fence import Fence
from tsr_impl.handles import Directory
from tsr_impl.units import Ready
from tsr_oracle.faults.patch import patch

SUBTLE = "only where something is installed, and a unit has a `delegate` or what was detected"
ACCEPTED = frozenset({("divergence", "FORM-4"), ("stricter", "FORM-4")})


def apply() -> None:
    """Leave PATH alone for a command that is no `run` string."""
    original = sequence.environment

    def environment(ready: Ready, directory: Directory, fence: Fence) -> Mapping[bytes, bytes]:
        if any(step.native for step in ready.steps):
            return ready.environment
        return original(ready, directory, fence)

    patch(sequence, "environment", environment)
