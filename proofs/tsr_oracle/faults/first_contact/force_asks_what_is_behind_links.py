"""`rm -f` passes over what leads nowhere, a link that dangles among it, and never gets to judge such a name.

How it comes about: "hides that an operand does not exist" became a look with `exists` in front of all else.
"""

from __future__ import annotations

import errno
from typing import Any

from tsr_impl import calls
from tsr_impl.builtins import options, removal, rm
from tsr_impl.places import Label, system_fault
from tsr_oracle.faults.patch import patch

SUBTLE = "only where `-f` meets a link that dangles, or something missing in a place that is refused"
ACCEPTED = frozenset(
    {
        ("divergence", "BUILTIN-4"),
        ("divergence", "FENCE-5"),
        ("divergence", "FENCE-2"),
        ("divergence", "FENCE-10"),
        ("divergence", "FENCE-11"),
        ("divergence", "FENCE-1"),
    }
)


def apply() -> None:
    """With `-f`, look first, links followed."""
    right = removal.removable

    def removable(call: Any, operand: str) -> Any:
        chosen, _ = options.split(call.words, rm._OPTIONS)
        if "force" in chosen:
            try:
                calls.status_at(call.directory.descriptor, operand, follow=True)
            except OSError as error:
                raise system_fault(Label(operand), errno.ENOENT) from error
        return right(call, operand)

    patch(rm, "removable", removable)
