"""Patterns: `*` `?` `[…]` `**` in the unquoted text of a word (SHELL-10 to SHELL-18), matched as `sh` does.

Names are only looked at, never judged: what a builtin does with them is (FENCE-18).
"""

from __future__ import annotations

import errno
import stat

from tsr_impl import calls, interrupts
from tsr_impl.places import Fault
from tsr_impl.report import denial, is_missing

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Iterator
    from typing import TypeVar

    from tsr_impl.shell import Text

    Characters = list[tuple[str, bool]]  # each with whether it may belong to a pattern
    T = TypeVar("T")


_ACTIVE = "*?["


class _Set:
    """One `[…]`: characters and ranges of them, by code point."""

    __slots__ = ("negated", "ranges")

    def __init__(self, ranges: list[tuple[str, str]], negated: bool) -> None:
        self.ranges = ranges
        self.negated = negated

    def has(self, character: str) -> bool:
        found = any(low <= character <= high for low, high in self.ranges)
        return found != self.negated


class _Any:
    """`?`, or with `many` a `*`."""

    __slots__ = ("many",)

    def __init__(self, many: bool) -> None:
        self.many = many

    def has(self, character: str) -> bool:
        return True


class _Component:
    """What stands between two slashes: `items` are characters, sets and wildcards."""

    __slots__ = ("items", "literal", "tree")

    def __init__(self, characters: Characters) -> None:
        self.items = _compiled(characters)
        self.tree = characters == [("*", True), ("*", True)]
        # The name itself, if there is nothing to match.
        plain = all(isinstance(item, str) for item in self.items)
        self.literal = "".join(c for c, _ in characters) if plain else None

    def matches(self, name: str) -> bool:
        """Whether the whole name fits; a leading dot only fits a dot that is written out."""
        if name.startswith(".") and self.items[0] != ".":
            return False
        return _fits(self.items, name)


def has_pattern(word: list[Text]) -> bool:
    """Whether it has to be looked what the word stands for."""
    return any(part.active and any(c in part.text for c in _ACTIVE) for part in word)


def expand(word: list[Text], directory: int) -> list[str]:
    """The words that `word` stands for when its command runs in `directory` (a descriptor).

    The names that match, sorted by bytes; the text of the word if it has no pattern or nothing
    matches. Raises `Fault` for a path of which the system can't say what is there.
    """
    text = "".join(part.text for part in word)
    if not has_pattern(word):
        return [text]
    characters = [(c, part.active) for part in word for c in part.text]
    components = _components(characters)
    if all(component.literal is not None for component in components):
        return [text]
    matches = _matches(components, text.startswith("/"), text.endswith("/"), _Tree(directory))
    return sorted(matches, key=calls.encode) or [text]


def is_pattern(text: str) -> bool:
    """The same of an entry for packages, in which nothing is quoted (PKG-1)."""
    return any(character in text for character in _ACTIVE)


def directories(pattern: str, directory: int, barred: str, denied: Callable[[str, OSError], None]) -> list[str]:
    """The directories, and links to one, that such an entry stands for, sorted by bytes (PKG-1).

    No wildcard stands for the name `barred`. Of several paths to one directory there are at least those
    that come first by bytes, which is all that anybody asks for (FENCE-9). What may not be looked at is
    passed over, and told to `denied`. Raises as `expand`.
    """
    tree = _DistinctTree(directory, barred, denied)
    found = _matches(_components(_unquoted(pattern)), pattern.startswith("/"), False, tree)
    return sorted((path for path in _safely(found) if tree.has_directory(path, follow=True)), key=calls.encode)


class PathPattern:
    """Such an entry as a pattern for paths that are known by now (PKG-4)."""

    __slots__ = ("_absolute", "_components")

    def __init__(self, pattern: str) -> None:
        self._absolute = pattern.startswith("/")
        self._components = _components(_unquoted(pattern))

    def matches(self, path: str) -> bool:
        """Whether the whole path fits, by the rules for names in a directory."""
        if path.startswith("/") != self._absolute:
            return False
        at = self._passing({0})  # how many components may be used up
        for name in path.split("/"):
            if name:
                at = self._passing({following for here in at for following in self._behind(here, name)})
        return len(self._components) in at

    def _passing(self, at: set[int]) -> set[int]:
        """These, and where it gets from there by taking `**` for nothing, which one in last place is not (SHELL-11)."""
        reached = set(at)
        for here in at:
            while here < len(self._components) - 1 and self._components[here].tree:
                here += 1
                reached.add(here)
        return reached

    def _behind(self, here: int, name: str) -> Iterator[int]:
        """Where one more name leads to."""
        if here == len(self._components):
            return
        component = self._components[here]
        if component.literal is not None:
            fits = component.literal == name
        else:
            fits = name not in (".", "..") and component.matches(name)
        if fits:
            yield here + 1
            if component.tree:
                yield here


