"""`cp -r src/ there` puts what is in `src` into `there`, and not `src` itself.

How it comes about: that is how rsync has it, and the `cp` of some systems.
"""

from __future__ import annotations

from typing import Any

from tsr_impl.builtins.destination import Destination
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-8")})


def apply() -> None:
    """Read a dot behind the slash."""
    original = Destination.content

    def content(self: Any, source: str) -> Any:
        return original(self, f"{source}." if source.endswith("/") else source)

    patch(Destination, "content", content)
