"""What is in `node_modules/.bin` is not found.

How it comes about: PATH is the user's, and tools that are installed into a project come with a way to run them.
"""

from __future__ import annotations

from tsr_impl import bin_paths
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-4")})


def apply() -> None:
    """Leave PATH as it is."""
    patch(bin_paths, "in_front", lambda environment, directory, root: environment)
