"""A directory with both `Cargo.toml` and `package.json` belongs to cargo.

How it comes about: the list of the markers is in the order in which the ecosystems were written.
"""

from __future__ import annotations

from tsr_impl import markers
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-2")})


def apply() -> None:
    """Look for `package.json` second."""
    npm, cargo, *others = markers.NAMES
    patch(markers, "NAMES", (cargo, npm, *others))
