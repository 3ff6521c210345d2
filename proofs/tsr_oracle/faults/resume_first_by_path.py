"""Of several packages with the name that `--resume-from` gives, it is the first by path.

How it comes about: packages are sorted where it is only their order among `members` that tells.
"""

from __future__ import annotations

from tsr_impl.packages import Package, Packages
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-12")})
SUBTLE = "Several packages have the name, and `members` lists them in another order than by path."


def apply() -> None:
    """Sort them."""
    original = Packages.called
    patch(Packages, "called", lambda self, entry: sorted(original(self, entry), key=Package.sort_key))
