"""Where `dir` leads through a link, `node_modules/.bin` is looked for above the link.

How it comes about: the path is put together from its text.
"""

from __future__ import annotations

from typing import Any

from tsr_impl import bin_paths, sequence
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "FORM-4")})
SUBTLE = "A `dir` leads through a link, and above the link and above its target is not the same."


def apply() -> None:
    """Put the path behind that of the root."""

    def environment(ready: Any, directory: Any, fence: Any) -> Any:
        root = fence.root.place.path()
        return bin_paths.in_front(ready.environment, f"{root}/{ready.unit.directory()}", root)

    patch(sequence, "environment", environment)
