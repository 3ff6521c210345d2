"""What each ABI of Landlock can express: rights, and the size of the attribute that asks for them.

Names and values are those of `<linux/landlock.h>`, without `LANDLOCK_ACCESS_FS_`; only what changes something is here.
"""

from __future__ import annotations

KNOWN_ABI = 8
"""The newest ABI that the tables below describe. A newer kernel is used as if it had this one."""

WRITE_FILE = 1 << 1
REMOVE_DIR = 1 << 4
REMOVE_FILE = 1 << 5
MAKE_CHAR = 1 << 6
MAKE_DIR = 1 << 7
MAKE_REG = 1 << 8
MAKE_SOCK = 1 << 9
MAKE_FIFO = 1 << 10
MAKE_BLOCK = 1 << 11
MAKE_SYM = 1 << 12
REFER = 1 << 13  # to rename and link from one directory to another; before ABI 2 that is always denied
TRUNCATE = 1 << 14

SCOPE_SIGNAL = 1 << 1

_REMOVE = REMOVE_DIR | REMOVE_FILE
_MAKE = MAKE_CHAR | MAKE_DIR | MAKE_REG | MAKE_SOCK | MAKE_FIFO | MAKE_BLOCK | MAKE_SYM

_WRITE_CLASS_SINCE = ((1, WRITE_FILE | _REMOVE | _MAKE), (2, REFER), (3, TRUNCATE))
# handled_access_fs, then handled_access_net, then scoped: eight bytes each. A kernel refuses what it doesn't know.
_ATTRIBUTE_SIZE_SINCE = ((1, 8), (4, 16), (6, 24))

SCOPES_SIGNALS = 6
"""The first ABI that can keep a process from signalling others."""

_GAPS = (
    (3, "a file outside can be truncated"),
    (SCOPES_SIGNALS, "processes outside can be signalled"),
)


def write_class(abi: int) -> int:
    """The rights to change something that this ABI knows (CONF-4)."""
    return sum(rights for since, rights in _WRITE_CLASS_SINCE if since <= abi)


def beneath_root(abi: int) -> int:
    """Those that a root grants. To make a device is not among them: by one the whole disk could be written."""
    return write_class(abi) & ~(MAKE_CHAR | MAKE_BLOCK)


def for_file(rights: int) -> int:
    """Those of the rights that a rule on a regular file may name; with any other it is EINVAL."""
    return rights & (WRITE_FILE | TRUNCATE)


def scoped(abi: int) -> int:
    """What this ABI can keep within the boundary besides files: signals (CONF-4)."""
    return SCOPE_SIGNAL if abi >= SCOPES_SIGNALS else 0


def attribute_size(abi: int) -> int:
    """How much of the attribute of a set of rules this ABI knows, in bytes."""
    return max((size for since, size in _ATTRIBUTE_SIZE_SINCE if since <= abi), default=0)


def gaps(abi: int) -> tuple[str, ...]:
    """What a boundary of that ABI does not stop though CONF-4 would have it stopped, one sentence each."""
    return tuple(sentence for since, sentence in _GAPS if abi < since)
