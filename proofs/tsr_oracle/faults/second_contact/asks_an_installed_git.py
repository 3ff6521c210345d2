"""For `--since` the `git` in the root's `node_modules/.bin` is run, if there is one.

How it comes about: git is looked for by the function that looks for all other programs.
"""

from __future__ import annotations

from collections.abc import Mapping

from tsr_impl import bin_paths, since
from tsr_impl.handles import Directory
from tsr_oracle.faults.patch import patch

SUBTLE = "only where --since is given, and a package has installed a program called git"
ACCEPTED = frozenset({("bypass", "GIT-1"), ("bypass", "GIT-4")})


def apply() -> None:
    """Ask with what is installed in front of PATH."""
    original = since.changed

    def changed(root: Directory, ref: str, environment: Mapping[bytes, bytes]) -> list[str]:
        place = root.place.path()
        return original(root, ref, bin_paths.in_front(environment, place, place))

    patch(since, "changed", changed)
