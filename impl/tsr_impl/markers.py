"""The markers of projects (PKG-2): which file says what a directory is."""

from __future__ import annotations

import stat

from tsr_impl import calls
from tsr_impl.report import is_scarcity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.places import Directory

NAMES = ("package.json", "Cargo.toml", "go.mod", "pyproject.toml")  # the first that is there counts


def marker(directory: Directory) -> str | None:
    """The name of the marker of a directory, None if it has none.

    That is a regular file or a link to one; what has the name and is something else is never opened.
    """
    for name in NAMES:
        if has_file(directory, name):
            return name
    return None


def has_file(directory: Directory, name: str) -> bool:
    """Whether the entry is a regular file, or a link to one; not judged, and not opened."""
    try:
        return stat.S_ISREG(calls.status_at(directory.descriptor, name, follow=True).st_mode)
    except OSError as error:
        if is_scarcity(error):
            raise
        return False  # missing, or a link that leads nowhere
