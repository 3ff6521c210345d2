"""`workspace = true` is not looked up in the workspace of cargo, where the dependency may have another name.

How it comes about: one manifest is read at a time, and what it refers to lies in another.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.manifests import cargo
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-8")})
SUBTLE = "A dependency has `workspace = true`, and the workspace gives it another name."


def apply() -> None:
    """Inherit nothing."""
    original = cargo._name

    def name(key: str, entry: Any, inherited: Any) -> str:
        return original(key, entry, dict)

    patch(cargo, "_name", name)
