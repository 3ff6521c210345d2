"""What is tried at a place, each with its roles (FENCE-4) and the way back: as functions of the system alone."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from compared_trees import EMPTY, LINKS, NAMES, NEW, SPARE

ENTRY, CONTENT = "entry", "content"

Undo: TypeAlias = Callable[[], None]


class CannotTell(Exception):
    """The operation would do something else here, or could not be taken back."""


@dataclass(frozen=True, slots=True)
class Operation:
    """`do` raises OSError if it is denied, and says how to undo it. `roles` has one for each operand.

    `likely` is what the last operand has to be called for that to be possible; empty if it may be anything.
    """

    name: str
    roles: tuple[str, ...]
    do: Callable[..., Undo]
    likely: tuple[str, ...] = ()


def place(path: str, role: str) -> str:
    """The physical place that a name leads to in that role, as the system has it; the fence is not asked."""
    if role == ENTRY and os.path.basename(path.rstrip("/")) not in ("", ".", ".."):
        above, name = os.path.split(path.rstrip("/"))
        return os.path.join(os.path.realpath(above), name)
    return os.path.realpath(path)


def _require(holds: bool) -> None:
    if not holds:
        raise CannotTell


def _create(path: str) -> Undo:
    """As `touch` does, also at the end of a link that leads to nothing."""
    _require(not os.path.exists(path))
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    made = os.path.realpath(path)
    return lambda: os.unlink(made)


def _append(path: str) -> Undo:
    _require(os.path.isfile(path))
    size = os.stat(path).st_size
    file = os.open(path, os.O_WRONLY | os.O_APPEND)
    os.write(file, b"more")

    def undo() -> None:
        os.ftruncate(file, size)
        os.close(file)

    return undo


def _content(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _rewrite(path: str, content: bytes) -> None:
    file = os.open(path, os.O_WRONLY)
    os.write(file, content)
    os.close(file)


def _write_new(path: str, content: bytes) -> None:
    with open(path, "xb") as file:
        file.write(content)


def _truncate(path: str) -> Undo:
    _require(os.path.isfile(path))
    content = _content(path)
    os.truncate(path, 0)
    return lambda: _rewrite(path, content)


def _truncate_at_open(path: str) -> Undo:
    """A file that is opened to be read can be cut by that."""
    _require(os.path.isfile(path))
    content = _content(path)
    os.close(os.open(path, os.O_RDONLY | os.O_TRUNC))
    return lambda: _rewrite(path, content)


def _rename(source: str, target: str) -> Undo:
    _require(not os.path.lexists(target))
    before, behind = place(source, ENTRY), place(target, ENTRY)  # names can lead elsewhere once a directory has moved
    os.rename(source, target)
    return lambda: os.rename(behind, before)


def _rename_within(source: str) -> Undo:
    """To a name beside its own."""
    return _rename(source, source.rstrip("/") + "-renamed")


def _rename_across(source: str, target: str) -> Undo:
    _require(os.path.dirname(place(source, ENTRY)) != os.path.dirname(place(target, ENTRY)))
    return _rename(source, target)


def _is_spare(path: str) -> bool:
    return os.path.basename(path) == SPARE and not os.path.islink(path) and os.path.isfile(path)


def _replace(source: str, target: str) -> Undo:
    """A rename onto a file that may be lost."""
    _require(_is_spare(target) and place(source, ENTRY) != place(target, ENTRY))
    content, before, behind = _content(target), place(source, ENTRY), place(target, ENTRY)
    os.rename(source, target)

    def undo() -> None:
        os.rename(behind, before)
        _write_new(behind, content)

    return undo


def _hard_link(source: str, target: str) -> Undo:
    os.link(source, target, follow_symlinks=False)
    return lambda: os.unlink(target)


def _unlink(path: str) -> Undo:
    """Of a link, which is made anew, and of a spare file; nothing brings another file back as it was."""
    before = place(path, ENTRY)  # the name itself may lead over the link
    if os.path.islink(path):
        target = os.readlink(path)
        os.unlink(path)
        return lambda: os.symlink(target, before)
    _require(_is_spare(path))
    content = _content(path)
    os.unlink(path)
    return lambda: _write_new(before, content)


def _remove_directory(path: str) -> Undo:
    """Of one that is empty, which no root is: it comes back as another one."""
    before = place(path, ENTRY)
    os.rmdir(path)
    return lambda: os.mkdir(before)


def _make_directory(path: str) -> Undo:
    made = place(path, ENTRY)  # a link may have led to nothing before
    os.mkdir(path)
    return lambda: os.rmdir(made)


def _symbolic_link(path: str) -> Undo:
    os.symlink("anything", path)
    return lambda: os.unlink(path)


_ALL = (
    Operation("create", (CONTENT,), _create, (*NEW, *LINKS)),
    Operation("append", (CONTENT,), _append, (*NAMES, *LINKS)),
    Operation("truncate", (CONTENT,), _truncate, (*NAMES, *LINKS)),
    Operation("truncate at open", (CONTENT,), _truncate_at_open, (*NAMES, *LINKS)),
    Operation("rename in a directory", (ENTRY,), _rename_within),
    Operation("rename across directories", (ENTRY, ENTRY), _rename_across, NEW),
    Operation("replace by a rename", (ENTRY, ENTRY), _replace, (SPARE,)),
    Operation("hard link", (ENTRY, ENTRY), _hard_link, NEW),
    Operation("unlink", (ENTRY,), _unlink, (SPARE, *LINKS)),
    Operation("rmdir", (ENTRY,), _remove_directory, (EMPTY,)),
    Operation("mkdir", (ENTRY,), _make_directory, NEW),
    Operation("symlink", (ENTRY,), _symbolic_link, NEW),
)

OPERATIONS = {operation.name: operation for operation in _ALL}
