"""The fence: from a name in a config or an operand to a place that has been judged (FENCE).

Nothing else in the runner turns a name into a place. The walk goes component by component through
open directories and never hands a path back to the kernel, so that what was judged is what is
used (FENCE-R).
"""

from __future__ import annotations

import errno
import os
import stat

from tsr_impl import calls
from tsr_impl.handles import Directory, fault_of
from tsr_impl.places import DIRECTORY, MISSING, Fault, Label, Place, is_within, system_fault
from tsr_impl.roles import Content, Entry

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import ParamSpec, TypeVar

    from tsr_impl.permissions import Trail

    P = ParamSpec("P")
    R = TypeVar("R")

LINK_BUDGET = 40  # FENCE-2: as many links as Linux follows; the next one is refused

_LOOKS = 100  # at an entry that somebody changes each time before it is opened (FENCE-R)


class Refused(Fault):
    """The place `place` (a physical path) lies outside the workspace at `root` (FENCE-10).

    `is_directory`: the walk there ended in a directory.
    """

    def __init__(self, label: object, place: str, root: str, is_directory: bool) -> None:
        super().__init__(label, "outside the workspace")
        self.place = place
        self.root = root
        self.is_directory = is_directory


class _Changed(Exception):
    """An entry is not any more what it was a moment ago."""


class _Walk:
    """A walk over the components of a name, one open directory at a time (FENCE-2, FENCE-3).

    Afterwards: `here` is the deepest directory reached; `name` is an entry in it that is no
    directory, or was not followed, as `seen` there; `tail` is what is missing, joined as text. Both
    empty: the name led to `here` itself. `missing` holds every place that was missing on the way, up to where
    something that is no directory `blocked` it.
    """

    __slots__ = (
        "_bounds",
        "_links",
        "_pending",
        "_trail",
        "blocked",
        "broken",
        "by_link",
        "here",
        "missing",
        "name",
        "seen",
        "slash",
        "tail",
    )

    def __init__(
        self,
        start: Directory,
        operand: str,
        follow: bool,
        bounds: frozenset[str],
        label: Label,
        trail: Trail | None = None,
    ) -> None:
        self._bounds = bounds
        self._trail = trail
        self._links = 0
        self._pending = _components(operand)
        self.here = self._from_root(label) if operand.startswith("/") else start.copy(label)
        self.name = ""
        self.tail: list[Place] = []
        self.missing: list[Place] = []
        self.broken = 0
        self.blocked = False
        self.slash = operand.endswith("/")
        self.by_link = False
        self.seen: os.stat_result | None = None
        try:
            while self._pending:
                self._step(self._pending.pop(), follow)
        except BaseException:
            self.here.close()
            raise

    def place(self) -> Place:
        """Where the name leads."""
        if self.tail:
            return self.tail[-1]
        if self.name:
            return Place(self.here.place, self.name, self._bounds)
        return self.here.place

    def last_name(self) -> str:
        """The name to use in `here`; empty for `here` itself."""
        return self.tail[0].name if self.tail else self.name

    def content(self, label: Label, place: Place) -> Content:
        """What is at its end, which is this `place`."""
        return Content(self.here, self.last_name(), place, label, self.broken, self.slash, self.by_link, self.seen)

    def is_plain(self) -> bool:
        """Whether it led through directories alone, to a directory."""
        return not (self.last_name() or self.broken or self._links)

    def _step(self, component: str, follow: bool) -> None:
        if self.tail:
            self._step_as_text(component)
        elif component == "..":
            above = self.here.above()
            try:
                if self._trail:
                    self._trail.saw(self.here, "..", calls.status(above.descriptor), last=False)
            except OSError:
                above.close()
                raise
            self._move_to(above)
        elif component != ".":
            self._step_physically(component, follow)

    def _step_as_text(self, component: str) -> None:
        """FENCE-3: nothing is there to be resolved, until `..` has led back to what exists."""
        # The kernel would have stopped at the first missing component; so does every operation.
        self.broken = self.broken or errno.ENOENT
        if component == "..":
            self.tail.pop()
        elif component != ".":
            self._miss(component, self.tail[-1])

    def _step_physically(self, component: str, follow: bool) -> None:
        for _ in range(_LOOKS):
            try:
                return self._step_on(component, follow)
            except _Changed:
                continue
        raise OSError(errno.ESTALE, os.strerror(errno.ESTALE))

    def _step_on(self, component: str, follow: bool) -> None:
        last = not self._pending
        try:
            found = calls.status_at(self.here.descriptor, component)
        except FileNotFoundError:
            if self._trail:
                self._trail.saw(self.here, component, None, last)
            self._miss(component, self.here.place)
            return
        if self._trail:
            self._trail.saw(self.here, component, found, last)
        if stat.S_ISLNK(found.st_mode) and (follow or not last):
            self._follow(component, last)
        elif last and not (follow and stat.S_ISDIR(found.st_mode)):
            self.name, self.seen = component, found
        elif stat.S_ISDIR(found.st_mode):
            below = _unchanged(calls.open_directory, component, self.here.descriptor)
            place = Place(self.here.place, component, self._bounds)
            self._move_to(Directory(below, place, self.here.label))
        else:
            # A component that exists but is no directory counts as missing (FENCE-3).
            self.broken = self.broken or errno.ENOTDIR
            self.blocked = True
            self._miss(component, self.here.place)

    def _follow(self, component: str, last: bool) -> None:
        if self._links == LINK_BUDGET:
            raise OSError(errno.ELOOP, os.strerror(errno.ELOOP))
        target = _unchanged(calls.read_link, self.here.descriptor, component)
        self._links += 1
        if target.startswith("/"):
            self._move_to(self._from_root(self.here.label))
        self._pending.extend(_components(target))
        if last:
            self.by_link = True
            self.slash = self.slash or target.endswith("/")

    def _miss(self, component: str, parent: Place) -> None:
        self._trail = None  # what comes next is only walked for the fence, and nothing on a way (PERM-3)
        self.tail.append(Place(parent, component, self._bounds))
        if not self.blocked:
            self.missing.append(self.tail[-1])

    def _move_to(self, directory: Directory) -> None:
        self.here.close()
        self.here = directory

    def _from_root(self, label: Label) -> Directory:
        return Directory(calls.open_directory("/"), Place(None, "", self._bounds), label)


