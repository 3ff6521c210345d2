"""Which errors a call is made to fail with: what its manual page lists, and always EIO and ENOMEM."""

from __future__ import annotations

import errno
import os

_ALWAYS = "EIO ENOMEM"
_LOOK_UP = "EACCES ELOOP ENAMETOOLONG ENOENT ENOTDIR ESTALE"
_OPEN = f"{_LOOK_UP} EMFILE ENFILE EPERM"
_MAKE = f"{_LOOK_UP} EDQUOT EEXIST ENOSPC EPERM EROFS"
_CHANGE = f"{_LOOK_UP} EPERM EROFS EBUSY"
_WRITE = "EAGAIN EDQUOT EFBIG ENOSPC EPERM EROFS"
_SPAWN = "E2BIG EACCES EAGAIN EMFILE ENFILE ENOENT ENOEXEC EPERM ETXTBSY"

_LISTED = {
    "working_directory": "EACCES ENOENT",
    "change_directory": "EACCES ENOTDIR ESTALE",
    "open_directory": _OPEN,
    "duplicate": "EBADF EMFILE",
    "close": "EDQUOT EINTR ENOSPC",
    "names": f"{_OPEN}",
    "list_path": f"{_OPEN}",
    "status": "EACCES EOVERFLOW ESTALE",
    "status_at": f"{_LOOK_UP} EOVERFLOW",
    "read_link": f"{_LOOK_UP} EINVAL",
    "open_descriptors": "EACCES EMFILE ENFILE ENOENT",
    "make_directory": _MAKE,
    "make_private_directory": _MAKE,
    "remove_directory": f"{_CHANGE} ENOTEMPTY",
    "unlink": f"{_CHANGE} EISDIR",
    "make_link": _MAKE,
    "rename": f"{_CHANGE} EDQUOT ENOSPC EXDEV ENOTEMPTY EISDIR",
    "open_to_read": f"{_OPEN} ENXIO EAGAIN",
    "open_to_write": f"{_OPEN} EROFS ETXTBSY ENXIO EAGAIN",
    "create": f"{_OPEN} {_MAKE}",
    "open_report": f"{_OPEN} {_MAKE} ENXIO EAGAIN",
    "truncate": "EACCES EFBIG EPERM EROFS",
    "change_mode": "EPERM EROFS",
    "change_owner": "EPERM EROFS",
    "synchronize": "EDQUOT EINVAL ENOSPC EROFS",
    "change_mode_of_directory": "EACCES ENOENT EPERM EROFS",
    "set_times_to_now": f"{_LOOK_UP} EPERM EROFS",
    "set_times": "EACCES EPERM EROFS",
    "read": "EAGAIN EISDIR ESTALE",
    "write": f"{_WRITE} EPIPE",
    "copy_chunk": f"{_WRITE} ESTALE",
    "initial_environment": "EACCES EMFILE ENFILE ENOENT",
    "open_standard_descriptors": "EMFILE ENFILE ENOENT",
    "spawn": _SPAWN,
    "spawn_to_read": _SPAWN,
    "has_ended": "ECHILD",
    "one_that_ended": "ECHILD",
    "one_that_was_stopped": "ECHILD",
    "exit_code": "ECHILD",
    "reap": "ECHILD",
    "send": "EPERM ESRCH",
    "group_and_life": "EACCES EINVAL EMFILE ENFILE ENOENT ESRCH",
    "terminal_modes": "ENOTTY",
    "set_terminal_modes": "ENOTTY",
    "foreground": "ENOTTY",
    "set_foreground": "ENOTTY EPERM",
    "Listing": _OPEN,
    "Listing.next": "ENOENT",
    "Listing.close": "EINTR",
    "reserve": f"{_WRITE} EOPNOTSUPP",
    "write_whole": f"{_WRITE} EPIPE",
    "synchronize_names": "EACCES EDQUOT EINVAL EMFILE ENFILE ENOSPC EROFS",
    "synchronize_all": "EACCES EDQUOT EMFILE ENFILE ENOSPC EROFS",
    "set_times_of_directory_to_now": "EACCES EPERM EROFS",
}
_CANNOT_FAIL = ("encode", "decode", "is_executable", "is_terminal", "most_descriptors", "own_group", "user")
"""They answer, or are no call to the kernel: the manual knows no error of theirs."""
_ANYTHING = "EACCES EMFILE ENOENT ENOSPC EPERM"  # for a function that came in later

WRITES = frozenset(
    (
        *(
            "write",
            "write_whole",
            "copy_chunk",
            "create",
            "make_directory",
            "make_private_directory",
            "make_link",
            "truncate",
        ),
        *(
            "synchronize",
            "synchronize_names",
            "synchronize_all",
            "reserve",
            "rename",
            "change_mode",
            "change_mode_of_directory",
            "set_times",
        ),
    )
)
"""What goes on failing once it has: a full disk stays full."""
OPENS = frozenset(
    (
        *(
            "open_directory",
            "duplicate",
            "list_path",
            "Listing",
            "open_to_read",
            "open_to_write",
            "create",
            "open_report",
        ),
        *("initial_environment", "open_descriptors", "spawn_to_read", "group_and_life"),
    )
)
"""What takes a descriptor."""
GROUPS = {"every write": (WRITES, "EIO ENOSPC EROFS"), "every open": (OPENS, "EMFILE")}
"""Calls that fail together, from one of them on, and with what."""
LASTING = frozenset(("EDQUOT", "EFBIG", "EIO", "ENOSPC", "EPERM", "EROFS"))
"""The errors that are still there the next time."""
QUICK = frozenset(("EIO", "ENOSPC", "EACCES", "EMFILE", "ENOENT", "EAGAIN", "EINTR", "EPIPE", "ECHILD", "ESRCH"))
"""The errors of which the quick run makes do."""


def is_done(function: str, number: int) -> bool:
    """Whether what fails was done all the same.

    Linux has closed what it reports an error for; a file may have grown by what there is no room for; and what is
    missing when it is to be taken away was taken away by somebody else.
    """
    return function in ("close", "Listing.close", "reserve") or (
        function in ("unlink", "remove_directory") and number == errno.ENOENT
    )


def numbers(function: str) -> tuple[int, ...]:
    """The errors that a function of the seam is made to raise, in the order of their names."""
    if function in _CANNOT_FAIL:
        return ()
    if function in GROUPS:
        return tuple(getattr(errno, name) for name in GROUPS[function][1].split())
    names = {*_ALWAYS.split(), *_LISTED.get(function, _ANYTHING).split()}
    return tuple(getattr(errno, name) for name in sorted(names))


def name(number: int) -> str:
    """EIO for 5; EOPNOTSUPP, which has two names, by that of the manual."""
    return "EOPNOTSUPP" if number == errno.EOPNOTSUPP else errno.errorcode[number]


def text(number: int) -> str:
    """What the system says of it."""
    return os.strerror(number)
