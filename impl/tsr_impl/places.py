"""Places: where a name leads, what can be there, and what went wrong with it.

A `Place` is a physical location, for judging and for messages. Values only: what is done at a
place is done by `roles` and `handles`.
"""

from __future__ import annotations

import os
import stat

from tsr_impl import calls

# What there can be at a place.
MISSING, FILE, DIRECTORY, LINK, SPECIAL = "missing", calls.FILE, calls.DIRECTORY, "link", "special"

PERMISSION_BITS = 0o777


class Fault(Exception):
    """An operand could not be dealt with: `label`, `reason`, and the `number` of errno or 0."""

    def __init__(self, label: object, reason: str, number: int = 0) -> None:
        super().__init__(label, reason)
        self.label = label
        self.reason = reason
        self.number = number

    def __str__(self) -> str:
        return self.reason


def system_fault(label: object, number: int | None) -> Fault:
    """The fault that the system itself reports with errno `number`."""
    return Fault(label, os.strerror(number or 0), number or 0)


class Label:
    """A name as the user wrote it, and what a walk added. Cheap, whatever the depth."""

    __slots__ = ("name", "parent")

    def __init__(self, name: str, parent: Label | None = None) -> None:
        self.name = name
        self.parent = parent

    def __str__(self) -> str:
        parts = []
        at: Label | None = self
        while at is not None:
            parts.append(at.name if at is self else at.name.rstrip("/"))
            at = at.parent
        return "/".join(reversed(parts))


class Place:
    """A physical location: a name in a place, up to the root, which is in none.

    `inside` says whether it lies within the bounds (FENCE): what is beneath such a place does too,
    so that it costs nothing to know. `identity` is that of the directory which was opened here.
    """

    __slots__ = ("identity", "inside", "name", "parent")

    def __init__(self, parent: Place | None, name: str, bounds: frozenset[str]) -> None:
        self.parent = parent
        self.name = name
        self.identity: tuple[int, int] | None = None
        self.inside: bool = (parent is not None and parent.inside) or (bool(bounds) and self.path() in bounds)

    def path(self) -> str:
        parts: list[str] = []
        at: Place | None = self
        while at is not None:
            parts.append(at.name)
            at = at.parent
        return "/".join(reversed(parts)) or "/"

    def is_within(self, other: Place) -> bool:
        """Whether this is `other` or lies beneath it."""
        at: Place | None = self
        while at is not None:
            if at.name == other.name and at.path() == other.path():
                return True
            at = at.parent
        return False


def is_within(path: str, other: str) -> bool:
    """Whether the physical path `path` is `other` or lies beneath it; whole names count (FENCE-19)."""
    return path == other or path.startswith(other.rstrip("/") + "/")


def kind_of(status: os.stat_result) -> str:
    """FILE, DIRECTORY, LINK or SPECIAL."""
    mode = status.st_mode
    if stat.S_ISREG(mode):
        return FILE
    if stat.S_ISDIR(mode):
        return DIRECTORY
    return LINK if stat.S_ISLNK(mode) else SPECIAL


def identity_of(status: os.stat_result) -> tuple[int, int]:
    """What tells a file from every other one that exists now."""
    return status.st_dev, status.st_ino
