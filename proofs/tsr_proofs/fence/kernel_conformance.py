"""The model's system calls and the fence's landing against the kernel that runs this: same error, same tree after.

A call that fails must change nothing: the tree is read back after every call that succeeds, and once more when all
calls on a tree have been made, so that a change by a failing one shows up.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Generator, Iterator
from dataclasses import dataclass
from itertools import islice, product
from typing import TypeAlias

from tsr_model import fence, kernel
from tsr_model.fence import Landing
from tsr_model.filesystem import ROOT, Directory, File, FileSystem, Link, Node, Number
from tsr_model.names import Path, path
from tsr_model.resolver import start_of
from tsr_proofs.bridge import in_model
from tsr_proofs.fence.operands import entries, operands
from tsr_proofs.fence.walk_theorems import chain
from tsr_proofs.scratch import DEPTH, Scratch, Seen, can_chroot, scratch
from tsr_proofs.trees import WORKSPACE, Dir, Place, Scope, drawn, of, trees

Outcome: TypeAlias = "str | int | None"
"""An error's name, or on success the node that was found, or None where there is none to name."""


@dataclass(slots=True)
class Compared:
    """One system call: what the model says and what the kernel did."""

    tree: Dir
    call: str
    paths: tuple[str, ...]
    model: tuple[Outcome, dict[Place, Seen] | None]
    kernel: tuple[Outcome, dict[Place, Seen] | None]

    def __str__(self) -> str:
        return f"{drawn(self.tree)}\n{self.call}({', '.join(map(repr, self.paths))})    (in /a)"


def conforms(compared: Compared) -> str | None:
    """FENCE-2: the model's call ends as the kernel's does, and leaves the same tree."""
    return (
        None
        if compared.model == compared.kernel
        else f"model {compared.model[0]}, kernel {compared.kernel[0]}"
        + (
            ""
            if compared.model[0] != compared.kernel[0]
            else f"; model {compared.model[1]}, kernel {compared.kernel[1]}"
        )
    )


def nothing_succeeds(compared: Compared) -> str | None:
    """Witness: no system call ever succeeds."""
    return None if isinstance(compared.kernel[0], str) else "it succeeds"


@dataclass(frozen=True, slots=True)
class KernelBox:
    """Every system call with paths of up to `parts` parts, on all trees of the scope; `pairs`: for `rename`.

    `few` leaves absolute paths, `.` and the empty path out for `rename`; `chroot` says whether, where both can be.
    """

    scope: Scope
    parts: int
    pairs: int = 1
    few: bool = False
    chroot: bool | None = None

    def __str__(self) -> str:
        renamed = f"{self.pairs} for rename{', relative ones' if self.few else ''}"
        return f"{self.scope}, paths of {of(self.parts, 'part')} ({renamed})"

    @property
    def short(self) -> str:
        """The scope in short."""
        return f"{self.scope.short} {self.parts}L"

    def cases(self, index: int, count: int) -> Generator[Compared, None, None]:
        """One of `count` equal shares of the calls, made for real in a scratch directory."""
        assert self.parts + self.scope.nodes * self.scope.target <= DEPTH, (
            "a path could lead above the scratch directory"
        )
        renamed = entries(self.pairs) if self.few else operands(self.pairs)
        with scratch(chroot=can_chroot() if self.chroot is None else self.chroot) as place:
            for tree in islice(trees(self.scope), index, None, count):
                yield from _compare(place, tree, operands(self.parts), renamed)


@dataclass(frozen=True, slots=True)
class KernelChainBox:
    """Every system call on chains of links as long as the budget of forty, and one more or less."""

    lengths: tuple[int, ...] = (1, 39, 40, 41)
    chroot: bool | None = None

    def __str__(self) -> str:
        return f"chains of {', '.join(map(str, self.lengths))} links"

    @property
    def short(self) -> str:
        """The scope in short."""
        return "chains of 41 links"

    def cases(self, index: int, count: int) -> Generator[Compared, None, None]:
        """One of `count` equal shares of the calls."""
        with scratch(chroot=can_chroot() if self.chroot is None else self.chroot) as place:
            for length in self.lengths[index::count]:
                yield from _compare(place, chain(length), ("0", "0/", "0/a", "0/..", "0/../a/0"), ("0", "0/a"))


