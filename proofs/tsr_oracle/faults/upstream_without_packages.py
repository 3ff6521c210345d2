"""A `^` in the deps of a task without `packages` is no error, and nothing is waited for.

How it comes about: from no package nothing is upstream, and the list that comes of it is empty.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import config
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("bypass", "GRAPH-6")})


def apply() -> None:
    """Take every task for one with `packages`."""
    original = config._check_dep

    def check_dep(where: Any, dep: str, in_packages: bool) -> None:
        original(where, dep, True)

    patch(config, "_check_dep", check_dep)
