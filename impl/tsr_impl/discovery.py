"""Finding the config, or without one a project: a bounded walk up from the working directory (DISC)."""

from __future__ import annotations

import os
import pwd

from tsr_impl import calls, permissions
from tsr_impl.fence import physical_directory, wherever
from tsr_impl.handles import Directory
from tsr_impl.places import FILE, MISSING, Fault, identity_of
from tsr_impl.report import ConfigFault, Stop, denial, is_missing, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

CONFIG_NAME = "tasks.toml"
_MOST_BYTES = 64 << 20  # of a config: more than anybody writes, and little to hold


class Found:
    """The workspace: its root, open, and the bytes of its config; None if there is only a project (CLI-12)."""

    __slots__ = ("root", "text")

    def __init__(self, root: Directory, text: bytes | None) -> None:
        self.root = root
        self.text = text


def find(strict: bool) -> Found:
    """The nearest `tasks.toml` at or above the working directory, within the bound; else the nearest marker.

    Raises `Stop` when there is neither, and `ConfigFault` when what has the name `tasks.toml` is no
    regular file or can't be read (DISC-4), or is for others to write (PERM).
    """
    here = _working_directory()
    try:
        start = calls.status(here.descriptor)
        if _walk_up(here, _has_config):
            return Found(here, _read(here, strict))
        return Found(_project(here, start), None)
    except OSError as error:
        here.close()
        raise _unseen(here, error) from error
    except BaseException:
        here.close()
        raise


def path_of_config() -> str:
    """The path of the config that a run here would have; else of the one that would govern here, if it was made.

    Raises as `find`.
    """
    with _working_directory() as here:
        start = here.place.path()
        if not _is_governed(here):
            return config_in(start)
        _read(here, strict=False)
        return config_in(here.place.path())


def text_of_config() -> bytes | None:
    """The bytes of the config that governs here, None if there is none. Raises as `find`."""
    with _working_directory() as here:
        return _read(here, strict=False) if _is_governed(here) else None


def _is_governed(here: Directory) -> bool:
    """Move `here` to the nearest directory with a config; False if there is none. Raises `Stop`."""
    try:
        return _walk_up(here, _has_config)
    except OSError as error:
        raise _unseen(here, error) from error


def _unseen(here: Directory, error: OSError) -> Stop:
    """What to say where the walk can't go on: nothing further up counts, where there may be something here."""
    message = f"cannot look for {CONFIG_NAME} in {quoted(here.place.path())}: {error.strerror}"
    return Stop(f"{message} — correct its permissions, or change into another directory", "DISC-1")


def config_in(directory: str) -> str:
    """The path of the config that lies in a directory."""
    return directory.rstrip("/") + "/" + CONFIG_NAME


def _project(end: Directory, start: os.stat_result) -> Directory:
    """The nearest directory with a marker (DISC-3), where the walk for a config came to its `end`."""
    from tsr_impl import markers

    here = _working_directory()
    try:
        if _walk_up(here, lambda directory: markers.marker(directory) is not None):
            end.close()
            return here
        raise _nothing_found(end, start)
    except BaseException:
        here.close()
        raise


def _working_directory() -> Directory:
    try:
        path = calls.working_directory()
        return physical_directory(calls.open_directory("."), path)
    except OSError as error:
        message = f"the working directory cannot be used: {error.strerror} — change to another one"
        raise Stop(message, "DISC-1") from error


def _walk_up(here: Directory, is_wanted: Callable[[Directory], bool]) -> bool:
    """Move `here` to the nearest directory that is wanted; False if the bound comes first.

    No key, option or variable moves the bound further up (TIER-4).
    """
    homes = _homes()
    device = calls.status(here.descriptor).st_dev
    at_start = True
    while True:
        at_home = here.identity() in homes
        at_top = here.place.parent is None
        # DISC-2: the config of a home directory, or of `/`, governs nothing beneath it.
        if (at_home or at_top) and not at_start:
            return False
        if is_wanted(here):
            return True
        if at_home or at_top or _has(here, ".git"):
            return False
        above = here.above()
        here.close()
        here.descriptor, here.place = above.descriptor, above.place
        if not _is_on(here, device):
            return False
        at_start = False


def _is_on(here: Directory, device: int) -> bool:
    """Whether a directory belongs to that file system (DISC-5)."""
    return calls.status(here.descriptor).st_dev == device


def _homes() -> set[tuple[int, int]]:
    """The identities of `$HOME` and of the password database's home (DISC-2). Raises `OSError`."""
    homes = set()
    for path in (calls.decode(os.environb.get(b"HOME", b"")), _home_in_database()):
        if path.startswith("/"):
            try:
                homes.add(identity_of(calls.status_at(None, path, follow=True)))
            except OSError as error:
                if not (is_missing(error) or denial(error)):
                    raise
                # One that isn't there bounds nothing, nor does one in a place where this user never gets.
    return homes


def _home_in_database() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""  # a user without an entry, as in many containers


def _has_config(directory: Directory) -> bool:
    return _has(directory, CONFIG_NAME)


def _has(directory: Directory, name: str) -> bool:
    """Whether there is an entry of that name, of any kind, a dangling link included."""
    try:
        calls.status_at(directory.descriptor, name)
    except FileNotFoundError:
        return False
    return True


def _nothing_found(here: Directory, start: os.stat_result) -> Stop:
    """What to say when a bound ended the walk at `here`: which one, and what it leaves out (CLI-12)."""
    began_here = here.identity() == identity_of(start)
    bound, clause = _bound(here, start)
    if not began_here and clause != "DISC-1":
        where = f"between the working directory and {bound}; what is there or further up does not count ({clause})"
    elif here.place.parent is None:
        where = "in '/'"
    else:
        where = f"from the working directory up to {bound}; what is further up does not count ({clause})"
    way_out = "change into your project, or let `tsr --init` write one at its root"
    return Stop(f"no {CONFIG_NAME} and no project found {where} — {way_out}", "CLI-12")


def _bound(here: Directory, start: os.stat_result) -> tuple[str, str]:
    """The rule that ended the walk at `here`, and its clause."""
    where = quoted(here.place.path())
    if not _is_on(here, start.st_dev):
        return f"{where}, which is another file system", "DISC-5"
    if here.place.parent is None:
        return where, "DISC-6"
    if here.identity() in _homes():
        return "the home directory", "DISC-2"  # its path is a value of the environment (OUT-1)
    return f"{where}, which holds `.git`", "DISC-1"


def _read(root: Directory, strict: bool) -> bytes:
    """The bytes of the config; never waits, whatever has its name (DISC-4), and judged first (PERM)."""
    path = quoted(config_in(root.place.path()))
    trail = permissions.Trail(root)
    try:
        with wherever(root, CONFIG_NAME, trail) as content:
            if content.kind() not in (FILE, MISSING):
                raise ConfigFault(f"{path} is not a regular file — replace it by one", "DISC-4")
            with content.open_file() as file:
                permissions.judge(trail, content.place.path(), file.like, permissions.COMMANDS, strict)
                text = file.read_all(_MOST_BYTES)
    except Fault as fault:
        message = f"{path} cannot be read: {fault.reason} — repair it or take it away"
        raise ConfigFault(message, "DISC-4") from fault
    if text is None:
        raise ConfigFault(f"{path} is larger than {_MOST_BYTES >> 20} MiB — make it shorter")
    return text
