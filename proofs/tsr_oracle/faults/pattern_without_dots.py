"""A pattern's `NAME/..` is taken away before it is looked at where that leads, even if NAME is a link.

How it comes about: the library's idea of a clean path.
"""

from __future__ import annotations

import os

from tsr_impl import globs
from tsr_oracle.faults.patch import patch

SUBTLE = "`..` stands in a pattern behind the name of a link to a directory"
ACCEPTED = frozenset({("divergence", "SHELL-14")})


def apply() -> None:
    """Read the directory that the cleaned path leads to."""
    names, has = globs._Tree.names, globs._Tree.has
    patch(globs._Tree, "names", lambda self, prefix: names(self, os.path.normpath(prefix)))
    patch(globs._Tree, "has", lambda self, path: has(self, os.path.normpath(path)))
