"""Words behind `--list` are passed over.

How it comes about: the first word says what to do, and nothing reads on.
"""

from __future__ import annotations

from tsr_impl import request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "CLI-2")})


def apply() -> None:
    """Read no further than `--json`."""
    original = request._alone
    patch(request, "_alone", lambda first, rest: original(first, rest[:1] if rest[:1] == ["--json"] else []))
