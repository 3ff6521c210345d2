"""The three system calls, the rights by ABI, and `restrict`, which puts them together (CONF-4)."""

from __future__ import annotations

import ctypes
import os
import stat
import sys
from collections.abc import Iterable
from functools import cache

KNOWN_ABI = 8
"""The newest ABI that the tables below describe. A newer kernel is used as if it had this one."""

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx", "/dev/pts")
"""What stays writable though it lies beneath no root (CONF-3), where it exists."""

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446
_VERSION_FLAG = 1
_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38
_SCOPE_SIGNAL = 1 << 1
SCOPES_SIGNALS = 6
"""The first ABI that can keep a process from signalling others."""

_WRITE_FILE, _REFER, _TRUNCATE = 1 << 1, 1 << 13, 1 << 14
_WRITE_CLASS = _WRITE_FILE | sum(1 << bit for bit in range(4, 13))  # and: remove and make, of every kind
_FOR_FILES = _WRITE_FILE | _TRUNCATE  # a rule on a file that names more than these is EINVAL

_GAPS = (
    (3, "a file outside can be truncated"),
    (SCOPES_SIGNALS, "processes outside can be signalled"),
)


class LandlockError(OSError):
    """The boundary can't be drawn: says which step failed and why. The caller must not go on unconfined."""


class _RulesetAttr(ctypes.Structure):
    _fields_ = (("fs", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class _PathBeneathAttr(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def abi() -> int:
    """The Landlock ABI of this kernel, at most `KNOWN_ABI`; 0 where there is none or it is switched off."""
    if sys.platform != "linux":
        return 0
    found = _libc().syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _VERSION_FLAG)
    return min(max(int(found), 0), KNOWN_ABI)


def gaps(version: int) -> tuple[str, ...]:
    """What a boundary of that ABI does not stop though CONF-4 would have it stopped, one sentence each."""
    return tuple(sentence for since, sentence in _GAPS if version < since)


def restrict(roots: Iterable[str | int], *, devices: Iterable[str] = DEVICES) -> int:
    """Take from this process, for good and for all that it starts, every write that lies beneath no root (CONF-4).

    A root is a path or an open descriptor: a directory, or a regular file, which then is a root of itself.
    `devices` may be written to, and nothing else be done to them; those that don't exist are passed over.
    Signals to processes outside are stopped too, where the kernel can. Returns the ABI that was used; `gaps` says
    what that leaves open. Raises LandlockError, and then the process may be partly set up, so it must not go on.
    """
    version = abi()
    if version == 0:
        raise LandlockError("Landlock is not available on this host")
    if len(os.listdir("/proc/self/task")) != 1:
        raise LandlockError("Landlock confines the calling thread only, and this process has several")
    ruleset = _create(version)
    try:
        for root in roots:
            _allow_root(ruleset, root, _write_class(version))
        for device in devices:
            _allow_device(ruleset, device)
        _put_in_force(ruleset)
    finally:
        os.close(ruleset)
    return version


def scope_signals() -> None:
    """From now on this thread, and what it starts, can signal only what is so confined with it.

    For a thread whose process is not to be signalled by what it starts. Raises LandlockError, also where the kernel is
    older than `SCOPES_SIGNALS`. Nothing else changes: renaming into another directory, which every set of rules denies
    unless it says otherwise, is granted everywhere.
    """
    ruleset = _new_ruleset(_RulesetAttr(fs=_REFER, scoped=_SCOPE_SIGNAL), 24)
    try:
        _allow_root(ruleset, "/", _REFER)
        _put_in_force(ruleset)
    finally:
        os.close(ruleset)


@cache
def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _write_class(version: int) -> int:
    return _WRITE_CLASS | (_REFER if version >= 2 else 0) | (_TRUNCATE if version >= 3 else 0)


def _create(version: int) -> int:
    attr = _RulesetAttr(fs=_write_class(version), scoped=_SCOPE_SIGNAL if version >= SCOPES_SIGNALS else 0)
    return _new_ruleset(attr, 24 if version >= SCOPES_SIGNALS else 16 if version >= 4 else 8)


def _new_ruleset(attr: _RulesetAttr, size: int) -> int:
    ruleset = _libc().syscall(_CREATE_RULESET, ctypes.byref(attr), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        raise _failed("a set of rules could not be made")
    return int(ruleset)


def _put_in_force(ruleset: int) -> None:
    if _libc().prctl(_PR_SET_NO_NEW_PRIVS, *(ctypes.c_ulong(value) for value in (1, 0, 0, 0))) != 0:
        raise _failed("no-new-privileges could not be set")
    if _libc().syscall(_RESTRICT_SELF, ruleset, 0) != 0:
        raise _failed("the rules could not be put in force (a process has at most 16 layers of them)")


def _allow(ruleset: int, handle: int, rights: int) -> None:
    attr = _PathBeneathAttr(allowed=rights, parent=handle)
    if _libc().syscall(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.byref(attr), 0) != 0:
        raise _failed("a root could not be granted")


def _allow_root(ruleset: int, root: str | int, rights: int) -> None:
    try:
        handle = os.open(root, os.O_PATH | os.O_CLOEXEC) if isinstance(root, str) else os.dup(root)
    except OSError as error:
        raise LandlockError(f"the root {root!r} can't be granted: {error.strerror}") from None
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
            raise LandlockError(f"the root {root!r} is neither a directory nor a regular file")
        _allow(ruleset, handle, rights if stat.S_ISDIR(mode) else rights & _FOR_FILES)
    finally:
        os.close(handle)


def _allow_device(ruleset: int, path: str) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    try:
        _allow(ruleset, handle, _WRITE_FILE)
    finally:
        os.close(handle)


def _failed(sentence: str) -> LandlockError:
    return LandlockError(f"{sentence}: {os.strerror(ctypes.get_errno())}")
