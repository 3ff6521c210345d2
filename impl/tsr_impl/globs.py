"""Patterns: `*` `?` `[…]` `**` in the unquoted text of a word (SHELL-10 to SHELL-18), matched as `sh` does.

Names are only looked at, never judged: what a builtin does with them is (FENCE-18).
"""

from __future__ import annotations

import stat

from tsr_impl import calls, interrupts
from tsr_impl.report import is_scarcity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tsr_impl.shell import Text

    Characters = list[tuple[str, bool]]  # each with whether it may belong to a pattern


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
    return any(part.active and any(c in "*?[" for c in part.text) for part in word)


def expand(word: list[Text], directory: int) -> list[str]:
    """The words that `word` stands for when its command runs in `directory` (a descriptor).

    The names that match, sorted by bytes; the text of the word if it has no pattern or nothing
    matches.
    """
    text = "".join(part.text for part in word)
    if not has_pattern(word):
        return [text]
    characters = [(c, part.active) for part in word for c in part.text]
    components = [_Component(piece) for piece in _split(characters) if piece]
    if all(component.literal is not None for component in components):
        return [text]
    matches = _matches(components, text.startswith("/"), text.endswith("/"), directory)
    return sorted(matches, key=calls.encode) or [text]


def _split(characters: Characters) -> Iterator[Characters]:
    piece: Characters = []
    for character in characters:
        if character[0] == "/":
            yield piece
            piece = []
        else:
            piece.append(character)
    yield piece


def _matches(components: list[_Component], absolute: bool, directories_only: bool, directory: int) -> list[str]:
    found: Iterable[str] = ["/" if absolute else ""]
    for component in components[:-1]:
        found = dict.fromkeys(_step(found, component, directory))
    last = components[-1]
    if not directories_only:
        found = dict.fromkeys(_last_step(found, last, directory))
        return [path for path in _safely(found) if _exists(path, directory)]
    found = dict.fromkeys(_step(found, last, directory))
    return [path for path in _safely(found) if path and _is_directory(path, directory, follow=True)]


def _safely(items: Iterable[str]) -> Iterator[str]:
    """The same items, with a safe point in front of each: to look at one may take a while."""
    for item in items:
        interrupts.check()
        yield item


def _step(prefixes: Iterable[str], component: _Component, directory: int) -> Iterator[str]:
    """Each prefix with one more component and a slash, where that may lead to a directory."""
    for prefix in _safely(prefixes):
        if component.literal is not None:
            yield prefix + component.literal + "/"
        elif component.tree:
            yield from _directories_beneath(prefix, directory)
        else:
            for name in _safely(_names(prefix, directory)):
                if component.matches(name):
                    yield prefix + name + "/"


def _last_step(prefixes: Iterable[str], component: _Component, directory: int) -> Iterator[str]:
    """Each prefix with the last component. A final `**` stands for all that lies beneath."""
    if component.tree:
        prefixes = dict.fromkeys(_step(prefixes, component, directory))
    for prefix in _safely(prefixes):
        if component.literal is not None:
            yield prefix + component.literal
        else:
            yield from (prefix + n for n in _safely(_names(prefix, directory)) if component.matches(n))


def _directories_beneath(prefix: str, directory: int) -> Iterator[str]:
    """The prefix and each directory below it; never hidden ones, never through a link."""
    pending = [prefix]
    while pending:
        interrupts.check()
        path = pending.pop()
        yield path
        for name in _safely(_names(path, directory)):
            if not name.startswith(".") and _is_directory(path + name, directory, follow=False):
                pending.append(path + name + "/")


def _names(prefix: str, directory: int) -> list[str]:
    try:
        return calls.list_path(prefix or ".", directory)
    except OSError as error:
        if is_scarcity(error):
            raise
        return []  # no directory, or none that can be read: nothing matches in it


def _exists(path: str, directory: int) -> bool:
    try:
        calls.status_at(directory, path)
    except OSError:
        return False
    return True


def _is_directory(path: str, directory: int, follow: bool) -> bool:
    try:
        return stat.S_ISDIR(calls.status_at(directory, path, follow).st_mode)
    except OSError:
        return False


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
