"""Under `--strict` a refused operand does not end the run.

How it comes about: a builtin hands back a status, and that says nothing about why.
"""

from __future__ import annotations

from tsr_impl.builtins import Call
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FENCE-10")})


def apply() -> None:
    """Forget that an operand was refused."""
    patch(Call, "refused", property(lambda self: False, lambda self, refused: None))
