"""Two stars behind a link to a directory stand for nothing, although it is the pattern's own text that goes through it.

How it comes about: "never goes through a link" is checked for each directory it enters, the one it starts in included.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "only where what stands in front of the two stars ends in a link"
ACCEPTED = frozenset({("divergence", "SHELL-11"), ("divergence", "SHELL-14")})


def apply() -> None:
    """Leave out where the walk would start if that is a link."""
    original = globs._directories_beneath

    def beneath(prefixes: Iterable[str], tree: globs._Tree) -> Iterator[str]:
        starts = [prefix for prefix in prefixes if not _is_link(prefix, tree)]
        return original(starts, tree)

    patch(globs, "_directories_beneath", beneath)


def _is_link(prefix: str, tree: globs._Tree) -> bool:
    name = prefix.rstrip("/")
    return bool(name) and not tree.has_directory(name, follow=False)
