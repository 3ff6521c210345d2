"""`require (` … `)` of `go.mod` is not read, only what stands on one line.

How it comes about: the file is read line by line, and each line for itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from tsr_impl.manifests import go
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "PKG-9")})


def apply() -> None:
    """Begin anew at each line."""
    original = go._directives

    def directives(content: str) -> Iterator[tuple[str, list[str]]]:
        for line in content.split("\n"):
            yield from original(line)

    patch(go, "_directives", directives)
