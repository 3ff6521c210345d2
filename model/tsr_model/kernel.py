"""What the system calls do that builtins make, by path, as Linux does it.

Each takes the file system, the working directory and a path, and gives the new file system or an error. This is the
part of the model that is held against the real kernel, tree by tree. Modes are not enforced here.
"""

from __future__ import annotations

from dataclasses import dataclass

from tsr_model import names
from tsr_model.filesystem import (
    ROOT,
    Directory,
    Errno,
    File,
    FileSystem,
    Link,
    Node,
    Number,
    Special,
    moved_entry,
    with_entry,
    without_entry,
)
from tsr_model.names import HERE, SLASH, UP, Name, Path
from tsr_model.resolver import LINK_BUDGET, Reached, Stopped, TooManyLinks, start_of, walk


@dataclass(frozen=True, slots=True)
class Last:
    """The directory that a path's last component is looked up in, that component, and whether a slash follows it."""

    holder: Number
    name: Name
    slash: bool


def stat(files: FileSystem, cwd: Number, path: Path, *, follow: bool = True) -> Number | Errno:
    """The number of what the path names: `stat`, or with `follow` false `lstat` (a last slash follows anyway)."""
    if path.empty:
        return "ENOENT"
    found = walk(files, start_of(path, cwd), path.parts, follow=follow)
    match found:
        case Reached(number=number):
            if path.parts[-1:] == (SLASH,) and not isinstance(files.nodes[number], Directory):
                return "ENOTDIR"
            return number
        case Stopped(blocked=blocked):
            return "ENOTDIR" if blocked else "ENOENT"
        case TooManyLinks():
            return "ELOOP"


def last(files: FileSystem, cwd: Number, path: Path) -> Last | Errno:
    """Walks all but the last component, which is not looked at."""
    if path.empty:
        return "ENOENT"
    parts = path.parts
    slash = parts[-1:] == (SLASH,)
    if slash:
        parts = parts[:-1]
    if not parts:
        return Last(ROOT, HERE, slash)
    found = walk(files, start_of(path, cwd), parts[:-1])
    match found:
        case Reached(number=number):
            holder = files.nodes[number]
            if isinstance(holder, Directory):
                return Last(number, files.stored(holder, parts[-1]) or parts[-1], slash)
            return "ENOTDIR"
        case Stopped(blocked=blocked):
            return "ENOTDIR" if blocked else "ENOENT"
        case TooManyLinks():
            return "ELOOP"


def create(files: FileSystem, cwd: Number, path: Path, mode: int) -> tuple[FileSystem, Number] | Errno:
    """`open(O_CREAT | O_WRONLY)`: the file that the path leads to, made where there is none, never cut short."""
    if path.empty:
        return "ENOENT"
    if _ends_in_slash(files, cwd, path):
        return "EISDIR"
    found = walk(files, start_of(path, cwd), path.parts)
    match found:
        case Reached(number=number):
            match files.nodes[number]:
                case Directory():
                    return "EISDIR"
                case Special():
                    return "ENXIO"
                case _:
                    return files, number
        case Stopped(holder=holder, rest=(name,), blocked=False):
            if files.directory(holder).removed:
                return "ENOENT"
            return with_entry(files, holder, name, File("", mode, fresh=True))
        case Stopped(blocked=blocked):
            return "ENOTDIR" if blocked else "ENOENT"
        case TooManyLinks():
            return "ELOOP"


def _ends_in_slash(files: FileSystem, cwd: Number, path: Path) -> bool:
    """Whether the last component, links followed, is written with a slash: `O_CREAT` refuses it before it looks."""
    for _ in range(LINK_BUDGET + 1):
        entry = last(files, cwd, path)
        if isinstance(entry, str) or entry.slash:
            return not isinstance(entry, str)
        node = _entry(files, entry)
        if not isinstance(node, Link):
            return False
        cwd, path = entry.holder, names.path(node.target)
    return False


