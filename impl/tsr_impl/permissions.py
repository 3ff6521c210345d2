"""What others may write must not decide what runs (PERM), whatever a config or an option says (TIER-4).

A `Trail` is what a walk saw on its way, read from the directories that it held open; so what is
judged here is what was walked through.
"""

from __future__ import annotations

import stat

from tsr_impl import calls
from tsr_impl.report import AS_TYPED, ConfigFault, one_word, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Iterator

    from tsr_impl.handles import Directory

COMMANDS = "what commands run"
ENVIRONMENT = "what environment commands get"

_ANYBODY = stat.S_IWOTH
_OTHERS = stat.S_IWGRP | stat.S_IWOTH  # with `--strict`


class Step:
    """One look into a directory: `entry` is what was there under `name` (also `..`), None if nothing was.

    `last`: it was the last component of the name, or of the target of a link in last place.
    """

    __slots__ = ("directory", "entry", "last", "name", "path")

    def __init__(
        self, path: str, directory: os.stat_result, name: str, entry: os.stat_result | None, last: bool
    ) -> None:
        self.path = path
        self.directory = directory
        self.name = name
        self.entry = entry
        self.last = last


class Trail:
    """The steps of one walk from `start`, in order, up to the first that found nothing to go on from."""

    __slots__ = ("_start", "steps")

    def __init__(self, start: Directory) -> None:
        self._start = start
        self.steps: list[Step] = []

    def saw(self, directory: Directory, name: str, entry: os.stat_result | None, last: bool) -> None:
        """Note a look into a directory that is open. Raises `OSError`."""
        self.steps.append(Step(directory.place.path(), calls.status(directory.descriptor), name, entry, last))

    def whole(self) -> list[Step]:
        """All steps, those included that lead from `/` down to the start. Raises `ConfigFault`."""
        try:
            return [*reversed([*self._above()]), *self.steps]
        except OSError as error:
            message = f"a directory above {quoted(self._start.place.path(), AS_TYPED)} cannot be looked at"
            raise ConfigFault(f"{message}: {error.strerror} — leave `--strict` away", "PERM-3") from error

    def _above(self) -> Iterator[Step]:
        """From the start up. Raises `OSError`."""
        here = self._start
        try:
            while here.place.parent is not None:
                below, name = calls.status(here.descriptor), here.place.name
                above = here.above()
                if here is not self._start:
                    here.close()
                here = above
                yield Step(here.place.path(), calls.status(here.descriptor), name, below, False)
        finally:
            if here is not self._start:
                here.close()


def judge(trail: Trail, place: str, file: os.stat_result, decides: str, strict: bool) -> None:
    """Judge a file, open and with the status `file`, at the physical path `place`.

    Raises `ConfigFault` for the first offence: from the entry along the links in last place to the
    file (PERM-1, PERM-2), then all that `strict` asks for (PERM-3).
    """
    doors = [step for step in trail.steps if step.last]
    _judge_doors(doors, decides)
    if file.st_mode & _ANYBODY:
        raise _world_writable(place, f"is world-writable, and it decides {decides}", by_link=len(doors) > 1)
    if strict:
        _judge_way(trail, decides)
        _judge_owner(place, file, decides)
        if file.st_mode & _OTHERS:
            raise _writable_by_others(place, decides)


def judge_missing(trail: Trail, decides: str) -> None:
    """With `--strict`: judge the way to a file that is not there, and that others might make (PERM-3)."""
    _judge_way(trail, decides)


def judge_ignored(trail: Trail, place: str, directory: os.stat_result, decides: str) -> None:
    """With `--strict`: judge a directory that counts as no file, and the way to it (PERM-3).

    Its own mode lets others put something into it, and nothing in its place.
    """
    _judge_way(trail, decides)
    _judge_owner(place, directory, decides)


def _judge_doors(doors: list[Step], decides: str) -> None:
    """Judge the directory of the entry, and then that of each link in last place (PERM-2)."""
    for number, door in enumerate(doors):
        if _is_open_to_anybody(door.directory):
            what = f"is a world-writable directory without the sticky bit, and what lies in it decides {decides}"
            raise _world_writable(door.path, what, by_link=number > 0)


def _is_open_to_anybody(directory: os.stat_result) -> bool:
    """Whether anybody can replace what lies in a directory; in a sticky one it has to be theirs (PERM-1)."""
    return bool(directory.st_mode & _ANYBODY) and not directory.st_mode & stat.S_ISVTX


def _world_writable(path: str, what: str, by_link: bool) -> ConfigFault:
    message = f"{quoted(path, AS_TYPED)} {what} — `chmod o-w {one_word(path)}` before using it"
    return ConfigFault(message, "PERM-2" if by_link else "PERM-1")


# With `--strict` ------------------------------------------------------------------------------


def _judge_way(trail: Trail, decides: str) -> None:
    """Judge all that was seen: directories by owner and mode, links and files by owner only.

    A file in the place of a directory (`f/e`, `f/`) leads nowhere, but who owns it could make it one.
    """
    for step in trail.whole():
        _judge_owner(step.path, step.directory, decides)
        if step.directory.st_mode & _OTHERS and not _is_sticky_for(step):
            raise _writable_by_others(step.path, decides)
        if step.entry is not None and not stat.S_ISDIR(step.entry.st_mode):
            _judge_owner(f"{step.path.rstrip('/')}/{step.name}", step.entry, decides)


def _is_sticky_for(step: Step) -> bool:
    """Whether the sticky bit keeps others from having put the entry there, and from replacing it.

    A file or a link of the user's may have been moved there by somebody else; a directory can't be.
    """
    entry = step.entry
    if entry is None or not stat.S_ISDIR(entry.st_mode):
        return False
    return bool(step.directory.st_mode & stat.S_ISVTX) and _is_trusted(entry)


def _is_trusted(status: os.stat_result) -> bool:
    return status.st_uid in (0, calls.user())


def _judge_owner(path: str, status: os.stat_result, decides: str) -> None:
    if not _is_trusted(status):
        message = f"{quoted(path, AS_TYPED)} belongs to another user, and takes part in deciding {decides}"
        raise ConfigFault(f"{message} — `chown` it, or leave `--strict` away", "PERM-3")


def _writable_by_others(path: str, decides: str) -> ConfigFault:
    message = f"{quoted(path, AS_TYPED)} can be written by other users, and takes part in deciding {decides}"
    return ConfigFault(f"{message} — `chmod go-w {one_word(path)}`, or leave `--strict` away", "PERM-3")