# --- both sides of one tree ------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Sides:
    """A tree on both sides: the real one in its scratch directory, and the model's at the same place."""

    place: Scratch
    tree: Dir
    files: FileSystem
    numbers: dict[Place, Number]
    known: dict[tuple[int, int], Number]

    @property
    def cwd(self) -> Number:
        workspace = (*self.place.root, *WORKSPACE)
        return self.numbers[workspace]

    def seen(self, files: FileSystem) -> dict[Place, Seen]:
        """What is where below the top in a file system of the model, as `Scratch.read` tells it of the real one."""
        return _seen(files, self.place.top, self.numbers[self.place.top])


def _compare(place: Scratch, tree: Dir, every: tuple[str, ...], pairs: tuple[str, ...]) -> Iterator[Compared]:
    sides = _sides(place, tree)
    try:
        for text in every:
            for name, (model, real) in LOOKING.items():
                yield _look(sides, name, model, real, text)
            for name in CHANGING:
                yield _change(sides, name, (text,))
            yield _landing(sides, text)
        for both in product(pairs, repeat=2):
            yield _change(sides, "rename", both)
        yield Compared(tree, "all that failed", (), (None, sides.seen(sides.files)), (None, place.read()))
    finally:
        place.clear()


def _sides(place: Scratch, tree: Dir) -> _Sides:
    """Makes the tree on both sides, and notes which real node is which of the model's."""
    whole = tree
    for name in reversed(place.root):
        whole = Dir(((name, whole),))
    files, numbers = in_model(whole)
    files = FileSystem({number: _as_written(place, node) for number, node in files.nodes.items()})
    sides = _Sides(place, tree, files, numbers, {})
    _remake(sides)
    return sides


def _as_written(place: Scratch, node: Node) -> Node:
    """A node with the prefix in an absolute target, and without it in a file's bytes, as the real ones are."""
    match node:
        case Link(target=target):
            return Link(place.written(target))
        case File(data=data):
            return File("<" + data.strip("<>").removeprefix("/".join(place.root)).strip("/") + ">")
        case _:
            return node


def _remake(sides: _Sides) -> None:
    """Makes the real tree, with new nodes of its own."""
    sides.place.make(sides.tree)
    for at, number in sides.numbers.items():
        status = os.lstat("/" + "/".join(at))
        sides.known[status.st_dev, status.st_ino] = number


# --- calls that only look --------------------------------------------------------------------------------------------

Look: TypeAlias = Callable[[FileSystem, Number, Path], "Number | str"]


