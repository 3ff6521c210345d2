"""The three system calls, and `restrict`, which puts them together (CONF-4)."""

from __future__ import annotations

import ctypes
import os
import stat
import sys

from tsr_landlock import rights

TYPE_CHECKING = False  # what `typing` has is an import that the start of each confined command would pay for
if TYPE_CHECKING:
    from collections.abc import Iterable

DEVICES = ("/dev/null", "/dev/zero", "/dev/full", "/dev/tty", "/dev/ptmx", "/dev/pts")
"""What stays writable though it lies beneath no root (CONF-3), where it exists."""

_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same on every machine
_CREATE_RULESET_VERSION = 1 << 0
_RULE_PATH_BENEATH = 1
_PR_SET_NO_NEW_PRIVS = 38

_libc = ctypes.CDLL(None, use_errno=True)


class LandlockError(OSError):
    """The boundary can't be drawn: says which step failed and why. The caller must not go on unconfined."""


class _RulesetAttr(ctypes.Structure):
    """`struct landlock_ruleset_attr`; `rights.attribute_size` says how much of it a kernel knows."""

    _fields_ = (
        ("handled_access_fs", ctypes.c_uint64),
        ("handled_access_net", ctypes.c_uint64),
        ("scoped", ctypes.c_uint64),
    )


class _PathBeneathAttr(ctypes.Structure):
    """`struct landlock_path_beneath_attr`, which is packed."""

    _pack_ = 1
    _layout_ = "ms"
    _fields_ = (("allowed_access", ctypes.c_uint64), ("parent_fd", ctypes.c_int32))


def abi() -> int:
    """The Landlock ABI of this kernel, at most `KNOWN_ABI`; 0 where there is none or it is switched off."""
    if sys.platform != "linux":
        return 0
    found = _libc.syscall(_CREATE_RULESET, None, ctypes.c_size_t(0), _CREATE_RULESET_VERSION)
    return min(max(int(found), 0), rights.KNOWN_ABI)


def restrict(roots: Iterable[str | int], *, devices: Iterable[str] = DEVICES) -> int:
    """Take from this process, for good and for all that it starts, every write that lies beneath no root (CONF-4).

    A root is a path or an open descriptor: a directory, or a regular file, which then is a root of itself.
    `devices` may be written to, and nothing else be done to them; those that don't exist are passed over.
    Signals to processes outside are stopped too, where the kernel can. Returns the ABI that was used; `gaps` says
    what that leaves open. Raises LandlockError, and then the process may be partly set up, so it must not go on.
    """
    version = abi()
    if version == 0:
        raise LandlockError("Landlock is not available on this host — it takes Linux 5.13, and `landlock` in `lsm=`")
    _must_be_one_thread()
    attribute = _RulesetAttr(handled_access_fs=rights.write_class(version), scoped=rights.scoped(version))
    ruleset = _new_ruleset(attribute, rights.attribute_size(version))
    try:
        for root in roots:
            _allow_root(ruleset, root, rights.beneath_root(version))
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
    attribute = _RulesetAttr(handled_access_fs=rights.REFER, scoped=rights.SCOPE_SIGNAL)
    ruleset = _new_ruleset(attribute, rights.attribute_size(rights.SCOPES_SIGNALS))
    try:
        _allow_root(ruleset, "/", rights.REFER)
        _put_in_force(ruleset)
    finally:
        os.close(ruleset)


def _must_be_one_thread() -> None:
    try:
        threads = os.listdir("/proc/self/task")
    except OSError as error:
        message = f"this process can't tell how many threads it has: {error.strerror} — mount /proc"
        raise LandlockError(message) from error
    if len(threads) != 1:
        raise LandlockError("Landlock confines the calling thread only, and this process has several")


def _new_ruleset(attribute: _RulesetAttr, size: int) -> int:
    ruleset = _libc.syscall(_CREATE_RULESET, ctypes.byref(attribute), ctypes.c_size_t(size), 0)
    if ruleset < 0:
        raise _failed("a set of rules could not be made")
    return int(ruleset)


def _put_in_force(ruleset: int) -> None:
    if _libc.prctl(_PR_SET_NO_NEW_PRIVS, *(ctypes.c_ulong(value) for value in (1, 0, 0, 0))) != 0:
        raise _failed("no-new-privileges could not be set")
    if _libc.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
        raise _failed("the rules could not be put in force (a process has at most 16 layers of them)")


def _allow(ruleset: int, handle: int, granted: int) -> None:
    attribute = _PathBeneathAttr(allowed_access=granted, parent_fd=handle)
    if _libc.syscall(_ADD_RULE, ruleset, _RULE_PATH_BENEATH, ctypes.byref(attribute), 0) != 0:
        raise _failed("a root could not be granted")


def _allow_root(ruleset: int, root: str | int, granted: int) -> None:
    try:
        handle = os.open(root, os.O_PATH | os.O_CLOEXEC) if isinstance(root, str) else os.dup(root)
    except OSError as error:
        raise LandlockError(f"the root {root!r} can't be granted: {error.strerror}") from None
    try:
        mode = os.fstat(handle).st_mode
        if not stat.S_ISDIR(mode) and not stat.S_ISREG(mode):
            raise LandlockError(f"the root {root!r} is neither a directory nor a regular file")
        _allow(ruleset, handle, granted if stat.S_ISDIR(mode) else rights.for_file(granted))
    finally:
        os.close(handle)


def _allow_device(ruleset: int, path: str) -> None:
    try:
        handle = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except FileNotFoundError:
        return
    except OSError as error:
        raise LandlockError(f"the device {path!r} can't be granted: {error.strerror}") from None
    try:
        _allow(ruleset, handle, rights.WRITE_FILE)
    finally:
        os.close(handle)


def _failed(sentence: str) -> LandlockError:
    return LandlockError(f"{sentence}: {os.strerror(ctypes.get_errno())}")