def _unchanged(look: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """The answer of a call about an entry of which the kind is known. Raises `_Changed` if it isn't of that kind."""
    try:
        return look(*args, **kwargs)
    except OSError as error:
        if error.errno in (errno.ENOENT, errno.ENOTDIR, errno.ELOOP, errno.EINVAL):
            raise _Changed from error
        raise


def is_name(operand: str) -> bool:
    """Whether an operand is a name in the directory that it starts from, and says nothing else."""
    return "/" not in operand and operand not in ("", ".", "..")


def _components(operand: str) -> list[str]:
    """The components of a name, last one first, so that the next is popped from the end."""
    return [component for component in reversed(operand.split("/")) if component]


def physical_directory(descriptor: int, path: str) -> Directory:
    """The directory that the caller has open at the physical `path`, as a start of walks."""
    return Directory(descriptor, _place_of(path, frozenset()), Label(path))


def _place_of(path: str, bounds: frozenset[str]) -> Place:
    place = Place(None, "", bounds)
    for name in reversed(_components(path)):
        place = Place(place, name, bounds)
    return place


def landing(start: Directory, name: str) -> tuple[str, bool]:
    """Where a name leads physically, and whether that exists; not judged. Raises `Fault`."""
    label = Label(name)
    try:
        walk = _Walk(start, name, True, frozenset(), label)
    except OSError as error:
        raise fault_of(label, error) from error
    with walk.here:
        return walk.place().path(), not (walk.tail or walk.broken)


def wherever(start: Directory, name: str, trail: Trail) -> Content:
    """What a name leads to, not judged: for the config, which may lie anywhere (FENCE-20). Raises `Fault`."""
    label = Label(name)
    try:
        walk = _Walk(start, name, True, frozenset(), label, trail)
    except OSError as error:
        raise fault_of(label, error) from error
    return walk.content(label, walk.place())


class Fence:
    """The bounds of a run, and the way from names to judged places.

    Bounds: the workspace root and each allowed path, as physical paths (FENCE-19), frozen for the
    run (FENCE-21).
    `root` is borrowed: it must stay open as long as the fence is used.
    """

    __slots__ = ("_bounds", "_names_to_root", "root")

    def __init__(self, root: Directory, allowed: list[str]) -> None:
        self._bounds = frozenset([root.place.path(), *allowed])
        place = _place_of(root.place.path(), self._bounds)
        self.root = Directory(root.descriptor, place, root.label)
        self._names_to_root = frozenset(place.path().split("/"))
        self._remember_above()

    def entry(self, start: Directory, operand: str, label: Label | None = None) -> Entry:
        """The entry that `operand` names, from `start` (role *entry* of FENCE-4).

        Raises `Refused` outside the bounds, `Fault` for an empty operand (FENCE-17), too many
        links (FENCE-2) or a walk that the system does not allow.
        """
        label = label or Label(operand)
        if is_name(operand):
            place = Place(start.place, operand, self._bounds)
            self._judge(place, label, is_directory=False)
            return Entry(start.copy(label), operand, place, label)
        walk, place = self._judged(start, operand, False, label)
        return Entry(walk.here, walk.last_name(), place, label, walk.broken, walk.slash)

    def content(
        self, start: Directory, operand: str, label: Label | None = None, trail: Trail | None = None
    ) -> Content:
        """What `operand` leads to, from `start` (role *content* of FENCE-4). Raises as `entry`.

        `trail` notes the way there.
        """
        label = label or Label(operand)
        if trail is None and is_name(operand):
            found = self._seen(start, operand, label)
            if found is None or not (stat.S_ISLNK(found.st_mode) or stat.S_ISDIR(found.st_mode)):
                place = Place(start.place, operand, self._bounds)
                self._judge(place, label, is_directory=False)
                return Content(start.copy(label), operand, place, label, seen=found)
        walk, place = self._judged(start, operand, True, label, trail)
        return walk.content(label, place)

    @staticmethod
    def _seen(start: Directory, name: str, label: Label) -> os.stat_result | None:
        """What has this name, None if there is nothing."""
        try:
            return calls.status_at(start.descriptor, name)
        except FileNotFoundError:
            return None
        except OSError as error:
            raise fault_of(label, error) from error

    def plain_directory(self, start: Directory, name: str) -> Directory | None:
        """The directory that `name` leads to from `start`, if it does through directories alone. Not judged."""
        label = Label(name)
        try:
            walk = self._walked(start, name, True, label)
        except Fault:
            return None
        if walk.is_plain():
            return walk.here
        walk.here.close()
        return None

    def new_directories(self, start: Directory, operand: str) -> Iterator[Entry]:
        """Each directory that is missing on the way to `operand`, outermost first.

        The caller makes the one it was given before it asks for the next. All are judged before
        the first is handed out. Raises as `entry`, and `Fault` where something in the way is no
        directory.
        """
        label = Label(operand)
        walk, _ = self._judged(start, operand, True, label)
        with walk.here:
            for place in walk.missing:
                self._judge(place, label, is_directory=False)
        return self._make_down(start, operand, label)

    def holds_root(self, place: Place) -> bool:
        """Whether `place` is the workspace root or a directory above it (FENCE-11)."""
        return place.name in self._names_to_root and is_within(self.root.place.path(), place.path())

    def _remember_above(self) -> None:
        """Note which directories hold the root, as far up as they can be searched."""
        here = self.root.copy(self.root.label)
        try:
            while here.place.parent is not None:
                above = here.above()
                here.close()
                here = above
        except OSError:
            return
        finally:
            here.close()

    def _make_down(self, start: Directory, operand: str, label: Label) -> Iterator[Entry]:
        here = self._walked(start, "/" if operand.startswith("/") else ".", True, label).here
        try:
            pending = _components(operand)
            while pending:
                component = pending.pop()
                in_the_way = errno.ENOTDIR if pending else errno.EEXIST
                below = self._below(here, component, label, in_the_way)
                if below is None:
                    with self.entry(here, component, label) as entry:
                        if entry.kind() == MISSING:
                            yield entry
                        if entry.kind() != DIRECTORY:
                            raise system_fault(label, in_the_way)
                        below = entry.open_directory()
                here.close()
                here = below
        finally:
            here.close()

    def _below(self, here: Directory, component: str, label: Label, in_the_way: int) -> Directory | None:
        """The directory that one component leads to, None if there is nothing; else `Fault` with that errno."""
        walk = self._walked(here, component, True, label)
        if not walk.last_name():
            return walk.here
        walk.here.close()
        if not walk.tail:
            raise system_fault(label, in_the_way)
        return None

    def _judged(
        self, start: Directory, operand: str, follow: bool, label: Label, trail: Trail | None = None
    ) -> tuple[_Walk, Place]:
        if not operand:
            raise system_fault(label, errno.ENOENT)
        walk = self._walked(start, operand, follow, label, trail)
        try:
            place = walk.place()
            self._judge(place, label, not walk.last_name() and not walk.broken)
        except BaseException:
            walk.here.close()
            raise
        return walk, place

    def _walked(self, start: Directory, operand: str, follow: bool, label: Label, trail: Trail | None = None) -> _Walk:
        try:
            return _Walk(start, operand, follow, self._bounds, label, trail)
        except OSError as error:
            raise fault_of(label, error) from error

    def _judge(self, place: Place, label: Label, is_directory: bool) -> None:
        if not place.inside:
            raise Refused(label, place.path(), self.root.place.path(), is_directory)
