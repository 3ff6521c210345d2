"""The matches of a pattern come directory by directory, and not in the order of their bytes as whole paths.

How it comes about: each directory is listed, sorted and gone into in turn, so that `a/x` comes ahead of `a-b/x`.
"""

from __future__ import annotations

from tsr_impl import calls, globs
from tsr_impl.shell import Text
from tsr_oracle.faults.patch import patch

SUBTLE = "only where one directory's name is the beginning of another's, and goes on with a byte smaller than a slash"
ACCEPTED = frozenset({("divergence", "SHELL-13")})


def apply() -> None:
    """Compare paths component by component."""
    original = globs.expand

    def expand(word: list[Text], directory: int) -> list[str]:
        return sorted(original(word, directory), key=_by_component)

    patch(globs, "expand", expand)


def _by_component(path: str) -> list[bytes]:
    return [calls.encode(name) for name in path.split("/")]
