"""What cargo needs on some platform only is no dependency.

How it comes about: only the three tables at the top are read.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from tsr_impl.manifests import cargo
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-8")})


def apply() -> None:
    """Read the manifest as if `target` was not there."""
    original = cargo._requires

    def requires(document: Any, inherited: Any) -> Iterator[str]:
        return original({key: value for key, value in document.items() if key != "target"}, inherited)

    patch(cargo, "_requires", requires)