def _unquoted(pattern: str) -> Characters:
    return [(character, True) for character in pattern]


def _components(characters: Characters) -> list[_Component]:
    """A `**` right behind another one adds nothing, and is left out."""
    components: list[_Component] = []
    for piece in _split(characters):
        component = _Component(piece)
        if piece and not (component.tree and components and components[-1].tree):
            components.append(component)
    return components


def _split(characters: Characters) -> Iterator[Characters]:
    piece: Characters = []
    for character in characters:
        if character[0] == "/":
            yield piece
            piece = []
        else:
            piece.append(character)
    yield piece


class _Tree:
    """What a pattern looks at: a directory (a descriptor), and the name in it that no wildcard stands for.

    Where nothing is, and what may not be looked at, nothing matches, as in a shell. `denied` is told of the latter.
    Each look raises `Fault` for any other error.
    """

    __slots__ = ("_barred", "_denied", "_directory")

    def __init__(
        self, directory: int, barred: str = "", denied: Callable[[str, OSError], None] = lambda path, error: None
    ) -> None:
        self._directory = directory
        self._barred = barred
        self._denied = denied

    def names(self, prefix: str) -> list[str]:
        try:
            names = _names(self._directory, prefix or ".")
        except OSError as error:
            names = self._after(error, prefix, _names) or []
        return [name for name in names if name != self._barred]

    def new(self) -> _Seen:
        """To tell which paths of a step of the pattern are still to be followed."""
        return _Seen()

    def has(self, path: str) -> bool:
        try:
            calls.status_at(self._directory, path)
        except OSError as error:
            return self._after(error, path, calls.status_at) is not None
        return True

    def identity(self, path: str) -> tuple[int, int] | None:
        """That of the directory there, None if there is none."""
        try:
            status: os.stat_result | None = calls.status_at(self._directory, path or ".", follow=True)
        except OSError as error:
            status = self._after(error, path, _followed)
        return (status.st_dev, status.st_ino) if status and stat.S_ISDIR(status.st_mode) else None

    def has_directory(self, path: str, follow: bool) -> bool:
        try:
            return stat.S_ISDIR(calls.status_at(self._directory, path, follow).st_mode)
        except OSError as error:
            status = self._after(error, path, _followed if follow else calls.status_at)
            return status is not None and stat.S_ISDIR(status.st_mode)

    def _after(self, error: OSError, path: str, look: Callable[[int, str], T]) -> T | None:
        """What comes of a look that has failed: of a path that was too long, what is there after all; else nothing."""
        if error.errno == errno.ENAMETOOLONG:
            from tsr_impl.long_paths import Way

            try:
                with Way(self._directory, path) as way:
                    return look(way.directory, way.rest)
            except OSError as found:
                error = found
        if denial(error):
            self._denied(path.rstrip("/") or path or ".", error)
        elif not is_missing(error):
            raise Fault(path or ".", error.strerror or str(error), error.errno or 0) from error
        return None


def _names(directory: int, path: str) -> list[str]:
    return calls.list_path(path, directory)


def _followed(directory: int, path: str) -> os.stat_result:
    return calls.status_at(directory, path, follow=True)


class _Seen:
    """Tells paths apart, each of which leads to a directory and ends in a slash."""

    __slots__ = ("_paths",)

    def __init__(self) -> None:
        self._paths: set[str] = set()

    def is_new(self, path: str) -> bool:
        if path in self._paths:
            return False
        self._paths.add(path)
        return True

    def filtered(self, paths: Iterable[str]) -> Iterable[str]:
        """Those that are new."""
        return filter(self.is_new, paths)


class _DistinctTree(_Tree):
    """A tree in which of several paths to one directory only those matter that come first.

    Links can lead round in circles, and each turn is another path: there would be no end of them.
    """

    __slots__ = ()

    def new(self) -> _Seen:
        return _SeenDirectories(self)


class _SeenDirectories(_Seen):
    """Tells directories apart by what they are; their paths have to come in the order of their bytes.

    Of two paths to one directory the smaller one is also the smaller way to all that lies beneath. If the
    other goes on from it, either may be: with `p/` and `p/s/` that is `p/s/b`, and not `p/b`, but `p/a`.
    """

    __slots__ = ("_last", "_tree")

    def __init__(self, tree: _Tree) -> None:
        super().__init__()
        self._last: dict[tuple[int, int], str] = {}
        self._tree = tree

    def is_new(self, path: str) -> bool:
        identity = self._tree.identity(path)
        if identity is None:
            return False
        last = self._last.get(identity)
        if last is not None and (path == last or not path.startswith(last)):
            return False
        self._last[identity] = path
        return True

    def filtered(self, paths: Iterable[str]) -> Iterable[str]:
        return super().filtered(_safely(sorted(paths, key=calls.encode)))


