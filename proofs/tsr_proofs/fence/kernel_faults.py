"""Wrong kernels: what a model of Linux could easily get wrong, and that the real one has to notice."""

from __future__ import annotations

from tsr_model import kernel
from tsr_model.filesystem import Errno, FileSystem, Link, Number
from tsr_model.kernel import Last
from tsr_model.names import SLASH, UP, Name, Path, path, without_slash
from tsr_model.resolver import Reached, Walk, start_of, walk
from tsr_proofs.fence.faults import LOOP_IS_FOUND, TEXT_ONLY
from tsr_proofs.seeding import Fault, Swap

_mkdir = kernel.mkdir
_unlink = kernel.unlink
_rename = kernel.rename
_create = kernel.create
_stat = kernel.stat
_last = kernel.last


def _mkdir_follows(files: FileSystem, cwd: Number, named: Path, mode: int) -> tuple[FileSystem, Number] | Errno:
    met = walk(files, start_of(named, cwd), named.parts, follow=False)
    node = files.nodes[met.number] if isinstance(met, Reached) else None
    return (
        _mkdir(files, met.holder, path(node.target), mode)
        if isinstance(met, Reached) and isinstance(node, Link)
        else (_mkdir(files, cwd, named, mode))
    )


def _unlink_slash(files: FileSystem, cwd: Number, named: Path) -> FileSystem | Errno:
    return _unlink(files, cwd, without_slash(named))


def _rename_slash(files: FileSystem, cwd: Number, source: Path, target: Path) -> FileSystem | Errno:
    return _rename(files, cwd, without_slash(source), without_slash(target))


def _create_new(files: FileSystem, cwd: Number, named: Path, mode: int) -> tuple[FileSystem, Number] | Errno:
    met = walk(files, start_of(named, cwd), named.parts, follow=False)
    dangling = isinstance(met, Reached) and isinstance(files.nodes[met.number], Link)
    return "EEXIST" if dangling and _stat(files, cwd, named) == "ENOENT" else _create(files, cwd, named, mode)


def _dots_as_text(files: FileSystem, start: Number, parts: tuple[Name, ...], **options: object) -> Walk:
    kept: list[Name] = []
    for part in parts:
        if part == UP and kept and kept[-1] not in (UP, SLASH):
            kept.pop()
        else:
            kept.append(part)
    follow, links = bool(options.get("follow", True)), options.get("links", 40)
    return walk(files, start, tuple(kept), follow=follow, links=links if isinstance(links, int) else 40)


def _fewer_links(files: FileSystem, start: Number, parts: tuple[Name, ...], **options: object) -> Walk:
    return walk(files, start, parts, follow=bool(options.get("follow", True)), links=39)


def _parent_unfollowed(files: FileSystem, cwd: Number, named: Path) -> Last | Errno:
    found = _last(files, cwd, named)
    bare = without_slash(named).parts[:-1]
    met = walk(files, start_of(named, cwd), bare, follow=False)
    return "ENOTDIR" if isinstance(met, Reached) and isinstance(files.nodes[met.number], Link) else found


_KERNEL = "tsr_model.kernel"

KERNEL_FAULTS = (
    Fault("mkdir-follows", "`mkdir` makes what a dangling link leads to", (Swap(_KERNEL, "mkdir", _mkdir_follows),)),
    Fault("unlink-slash", "`unlink` doesn't mind a last slash", (Swap(_KERNEL, "unlink", _unlink_slash),)),
    Fault("rename-slash", "`rename` doesn't mind a last slash", (Swap(_KERNEL, "rename", _rename_slash),)),
    Fault("create-new", "`open(O_CREAT)` doesn't go through a dangling link", (Swap(_KERNEL, "create", _create_new),)),
    Fault("dots-as-text", "`..` takes a name away, not a directory", (Swap(_KERNEL, "walk", _dots_as_text),)),
    Fault("fewer-links", "a walk may go through 39 links", (Swap(_KERNEL, "walk", _fewer_links),)),
    Fault("parent-unfollowed", "a link in a parent is an error", (Swap(_KERNEL, "last", _parent_unfollowed),)),
    TEXT_ONLY,
    LOOP_IS_FOUND,
)
"""Faults of the model's kernel, and those of the fence that the kernel itself refutes."""
