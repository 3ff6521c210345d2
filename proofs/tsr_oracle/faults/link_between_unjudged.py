"""Of a chain of links to a config, the directories of the first and of the file are judged, and none between them.

How it comes about: the name and its resolved path are compared with what is allowed; the chain is the system's affair.
"""

from __future__ import annotations

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

SUBTLE = "a link leads to another link, and everybody may write the directory of the second"
ACCEPTED = frozenset({("bypass", "PERM-2")})


def apply() -> None:
    """Leave out what is between the ends."""
    original = permissions._judge_doors
    patch(permissions, "_judge_doors", lambda doors, decides: original([*doors[:1], *doors[1:][-1:]], decides))
