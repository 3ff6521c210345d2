"""`--no-bail` is taken, and the first failure ends the run all the same.

How it comes about: the option is read from the command line, and handed to nobody.
"""

from __future__ import annotations

from tsr_impl.request import Request
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "GRAPH-11")})


def apply() -> None:
    """Forget that it was asked for."""
    patch(Request, "no_bail", property(lambda self: False, lambda self, asked: None))
