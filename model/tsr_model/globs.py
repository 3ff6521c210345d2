"""Patterns: which names a word with unquoted `*`, `?`, `[…]` or `**` stands for (SHELL-10 to SHELL-16)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from tsr_model import kernel
from tsr_model.filesystem import Directory, FileSystem, Number
from tsr_model.names import path
from tsr_model.shell import Expanded

Characters: TypeAlias = tuple[tuple[str, bool], ...]

STAR, ONE, OPEN = ("*", True), ("?", True), ("[", True)


def glob(files: FileSystem, cwd: Number, word: Expanded) -> tuple[str, ...]:
    """The names that the word stands for, sorted by bytes; the word itself where nothing matches (SHELL-13)."""
    if not _is_pattern(word.characters):
        return (word.text,)
    components = _components(word.characters)
    start = "/" if word.text.startswith("/") else ""
    found = sorted(set(_matches(files, cwd, start, components)), key=by_bytes)
    return tuple(found) or (word.text,)


def matching(files: FileSystem, cwd: Number, pattern: str) -> tuple[str, ...]:
    """The names that a pattern matches, sorted by bytes, and none where nothing does (PKG-1)."""
    components = _components(active(pattern))
    return tuple(sorted(set(_matches(files, cwd, "/" if pattern.startswith("/") else "", components)), key=by_bytes))


def selects(pattern: str, path: str) -> bool:
    """Whether a pattern matches a path, its components one by one (PKG-4)."""
    return _selects(_components(active(pattern)), tuple(name for name in path.split("/") if name not in ("", ".")))


def _selects(pattern: tuple[Characters, ...], names: tuple[str, ...]) -> bool:
    if not pattern:
        return not names
    if pattern[0] == (STAR, STAR):
        rest = pattern[1:] or ((STAR,),)
        plain = next((count for count, name in enumerate(names) if name.startswith(".")), len(names))
        return any(_selects(rest, names[count:]) for count in range(plain + 1))
    return bool(names) and matches(pattern[0], names[0]) and _selects(pattern[1:], names[1:])


def active(pattern: str) -> Characters:
    """Text all of whose characters may be a pattern's."""
    return tuple((character, True) for character in pattern)


def is_pattern(text: str) -> bool:
    """Whether unquoted text is a pattern."""
    return _is_pattern(active(text))


def by_bytes(name: str) -> bytes:
    """What names are sorted by (SHELL-13)."""

    return name.encode("utf-8", "surrogateescape")


def _is_pattern(characters: Characters) -> bool:
    return any(active and character in "*?[" for character, active in characters)


def _components(characters: Characters) -> tuple[Characters, ...]:
    """The pattern's components; a last empty one stands for a slash at the end."""
    result: list[list[tuple[str, bool]]] = [[]]
    for character in characters:
        if character[0] == "/":
            result.append([])
        else:
            result[-1].append(character)
    slash = len(result) > 1 and not result[-1]
    return tuple(tuple(component) for component in result if component) + ((),) * slash


def _matches(files: FileSystem, cwd: Number, prefix: str, components: tuple[Characters, ...]) -> Iterator[str]:
    """Every name that starts with `prefix`, which is known to be there, and goes on as the components say."""
    if not components:
        yield prefix
        return
    component, rest = components[0], components[1:]
    if not component:
        if prefix and isinstance(_node(files, cwd, prefix), Directory):
            yield prefix.rstrip("/") + "/"
    elif component == (STAR, STAR):
        yield from _any_depth(files, cwd, prefix, rest)
    elif not _is_pattern(component):
        name = _joined(prefix, "".join(character for character, _ in component))
        if not isinstance(kernel.stat(files, cwd, path(name), follow=False), str):
            yield from _matches(files, cwd, name, rest)
    else:
        for name in _names(files, cwd, prefix):
            if matches(component, name):
                yield from _matches(files, cwd, _joined(prefix, name), rest)


def _any_depth(files: FileSystem, cwd: Number, prefix: str, rest: tuple[Characters, ...]) -> Iterator[str]:
    """`**`: any number of directories, none included, never through a link; last, all beneath (SHELL-11)."""
    yield from _matches(files, cwd, prefix, rest or ((STAR,),))
    for name in _names(files, cwd, prefix):
        inner = _joined(prefix, name)
        number = kernel.stat(files, cwd, path(inner), follow=False)
        if not name.startswith(".") and not isinstance(number, str) and isinstance(files.nodes[number], Directory):
            yield from _any_depth(files, cwd, inner, rest)


def _joined(prefix: str, name: str) -> str:
    return prefix + name if prefix in ("", "/") else f"{prefix}/{name}"


def _node(files: FileSystem, cwd: Number, name: str) -> object:
    number = kernel.stat(files, cwd, path(name or "."))
    return None if isinstance(number, str) else files.nodes[number]


def _names(files: FileSystem, cwd: Number, prefix: str) -> list[str]:
    node = _node(files, cwd, prefix)
    return sorted(node.entries) if isinstance(node, Directory) else []


# --- one component ----------------------------------------------------------------------------------------------------


def matches(pattern: Characters, name: str) -> bool:
    """Whether a component's pattern matches a name; a leading dot only where the pattern writes it (SHELL-12)."""
    if name.startswith(".") and (not pattern or pattern[0][0] != "."):
        return False
    return _match(pattern, name)


def _match(pattern: Characters, name: str) -> bool:
    if not pattern:
        return not name
    head, rest = pattern[0], pattern[1:]
    if head == STAR:
        return any(_match(rest, name[count:]) for count in range(len(name) + 1))
    if not name:
        return False
    if head == ONE:
        return _match(rest, name[1:])
    if head == OPEN:
        end = _end_of_set(pattern)
        if end is not None:
            return _in_set(pattern[1:end], name[0]) and _match(pattern[end + 1 :], name[1:])
    return head[0] == name[0] and _match(rest, name[1:])


def _end_of_set(pattern: Characters) -> int | None:
    """Where the set that the pattern starts with is closed; a `]` in first place is a member (SHELL-18)."""
    start = 2 if pattern[1:2] in ((("!", True),), (("^", True),)) else 1
    return next((index for index in range(start + 1, len(pattern)) if pattern[index] == ("]", True)), None)


def _in_set(members: Characters, letter: str) -> bool:
    negated = members[:1] in ((("!", True),), (("^", True),))
    if negated:
        members = members[1:]
    found = False
    while members:
        if len(members) >= 3 and members[1] == ("-", True):
            found = found or _order(members[0][0]) <= _order(letter) <= _order(members[2][0])
            members = members[3:]
        else:
            found = found or members[0][0] == letter
            members = members[1:]
    return found != negated


def _order(letter: str) -> bytes:
    return by_bytes(letter)
