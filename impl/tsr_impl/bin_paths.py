"""What package managers have put into `node_modules/.bin`, in front of PATH (FORM-4)."""

from __future__ import annotations

import stat

from tsr_impl import calls
from tsr_impl.places import is_within
from tsr_impl.process import DEFAULT_PATH
from tsr_impl.report import Stop, denial, is_missing, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

_INSTALLED = "node_modules/.bin"


def in_front(environment: Mapping[bytes, bytes], directory: str, root: str) -> Mapping[bytes, bytes]:
    """The environment of what runs in the directory, a physical path as `root`; itself if nothing is installed.

    Raises `Stop`.
    """
    found = [path for path in _candidates(directory, root) if ":" not in path and _is_directory(path)]
    if not found:
        return environment
    behind = environment.get(b"PATH", calls.encode(DEFAULT_PATH))
    return {**environment, b"PATH": b":".join([*map(calls.encode, found), behind])}


def _candidates(directory: str, root: str) -> Iterator[str]:
    """Where there may be some: from the directory up to the root, or in it alone if that is not beneath."""
    yield f"{directory.rstrip('/')}/{_INSTALLED}"
    while directory != root and is_within(directory, root):
        directory = directory.rpartition("/")[0] or "/"
        yield f"{directory.rstrip('/')}/{_INSTALLED}"


def _is_directory(path: str) -> bool:
    try:
        return stat.S_ISDIR(calls.status_at(None, path, follow=True).st_mode)
    except OSError as error:
        if is_missing(error) or denial(error):
            return False  # no program would be found there
        message = f"{quoted(path)} cannot be looked at: {error.strerror}"
        raise Stop(f"{message} — repair it, or take it away", "FORM-4") from error
