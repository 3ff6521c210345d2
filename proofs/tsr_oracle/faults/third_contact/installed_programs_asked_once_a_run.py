"""Whether there is a `node_modules/.bin` is found out once in a run, and not as each unit starts.

How it comes about: many units share the directories above them, so the answer is cached; the install task ran since.
"""

from __future__ import annotations

import functools

from tsr_impl import bin_paths
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a unit that starts a program has looked at the place, and it is made or removed before another"
ACCEPTED = frozenset({("divergence", "FORM-4"), ("stricter", "FORM-4")})


def apply() -> None:
    """Remember each place."""
    patch(bin_paths, "_is_directory", functools.cache(bin_paths._is_directory))