def mkdir(files: FileSystem, cwd: Number, path: Path, mode: int) -> tuple[FileSystem, Number] | Errno:
    """`mkdir`: a link in last place is in the way, wherever it leads."""
    entry = last(files, cwd, path)
    if isinstance(entry, str):
        return entry
    holder = files.directory(entry.holder)
    if entry.name in (HERE, UP) or entry.name in holder.entries:
        return "EEXIST"
    if holder.removed:
        return "ENOENT"
    return with_entry(files, entry.holder, entry.name, Directory({}, entry.holder, mode, holder.device))


def rmdir(files: FileSystem, cwd: Number, path: Path) -> FileSystem | Errno:
    """`rmdir`: only an empty directory, never by a dot name or through a link."""
    entry = last(files, cwd, path)
    if isinstance(entry, str):
        return entry
    if entry.name == UP:
        return "ENOTEMPTY"
    if entry.name == HERE:
        return "EINVAL" if path.parts != (SLASH,) else "EBUSY"
    node = _entry(files, entry)
    if node is None:
        return "ENOENT"
    if not isinstance(node, Directory):
        return "ENOTDIR"
    return "ENOTEMPTY" if node.entries else without_entry(files, entry.holder, entry.name)


def unlink(files: FileSystem, cwd: Number, path: Path) -> FileSystem | Errno:
    """`unlink`: the entry itself, never what a link in last place leads to."""
    entry = last(files, cwd, path)
    if isinstance(entry, str):
        return entry
    if entry.name in (HERE, UP):
        return "EISDIR"
    node = _entry(files, entry)
    if node is None:
        return "ENOENT"
    if isinstance(node, Directory):
        return "EISDIR"
    return "ENOTDIR" if entry.slash else without_entry(files, entry.holder, entry.name)


def rename(files: FileSystem, cwd: Number, source: Path, target: Path) -> FileSystem | Errno:
    """`rename`: entries, links as links; replaces a file by a file, an empty directory by a directory."""
    old, new = last(files, cwd, source), last(files, cwd, target)
    if isinstance(old, str):
        return old
    if isinstance(new, str):
        return new
    if files.directory(old.holder).device != files.directory(new.holder).device:
        return "EXDEV"
    if old.name in (HERE, UP) or new.name in (HERE, UP):
        return "EBUSY"
    return _rename_entry(files, old, new)


def _rename_entry(files: FileSystem, old: Last, new: Last) -> FileSystem | Errno:
    moved, replaced = _entry(files, old), _entry(files, new)
    if moved is None:
        return "ENOENT"
    number = files.directory(old.holder).entries[old.name]
    if not isinstance(moved, Directory) and (old.slash or new.slash):
        return "ENOTDIR"
    if isinstance(moved, Directory) and is_within(files, new.holder, number):
        return "EINVAL"
    if replaced is None:
        if files.directory(new.holder).removed:
            return "ENOENT"
        return moved_entry(files, (old.holder, old.name), (new.holder, new.name))
    other = files.directory(new.holder).entries[new.name]
    if isinstance(replaced, Directory) and is_within(files, old.holder, other):
        return "ENOTEMPTY"
    if number == other:
        return files
    if isinstance(moved, Directory):
        if not isinstance(replaced, Directory):
            return "ENOTDIR"
        if replaced.entries:
            return "ENOTEMPTY"
    elif isinstance(replaced, Directory):
        return "EISDIR"
    return moved_entry(files, (old.holder, old.name), (new.holder, new.name))


def is_within(files: FileSystem, number: Number, directory: Number) -> bool:
    """Whether the directory `number` is `directory` or lies below it."""
    while number not in (directory, ROOT):
        number = files.directory(number).parent
    return number == directory


def _entry(files: FileSystem, entry: Last) -> Node | None:
    number = files.directory(entry.holder).entries.get(entry.name)
    return None if number is None else files.nodes[number]
