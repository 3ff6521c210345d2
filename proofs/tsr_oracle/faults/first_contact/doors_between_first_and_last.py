"""Of a chain of links to a config the first and the last directory are judged, and none between them.

How it comes about: the name as it was found, and what `realpath` made of it, were taken for all there is.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import permissions
from tsr_oracle.faults.patch import patch

SUBTLE = "only where a config is reached over a link to a link, and that one lies where everybody may write"
ACCEPTED = frozenset({("bypass", "PERM-2"), ("divergence", "PERM-2")})


def apply() -> None:
    """Leave out the doors in the middle."""
    right = permissions._judge_doors

    def judge(doors: list[Any], decides: str) -> None:
        right([*doors[:1], *doors[1:][-1:]], decides)

    patch(permissions, "_judge_doors", judge)
