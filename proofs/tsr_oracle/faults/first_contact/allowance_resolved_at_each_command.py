"""Where the entries of `allow_paths` lead is found out anew for each builtin.

How it comes about: the check takes the list from the config and resolves it where it needs it.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import builtins, fence, guards
from tsr_impl.places import Fault
from tsr_oracle.faults.patch import patch

SUBTLE = "only where an earlier command has put a link in the place of an allowed entry"
ACCEPTED = frozenset({("escape", "FENCE-21"), ("escape", "FENCE-19"), ("escape", "FENCE-G1")})


def apply() -> None:
    """Give each command bounds of its own."""
    right, call = guards._allowed, builtins.Call
    entries: list[str] = []

    def allowed(config: Any, root: Any) -> list[str]:
        entries[:] = config.allow_paths
        return right(config, root)

    def with_bounds_of_now(words: list[str], directory: Any, bounds: Any) -> Any:
        return call(words, directory, fence.Fence(bounds.root, [*_landings(bounds.root)]))

    def _landings(root: Any) -> Any:
        for entry in entries:
            try:
                yield fence.landing(root, entry)[0]
            except Fault:
                continue

    patch(guards, "_allowed", allowed)
    patch(builtins, "Call", with_bounds_of_now)
