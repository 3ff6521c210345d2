"""The row for `--resume-from` is that of a walk: by path, and in front of each package what it depends on.

How it comes about: a depth-first sort is at hand, since `^` goes that way, and it is a topological order as well.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import package_order
from tsr_oracle.faults.patch import patch

SUBTLE = "only with `--resume-from`, where a package depends on one behind it by path, and a third lies between"
ACCEPTED = frozenset({("divergence", "PKG-12")})


def _key(package: Any) -> Any:
    return package.sort_key()


def apply() -> None:
    """Sort depth first."""

    def walked(packages: Any) -> list[Any]:
        package_order.refuse_circles(packages, sorted(packages.all, key=_key))
        placed: dict[Any, None] = {}
        for start in sorted(packages.all, key=_key):
            pending = [start]
            while pending:
                behind = [one for one in packages.dependencies(pending[-1]) if one not in placed]
                if behind:
                    pending.append(behind[0])
                else:
                    placed[pending.pop()] = None
        return [*placed]

    patch(package_order, "_topological", walked)
