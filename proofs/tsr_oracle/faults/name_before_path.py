"""An entry of `packages` that is the path of one package and the name of another selects the latter.

How it comes about: names are looked up first, since they are what manifests speak of.
"""

from __future__ import annotations

from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-4")})
SUBTLE = "One package has the path, and another one has the name."


def apply() -> None:
    """Ask for the path where nothing has the name."""
    original = Packages.called

    def called(self: Packages, entry: str) -> list[Package]:
        return self._named(entry) or original(self, entry)

    patch(Packages, "called", called)
