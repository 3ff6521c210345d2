"""Where a task's directory has no marker, that of the nearest directory above counts.

How it comes about: that is how the tools themselves find their manifest.
"""

from __future__ import annotations

import posixpath

from tsr_impl import forms
from tsr_impl.fence import Fence
from tsr_impl.places import Fault
from tsr_impl.roles import Content
from tsr_oracle.faults.patch import patch

ACCEPTED = frozenset({("divergence", "CLI-10"), ("bypass", "CLI-10")})


def apply() -> None:
    """Look there too, as far as the bounds reach."""
    original = forms._ecosystem

    def ecosystem(content: Content, path: str, bounds: Fence) -> str | None:
        found = original(content, path, bounds)
        above = posixpath.dirname(posixpath.normpath(path)) or "."
        if found or path == ".":
            return found
        try:
            with bounds.content(bounds.root, above) as further:
                return ecosystem(further, above, bounds)
        except Fault:
            return None

    patch(forms, "_ecosystem", ecosystem)
