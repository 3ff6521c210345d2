"""`mkdir -p` fails where a link to a directory stands on the way.

How it comes about: each component has to be a directory, and a link, asked for what it is itself, is none.
"""

from __future__ import annotations

import errno
from typing import Any

from tsr_impl.fence import Fence
from tsr_impl.places import LINK, system_fault
from tsr_oracle.faults.patch import patch

SUBTLE = "`-p` is given, and a component is a link to a directory"
ACCEPTED = frozenset({("divergence", "BUILTIN-12"), ("stricter", "BUILTIN-12")})


def apply() -> None:
    """Take what is there as it is."""
    original = Fence._below

    def below(self: Any, here: Any, component: str, label: Any, in_the_way: int) -> Any:
        if component not in (".", ".."):
            with self.entry(here, component, label) as entry:
                if entry.kind() == LINK:
                    raise system_fault(label, errno.EEXIST)
        return original(self, here, component, label, in_the_way)

    patch(Fence, "_below", below)
