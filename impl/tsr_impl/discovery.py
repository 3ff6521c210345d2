"""Finding the config: a bounded walk up from the working directory (DISC)."""

from __future__ import annotations

import os
import pwd

from tsr_impl import calls, permissions
from tsr_impl.fence import physical_directory, wherever
from tsr_impl.places import FILE, MISSING, Directory, Fault, identity_of
from tsr_impl.report import ConfigFault, Stop, quoted

CONFIG_NAME = "tasks.toml"
_MOST_BYTES = 64 << 20  # of a config: more than anybody writes, and little to hold


class Found:
    """The workspace: its root, open, and the bytes of its config."""

    __slots__ = ("root", "text")

    def __init__(self, root: Directory, text: bytes) -> None:
        self.root = root
        self.text = text


def find(strict: bool) -> Found:
    """The nearest `tasks.toml` at or above the working directory, within the bound.

    Raises `Stop` when there is none, and `ConfigFault` when what has the name is no regular file
    or can't be read (DISC-4), or is for others to write (PERM).
    """
    here = _working_directory()
    try:
        start = calls.status(here.descriptor)
        if not _walk_up(here):
            raise _nothing_found(here, start)
        return Found(here, _read(here, strict))
    except OSError as error:
        here.close()
        where = quoted(here.place.path())
        message = f"cannot look for {CONFIG_NAME} in {where}: {error.strerror}"
        raise Stop(message, "DISC-1") from error
    except BaseException:
        here.close()
        raise


def _working_directory() -> Directory:
    try:
        descriptor = calls.open_directory(".")
        return physical_directory(descriptor, calls.working_directory())
    except OSError as error:
        message = f"the working directory cannot be used: {error.strerror} — change to another one"
        raise Stop(message, "DISC-1") from error


def _walk_up(here: Directory) -> bool:
    """Move `here` to the directory that holds the config; False if the bound comes first.

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
        if _has(here, CONFIG_NAME):
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
    """The identities of `$HOME` and of the password database's home (DISC-2)."""
    homes = set()
    for path in (calls.decode(os.environb.get(b"HOME", b"")), _home_in_database()):
        if path.startswith("/"):
            try:
                homes.add(identity_of(calls.status_at(None, path, follow=True)))
            except OSError:
                continue  # a home that isn't there bounds nothing
    return homes


def _home_in_database() -> str:
    try:
        return pwd.getpwuid(os.getuid()).pw_dir
    except KeyError:
        return ""  # a user without an entry, as in many containers


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
        where = f"between the working directory and {bound}; one there or further up does not count"
    elif here.place.parent is None:
        where = "in '/'"
    else:
        where = f"from the working directory up to {bound}; one further up does not count"
    way_out = "create one at the root of your project, or change into the project"
    return Stop(f"no {CONFIG_NAME} found {where} — {way_out}", clause)


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
    path = quoted(root.place.path().rstrip("/") + "/" + CONFIG_NAME)
    trail = permissions.Trail(root)
    try:
        with wherever(root, CONFIG_NAME, trail) as content:
            if content.kind() not in (FILE, MISSING):
                raise ConfigFault(f"{path} is not a regular file — replace it by one", "DISC-4")
            with content.open_file() as file:
                permissions.judge(trail, content.place.path(), file.status(), permissions.COMMANDS, strict)
                text = file.read_all(_MOST_BYTES)
    except Fault as fault:
        message = f"{path} cannot be read: {fault.reason} — repair it or take it away"
        raise ConfigFault(message, "DISC-4") from fault
    if text is None:
        raise ConfigFault(f"{path} is larger than {_MOST_BYTES >> 20} MiB — make it shorter")
    return text
