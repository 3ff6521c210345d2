"""`rm -f` ends with 0, whatever happens.

How it comes about: "never fail" is what many remember of `-f`.
"""

from __future__ import annotations

from tsr_impl.builtins import DONE, FAILED, Call, options, rm
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "BUILTIN-4")})


def apply() -> None:
    """Forget that something failed."""
    original = rm.rm

    def rm_with_force(call: Call) -> int:
        status = original(call)
        return DONE if status == FAILED and "force" in options.split(call.words, rm._OPTIONS)[0] else status

    patch(rm, "rm", rm_with_force)
