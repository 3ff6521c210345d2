"""Beside `--allow-unsafe-env`, `--strict` has no effect at all.

How it comes about: what lifts a guard lifts what `--strict` adds, so the one option is taken to cancel the other.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

SUBTLE = "only with both options, where what `--strict` adds to PERM or FENCE has a word"
ACCEPTED = frozenset(
    {
        *(("bypass", clause) for clause in ("PERM-3", "PERM-G1", "TIER-3", "TIER-4", "CLI-14")),
        *(("divergence", clause) for clause in ("FENCE-10", "TIER-3", "CLI-14")),
        *(("leak", clause) for clause in ("TREE-G1", "CLI-14")),
    }
)


def apply() -> None:
    """Forget `--strict` where the other one was typed."""
    original = Request.__init__

    def initialize(self: Request, *given: Any) -> None:
        original(self, *given)
        self.strict = self.strict and not self.allow_unsafe_env

    patch(Request, "__init__", initialize)
