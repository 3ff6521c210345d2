"""Finding the config: a bounded walk up from the working directory (DISC)."""

from __future__ import annotations

import os
import pwd
import stat

from tsr_impl import calls
from tsr_impl.fence import physical_directory
from tsr_impl.places import Directory, identity_of
from tsr_impl.report import ConfigFault, Stop, quoted

CONFIG_NAME = "tasks.toml"


class Found:
    """The workspace: its root, open, and the bytes of its config."""

    __slots__ = ("root", "text")

    def __init__(self, root: Directory, text: bytes) -> None:
        self.root = root
        self.text = text


def find() -> Found:
    """The nearest `tasks.toml` at or above the working directory, within the bound.

    Raises `Stop` when there is none, and `ConfigFault` when what has the name is no regular file
    (DISC-4) or can't be read.
    """
    here = _working_directory()
    try:
        if not _walk_up(here):
            raise _nothing_found(here)
        return Found(here, _read(here))
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
    """Move `here` to the directory that holds the config; False if the bound comes first."""
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
        if calls.status(here.descriptor).st_dev != device:
            return False
        at_start = False


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


def _nothing_found(here: Directory) -> Stop:
    where = quoted(here.place.path())
    return Stop(
        f"no {CONFIG_NAME} found from the working directory up to {where} — create one at the "
        "root of your project, or change into the project",
        "DISC-1",
    )


def _read(root: Directory) -> bytes:
    """The bytes of the config; never waits, whatever has its name (DISC-4)."""
    path = quoted(root.place.path().rstrip("/") + "/" + CONFIG_NAME)
    try:
        if not stat.S_ISREG(calls.status_at(root.descriptor, CONFIG_NAME, follow=True).st_mode):
            raise ConfigFault(f"{path} is not a regular file — replace it by one", "DISC-4")
        file = calls.open_to_read(root.descriptor, CONFIG_NAME, follow=True)
        try:
            if not stat.S_ISREG(calls.status(file).st_mode):
                raise ConfigFault(f"{path} is not a regular file — replace it by one", "DISC-4")
            return b"".join(iter(lambda: calls.read(file), b""))
        finally:
            calls.close(file)
    except OSError as error:
        message = f"{path} cannot be read: {error.strerror} — repair it or take it away"
        raise ConfigFault(message, "DISC-4") from error