def _matches(components: list[_Component], absolute: bool, directories_only: bool, tree: _Tree) -> list[str]:
    found: Iterable[str] = ["/" if absolute else ""]
    for component in components[:-1]:
        found = _step(found, component, tree)
    last = components[-1]
    if not directories_only:
        found = dict.fromkeys(_last_step(found, last, tree))
        return [path for path in _safely(found) if tree.has(path)]
    found = _step(found, last, tree)
    return [path for path in _safely(found) if path and tree.has_directory(path, follow=True)]


def _safely(items: Iterable[str]) -> Iterator[str]:
    """The same items, with a safe point in front of each: to look at one may take a while."""
    for item in items:
        interrupts.check()
        yield item


def _step(prefixes: Iterable[str], component: _Component, tree: _Tree) -> list[str]:
    """Each prefix with one more component and a slash, where that may lead to a directory."""
    if component.tree:
        return list(_directories_beneath(prefixes, tree))
    return list(tree.new().filtered(f"{path}/" for path in _named(prefixes, component, tree)))


def _last_step(prefixes: Iterable[str], component: _Component, tree: _Tree) -> Iterator[str]:
    """Each prefix with the last component. A final `**` stands for all that lies beneath."""
    return _named(_step(prefixes, component, tree) if component.tree else prefixes, component, tree)


def _named(prefixes: Iterable[str], component: _Component, tree: _Tree) -> Iterator[str]:
    """Each prefix with each name that fits."""
    for prefix in _safely(prefixes):
        if component.literal is not None:
            yield prefix + component.literal
        else:
            yield from (prefix + name for name in _safely(tree.names(prefix)) if component.matches(name))


def _directories_beneath(prefixes: Iterable[str], tree: _Tree) -> Iterator[str]:
    """The prefixes and each directory below them; never hidden ones, never through a link. In the order of bytes."""
    from heapq import heapify, heappop, heappush

    seen = tree.new()
    pending = [calls.encode(prefix) for prefix in prefixes]
    heapify(pending)
    while pending:
        interrupts.check()
        path = calls.decode(heappop(pending))
        if seen.is_new(path):
            yield path
            for name in _safely(tree.names(path)):
                if not name.startswith(".") and tree.has_directory(path + name, follow=False):
                    heappush(pending, calls.encode(f"{path}{name}/"))


def _compiled(characters: Characters) -> list[str | _Set | _Any]:
    items: list[str | _Set | _Any] = []
    closing = _next_closing(characters)
    at = 0
    while at < len(characters):
        character, active = characters[at]
        end = _end_of_set(characters, at, closing) if active and character == "[" else 0
        if end:
            items.append(_set(characters[at + 1 : end]))
            at = end
        elif active and character in "*?":
            items.append(_Any(many=character == "*"))
        else:
            items.append(character)
        at += 1
    return items


def _next_closing(characters: Characters) -> list[int]:
    """For each offset, and the two behind the end, that of the next `]`; 0 where none follows."""
    closing = [0] * (len(characters) + 2)
    for at in range(len(characters) - 1, -1, -1):
        closing[at] = at if characters[at] == ("]", True) else closing[at + 1]
    return closing


def _end_of_set(characters: Characters, start: int, closing: list[int]) -> int:
    """The offset of the `]` that closes the set; 0 if none does. A first `]` is a member."""
    first = start + 1
    if characters[first : first + 1] in ([("!", True)], [("^", True)]):
        first += 1
    return closing[first + 1]


def _set(inner: Characters) -> _Set:
    negated = inner[0] in (("!", True), ("^", True))
    members = inner[1:] if negated else inner
    ranges = []
    at = 0
    while at < len(members):
        low = high = members[at][0]
        if at + 2 < len(members) and members[at + 1] == ("-", True):
            high = members[at + 2][0]
            at += 2
        ranges.append((low, high))
        at += 1
    return _Set(ranges, negated)


def _fits(items: list[str | _Set | _Any], name: str) -> bool:
    """Whether the items cover the whole name. Only the last `*` is ever reconsidered."""
    item = at = 0
    star, resume = -1, 0
    while at < len(name):
        expected = items[item] if item < len(items) else None
        if isinstance(expected, _Any) and expected.many:
            star, resume = item, at
            item += 1
        elif expected is not None and _is_one(expected, name[at]):
            item, at = item + 1, at + 1
        elif star >= 0:
            resume += 1
            item, at = star + 1, resume
        else:
            return False
    return all(isinstance(rest, _Any) and rest.many for rest in items[item:])


def _is_one(expected: str | _Set | _Any, character: str) -> bool:
    return expected == character if isinstance(expected, str) else expected.has(character)
