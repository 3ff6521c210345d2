"""Directories that are the user's alone (CONF-2, CONF-3): made where they are missing, and never taken on trust."""

from __future__ import annotations

import stat

from tsr_impl import calls
from tsr_impl.report import AS_TYPED, one_word, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class NotPrivate(Exception):
    """There is no such directory, and none can be made: what is wrong, and what to do."""


def find(base: str, names: Iterable[str], make: bool) -> str:
    """The directory that the names lead to, one within the other, from the physical directory `base`.

    Each of them is 0700, belongs to the user, and is no link that somebody has put there. Without `make` what is there
    is judged, and what is missing stays so. Raises `NotPrivate`.
    """
    path, below = base, [*names]
    try:
        here = calls.open_directory(path)
        try:
            _judge_base(path, here)
            while below:
                path = f"{path.rstrip('/')}/{below[0]}"
                inner = _opened(here, below.pop(0), make)
                calls.close(here)
                here = inner
                _judge(path, here)
        finally:
            calls.close(here)
    except OSError as error:
        if not make and isinstance(error, FileNotFoundError):
            return "/".join((path.rstrip("/"), *below))
        message = f"{quoted(path, AS_TYPED)} can't be made, or is no directory: {error.strerror}"
        raise NotPrivate(f"{message} — look at what is there, and take it away") from error
    return path


def _opened(directory: int, name: str, make: bool) -> int:
    """A directory of that name, open. Raises `OSError`, also for a link to one."""
    if make:
        try:
            calls.make_private_directory(directory, name)
        except FileExistsError:
            pass
    return calls.open_directory(name, directory)


def _judge_base(path: str, directory: int) -> None:
    """In a directory where everybody may replace what lies in it nothing is anybody's own (PERM-1)."""
    mode = calls.status(directory).st_mode
    if mode & stat.S_IWOTH and not mode & stat.S_ISVTX:
        message = f"{quoted(path, AS_TYPED)} is a world-writable directory without the sticky bit"
        raise NotPrivate(f"{message} — `chmod o-w {one_word(path)}`")


def _judge(path: str, directory: int) -> None:
    status = calls.status(directory)
    if status.st_uid != calls.user():
        raise NotPrivate(f"{quoted(path, AS_TYPED)} belongs to another user — take it away")
    if status.st_mode & (stat.S_IRWXG | stat.S_IRWXO):
        raise NotPrivate(f"{quoted(path, AS_TYPED)} is open to other users — `chmod 700 {one_word(path)}`")
