"""Makes the tree of a case in a fresh world: exact modes whatever the umask is, old times, real places for signs."""

from __future__ import annotations

import os
import stat

from tsr_oracle import programs
from tsr_oracle.mounting import MOUNTED
from tsr_oracle.removal import standing_in
from tsr_oracle.scratch import OLD, Area, World
from tsr_spec.case import (
    OTHER,
    CaseError,
    Directory,
    Entry,
    File,
    Given,
    HardLink,
    Link,
    Mount,
    Owner,
    Program,
    Special,
    entries,
    parents,
)

_TIMES = (OLD, OLD)
_OTHER_USER = 65533
"""The other user of a case: one that has no file on a system of its own accord, and no privileges."""
_SPECIAL = {"fifo": stat.S_IFIFO | 0o644, "socket": stat.S_IFSOCK | 0o644}


def materialise(given: Given, area: Area) -> World:
    """A fresh world with the case's tree in it.

    Raises CaseError where the case can't be as it is written (an entry beneath something that is no directory, a word
    with a NUL in it), ScratchError where it names a second file system or a mounted one and there is none.
    """
    _check_words(given)
    everything = entries(given)
    world = area.fresh_world(other=names_other(given), mounted=names_mount(given))
    umask = os.umask(0)
    try:
        if any(isinstance(entry, Program) for entry in everything):
            programs.prepare(world.records, everything, driven=programs.is_driven(given))
        with standing_in(world.path):
            _make_all(everything, world)
        if not os.path.isdir(world.place(given.cwd)):
            raise CaseError(f"the directory to start in, {given.cwd!r}, is no directory")
    except BaseException:
        area.discard(world)
        raise
    finally:
        os.umask(umask)
    return world


def _check_words(given: Given) -> None:
    """That the words and variables are such that a process can be given them."""
    for name, value in given.env:
        if not name or "=" in name or "\0" in name + value:
            raise CaseError(f"the variable {name!r} can't be handed to a process")
    if any("\0" in word for word in given.argv):
        raise CaseError("a word of the command line has a NUL in it")


def names_other(given: Given) -> bool:
    """Whether the case speaks of the second file system anywhere."""
    texts = [given.cwd, given.home, given.stdin, *given.argv, *(value for _, value in given.env)]
    for entry in given.tree:
        texts.append(entry.path)
        match entry:
            case File(data=text) | Link(target=text) | HardLink(to=text):
                texts.append(text)
    return any(OTHER in text for text in texts)


def names_mount(given: Given) -> bool:
    """Whether a file system is mounted within the case's world. Raises CaseError where that can't be."""
    places = [entry.path for entry in given.tree if isinstance(entry, Mount)]
    if places not in ([], [MOUNTED]):
        raise CaseError(f"{places[0]!r}: only {MOUNTED!r} can be mounted")
    return bool(places)


def names_other_user(given: Given) -> bool:
    """Whether something in the case's world belongs to another user."""
    return any(isinstance(entry, Directory | File | Link) and entry.owner == "other" for entry in given.tree)


def owner_of(uid: int) -> Owner:
    """Whose something with this user's number is, as a case says it."""
    return "user" if uid == os.geteuid() else "other"


def _make_all(everything: tuple[Entry, ...], world: World) -> None:
    directories: dict[str, Directory | Mount] = {"": Directory(""), OTHER: Directory(OTHER)}
    for entry in everything:
        above = parents(entry.path)
        if above and above[-1] not in directories:
            raise CaseError(f"{entry.path!r} lies beneath {above[-1]!r}, which is no directory")
        if isinstance(entry, Directory | Mount):
            directories[entry.path] = entry
        try:
            _make(entry, world)
        except (OSError, ValueError) as error:
            raise CaseError(f"{entry.path!r} can't be made: {error}") from None
    for path, directory in reversed(directories.items()):
        if path != OTHER or world.other is not None:
            _finish(world.near(path), directory)


def _finish(place: bytes, directory: Directory | Mount) -> None:
    """Give a directory, now that it has its content, its owner, its own rights and its old time."""
    if isinstance(directory, Directory):
        if directory.owner == "other":
            os.chown(place, _OTHER_USER, -1)
        if directory.mode & 0o7000 or directory.mode & 0o700 != 0o700:
            os.chmod(place, directory.mode)
    os.utime(place, _TIMES)


def _make(entry: Entry, world: World) -> None:
    place = world.near(entry.path)
    match entry:
        case Directory(mode=mode):
            _make_directory(entry.path, world, mode & 0o777 | 0o700)
            return
        case Mount():
            return  # it is there from the start
        case File(data=data, mode=mode, owner=owner):
            _write(place, world.real(data), mode, owner)
        case Program():
            _write(place, programs.script(world.records, entry), 0o755)
        case Link(target=target, owner=owner):
            os.symlink(world.real(target), place)
            if owner == "other":
                os.chown(place, _OTHER_USER, -1, follow_symlinks=False)
        case HardLink(to=to):
            os.link(world.near(to), place, follow_symlinks=False)
            return
        case Special(kind=kind):
            os.mknod(place, _SPECIAL[kind])
    os.utime(place, _TIMES, follow_symlinks=False)


def _make_directory(path: str, world: World, mode: int) -> None:
    if world.mounted and MOUNTED.startswith(path + "/"):  # so is what holds a mount
        os.chmod(world.near(path), mode)
    else:
        os.mkdir(world.near(path), mode)


def _write(place: bytes, data: bytes, mode: int, owner: Owner = "user") -> None:
    handle = os.open(place, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode & 0o777)
    try:
        while data:
            data = data[os.write(handle, data) :]
        if owner == "other":
            os.fchown(handle, _OTHER_USER, -1)
        if mode & 0o7000:
            os.fchmod(handle, mode)
    finally:
        os.close(handle)