def _open(text: str) -> os.stat_result:
    handle = os.open(text, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        return os.fstat(handle)
    finally:
        os.close(handle)


LOOKING: dict[str, tuple[Look, Callable[[str], os.stat_result]]] = {
    "stat": (lambda files, cwd, named: kernel.stat(files, cwd, named), os.stat),
    "lstat": (lambda files, cwd, named: kernel.stat(files, cwd, named, follow=False), os.lstat),
    "open": (lambda files, cwd, named: kernel.stat(files, cwd, named), _open),
}


def _look(sides: _Sides, name: str, model: Look, real: Callable[[str], os.stat_result], text: str) -> Compared:
    written = sides.place.written(text)
    said = model(sides.files, sides.cwd, path(written))
    try:
        status = real(written)
        found: Outcome = sides.known.get((status.st_dev, status.st_ino), -1)
    except OSError as error:
        found = errno.errorcode[error.errno or 0]
    return Compared(sides.tree, name, (text,), (said, None), (found, None))


# --- calls that change -----------------------------------------------------------------------------------------------


def _create(text: str) -> None:
    os.close(os.open(text, os.O_CREAT | os.O_WRONLY | os.O_NONBLOCK | os.O_CLOEXEC, 0o644))


CHANGING: tuple[str, ...] = ("create", "mkdir", "rmdir", "unlink")
_REAL: dict[str, Callable[..., None]] = {
    "create": _create,
    "mkdir": os.mkdir,
    "rmdir": os.rmdir,
    "unlink": os.unlink,
    "rename": os.rename,
}


def _said(name: str, files: FileSystem, cwd: Number, paths: tuple[Path, ...]) -> FileSystem | str:
    """What the model says of a call: the file system afterwards, or the error."""
    match name:
        case "create":
            made = kernel.create(files, cwd, paths[0], 0o644)
            return made if isinstance(made, str) else made[0]
        case "mkdir":
            made = kernel.mkdir(files, cwd, paths[0], 0o755)
            return made if isinstance(made, str) else made[0]
        case "rmdir":
            return kernel.rmdir(files, cwd, paths[0])
        case "unlink":
            return kernel.unlink(files, cwd, paths[0])
        case _:
            return kernel.rename(files, cwd, paths[0], paths[1])


def _change(sides: _Sides, name: str, texts: tuple[str, ...]) -> Compared:
    """Makes one changing call on both sides, and where it succeeds puts the real tree back."""
    place = sides.place
    written = tuple(place.written(text) for text in texts)
    said = _said(name, sides.files, sides.cwd, tuple(path(text) for text in written))
    try:
        _REAL[name](*written)
    except OSError as error:
        found: tuple[Outcome, dict[Place, Seen] | None] = (errno.errorcode[error.errno or 0], None)
    else:
        found = (None, place.read())
        if found[1] != sides.seen(sides.files):
            place.clear()
            _remake(sides)
    told: tuple[Outcome, dict[Place, Seen] | None]
    told = (said, None) if isinstance(said, str) else (None, sides.seen(said))
    return Compared(sides.tree, name, texts, told, found)


def seen_in_model(files: FileSystem) -> dict[Place, Seen]:
    """What is where in a whole file system of the model, as `Scratch.read` tells it of a real one."""
    return _seen(files, (), ROOT)


def _seen(files: FileSystem, top: Place, root: Number) -> dict[Place, Seen]:
    found: dict[Place, Seen] = {}
    todo: list[tuple[Place, Number]] = [(top, root)]
    while todo:
        at, number = todo.pop()
        match files.nodes[number]:
            case Directory(entries=entries):
                found[at] = ("dir", "")
                todo += [((*at, name), held) for name, held in entries.items()]
            case Link(target=target):
                found[at] = ("link", target)
            case File(data=data):
                found[at] = ("file", data)
            case _:
                found[at] = ("special", "")
    return found


# --- the fence's landing ---------------------------------------------------------------------------------------------


def _landing(sides: _Sides, text: str) -> Compared:
    """The fence's landing, where the kernel has a word on it: what is there, or what `open(O_CREAT)` makes there."""
    written = sides.place.written(text)
    parsed = path(written)
    landed = fence.landing(sides.files, start_of(parsed, sides.cwd), parsed.parts)
    told = landed.place if isinstance(landed, Landing) else "ELOOP"
    found = _place_by_kernel(sides, written)
    agreed = None if found is None or found == told else f"lands at {told}"
    return Compared(sides.tree, "landing", (text,), (agreed, None), (None, None))


def _place_by_kernel(sides: _Sides, written: str) -> Place | str | None:
    """Where a path leads by the kernel: the place of what is there or would be made; None where that has no answer."""
    try:
        status = os.stat(written)
    except OSError as error:
        if error.errno == errno.ELOOP:
            return "ELOOP"
        return _place_made(sides, written) if error.errno == errno.ENOENT else None
    number = sides.known.get((status.st_dev, status.st_ino), -1)
    at = [place for place, held in sides.numbers.items() if held == number]
    return at[0] if len(at) == 1 else None


def _place_made(sides: _Sides, written: str) -> Place | None:
    before = sides.place.read()
    try:
        _create(written)
    except OSError:
        return None
    (made,) = (at for at in sides.place.read() if at not in before)
    os.unlink("/" + "/".join(made))
    return made
