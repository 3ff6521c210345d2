"""`pwd` writes the root and the `dir` of the task behind it, with the links that are in it.

How it comes about: the path is known from the config, so nobody asks where the directory physically is.
"""

from __future__ import annotations

import os

from tsr_impl.builtins import Call, plain
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-18"), ("divergence", "FENCE-2"), ("divergence", "FENCE-15")})


def apply() -> None:
    """Joined and normalised as text."""
    patch(plain, "BUILTINS", {**plain.BUILTINS, "pwd": _pwd})


def _pwd(call: Call) -> int:
    if call.words:
        return call.misused("takes no operands and no options")
    path = os.path.join(call.fence.root.place.path(), str(call.directory.label))
    call.print(os.path.normpath(path) + "\n")
    return call.status()
