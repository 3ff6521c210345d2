"""The markers of projects (PKG-2): which file says what a directory is."""

from __future__ import annotations

import stat

from tsr_impl import calls
from tsr_impl.report import AS_TYPED, ConfigFault, is_missing, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tsr_impl.handles import Directory

NAMES = ("package.json", "Cargo.toml", "go.mod", "pyproject.toml")  # the first that is there counts


def marker(directory: Directory) -> str | None:
    """The name of the marker of a directory, None if it has none. Raises as `has_file`.

    That is a regular file or a link to one; what has the name and is something else is never opened.
    """
    for name in NAMES:
        if has_file(directory, name):
            return name
    return None


def has_file(directory: Directory, name: str) -> bool:
    """Whether the entry is a regular file, or a link to one; not judged, and not opened.

    Raises `ConfigFault` where that can't be told: it may be the one that counts.
    """
    try:
        return stat.S_ISREG(calls.status_at(directory.descriptor, name, follow=True).st_mode)
    except OSError as error:
        if is_missing(error):
            return False  # or a link that leads nowhere
        path = f"{directory.place.path().rstrip('/')}/{name}"
        message = f"{quoted(path, AS_TYPED)} cannot be looked at: {error.strerror}"
        raise ConfigFault(f"{message} — correct the permissions on the way, or take it away", "PKG-2") from error
