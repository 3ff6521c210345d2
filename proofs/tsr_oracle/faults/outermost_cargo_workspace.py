"""`workspace = true` of cargo is looked up in the `Cargo.toml` of the root alone.

How it comes about: in most repositories that is where the workspace of cargo is.
"""

from __future__ import annotations

from tsr_impl.manifests import Reader
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-8")})
SUBTLE = "A dependency has `workspace = true`, and the workspace of cargo is further down than the root."


def apply() -> None:
    """Look nowhere else."""
    patch(Reader, "_cargo_workspace", lambda self, directory, path: self._own_workspace(self.bounds.root, ".") or {})
