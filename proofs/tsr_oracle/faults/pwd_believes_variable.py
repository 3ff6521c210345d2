"""`pwd` writes what `PWD` says, if that leads to the task's directory, links and all.

How it comes about: POSIX has it that way, unless `-P` is given.
"""

from __future__ import annotations

import os

from tsr_impl.builtins import Call, plain
from tsr_oracle.faults.patch import patch

SUBTLE = "the runner inherits a `PWD`, and it leads to the task's directory through a link"
ACCEPTED = frozenset({("divergence", "BUILTIN-18")})


def apply() -> None:
    """Compare, and believe it."""

    def pwd(call: Call) -> int:
        said = os.environ.get("PWD", "")
        if call.words or os.path.realpath(said) != call.directory.place.path():
            return plain.pwd(call)
        call.print(said + "\n")
        return call.status()

    patch(plain, "BUILTINS", {**plain.BUILTINS, "pwd": pwd})
