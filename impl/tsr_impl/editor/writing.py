"""Reading and writing tasks.toml with care: whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

import os
import secrets
import stat

from tsr_impl import calls, config
from tsr_impl.discovery import CONFIG_NAME
from tsr_impl.handles import close_quietly
from tsr_impl.report import AS_TYPED, ConfigFault, Stop, quoted

_MOST_BYTES = 64 << 20  # as much as the runner reads
_NEW_FILE = 0o644
_UNDER_WAY = 0o600
_RIGHTS = 0o775  # those that are kept: all but that anybody may write


class Changed(Stop):
    """The file is not what was read any more."""


class Original:
    """The file as it was read: without `status`, and empty, if it isn't there.

    `named` is how it was asked for, `path` where it is, behind all links.
    """

    __slots__ = ("named", "path", "status", "text")

    def __init__(self, named: str, path: str, status: os.stat_result | None, text: bytes) -> None:
        self.named = named
        self.path = path
        self.status = status
        self.text = text


def read(named: str) -> Original:
    """The tasks.toml of that name, or that there is none. Raises `Stop` for what is no file or can't be read."""
    path = calls.decode(os.path.realpath(calls.encode(named)))
    try:
        descriptor = calls.open_to_read(None, path)
    except FileNotFoundError as error:
        if os.path.lexists(calls.encode(named)):
            raise ConfigFault(f"{_shown(named)} is a link that leads nowhere — take it away", "DISC-4") from error
        return Original(named, path, None, b"")
    except OSError as error:
        raise _unreadable(named, error) from error
    try:
        status = calls.status(descriptor)
        if not stat.S_ISREG(status.st_mode):
            raise ConfigFault(f"{_shown(named)} is not a regular file — replace it by one", "DISC-4")
        text = _read_all(named, descriptor)
    except OSError as error:
        raise _unreadable(named, error) from error
    finally:
        close_quietly(descriptor)
    return Original(named, path, status, text)


def fault(text: str) -> str:
    """What the runner would refuse in a config of this text, in its words; nothing if it would not."""
    try:
        config.read(calls.encode(text))
    except ConfigFault as found:
        clause = f" [{found.clause}]" if found.clause else ""
        return "\n".join((found.message + clause, *found.detail))
    return ""


def write(original: Original, text: str, over_changes: bool = False) -> Original:
    """Put `text` in the place of what was read; the file as it is then.

    Raises `Stop` for a text that the runner would refuse and where it can't be written, and `Changed` if the file
    isn't any more what was read, unless it is to be written `over_changes`. The file is then as it was.
    """
    config.read(calls.encode(text))
    if not over_changes:
        _check_unchanged(original)
    directory, name = os.path.split(original.path)
    try:
        handle = calls.open_to_read(None, directory)
        try:
            _replace(handle, name, original, calls.encode(text), over_changes)
        finally:
            close_quietly(handle)
    except OSError as error:
        message = f"{_shown(original.path)} can't be written: {error.strerror}"
        raise Stop(f"{message} — nothing of it was changed") from error
    return read(original.named)


def _replace(directory: int, name: str, original: Original, text: bytes, over_changes: bool) -> None:
    """Write a file beside it and give that its name. Raises `OSError`, and then leaves nothing behind."""
    beside = f".{CONFIG_NAME}.{secrets.token_hex(8)}"
    descriptor = calls.create(directory, beside, _NEW_FILE if original.status is None else _UNDER_WAY)
    try:
        try:
            _write_all(descriptor, text)
            if original.status is not None:
                calls.change_mode(descriptor, _mode_for(descriptor, original.status))
            calls.synchronize(descriptor)
        finally:
            close_quietly(descriptor)  # what was written is kept by now
        if not over_changes:
            _check_unchanged(original)
        calls.rename(directory, beside, directory, name)
    except BaseException:
        _take_away(directory, beside)
        raise
    try:
        calls.synchronize(directory)
    except OSError:
        return  # there are file systems on which a directory can't be; the file is there


def _take_away(directory: int, name: str) -> None:
    """As far as that is possible; why it has to be counts for more."""
    try:
        calls.unlink(directory, name)
    except OSError:
        return


def _mode_for(descriptor: int, before: os.stat_result) -> int:
    """The mode that the file had, as far as it may have it (PERM-1); it gets its owners back if that can be.

    The rights of a group are not passed on to another one.
    """
    mode = before.st_mode & _RIGHTS
    try:
        calls.change_owner(descriptor, before.st_uid, before.st_gid)
    except OSError:
        if before.st_gid != calls.status(descriptor).st_gid:
            mode &= ~stat.S_IRWXG
    return mode


def _check_unchanged(original: Original) -> None:
    now = read(original.named)
    if (now.path, now.status is None, now.text) != (original.path, original.status is None, original.text):
        raise Changed(f"{_shown(original.named)} was changed by somebody else since it was read")


def _write_all(descriptor: int, text: bytes) -> None:
    rest = memoryview(text)
    while rest:
        rest = rest[calls.write(descriptor, rest) :]


def _read_all(named: str, descriptor: int) -> bytes:
    parts = []
    size = 0
    while part := calls.read(descriptor):
        parts.append(part)
        size += len(part)
        if size > _MOST_BYTES:
            raise ConfigFault(f"{_shown(named)} is larger than {_MOST_BYTES >> 20} MiB — make it shorter", "DISC-4")
    return b"".join(parts)


def _unreadable(named: str, error: OSError) -> ConfigFault:
    message = f"{_shown(named)} cannot be read: {error.strerror} — repair it or take it away"
    return ConfigFault(message, "DISC-4")


def _shown(path: str) -> str:
    return quoted(path, AS_TYPED)
