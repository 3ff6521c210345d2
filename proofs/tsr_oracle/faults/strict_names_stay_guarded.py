"""With both `--strict` and `--allow-unsafe-env`, the names that `--strict` adds are refused.

How it comes about: the flag lifts one guard, and `--strict` is taken for another one.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import guarded_names
from tsr_impl.layers import Layers
from tsr_impl.report import ConfigFault
from tsr_oracle.faults.patch import patch

SUBTLE = "both options are typed, and a variable is set that `--strict` alone guards"
ACCEPTED = frozenset({("stricter", "TIER-3"), ("stricter", "ENV-5"), ("divergence", "TIER-3"), ("divergence", "ENV-5")})


def apply() -> None:
    """Refuse them as the layers are merged, where nothing else is."""
    original = Layers._merge

    def merge(self: Any, merger: Any, sources: Any) -> None:
        for source in sources:
            for assignment in source.assignments if self._allow_all and self._strict else ():
                try:
                    guarded_names.judge(source, assignment, strict=True)
                except ConfigFault as fault:
                    if fault.clause == "ENV-5":
                        raise
        original(self, merger, sources)

    patch(Layers, "_merge", merge)
