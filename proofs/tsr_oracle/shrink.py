"""Makes a failing case smaller for as long as it fails in the same way: the same class, by the same clause."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import islice

from tsr_spec.case import Directory, Entry, File, Given, HardLink, Link, Mount, Special

MOST_RUNS = 600

_STRING = re.compile(r'"(?:\\.|[^"\\])*"')


def shrink(given: Given, fails: Callable[[Given], bool], most: int = MOST_RUNS) -> Given:
    """The smallest case found in `most` tries at the most. `fails` says whether a case still fails the same way.

    Where the tries were enough, none of the result's own candidates fails. No candidate is tried twice.
    """
    tried = {given}
    position = before = 0
    while len(tried) <= most:
        candidate = next(islice(candidates(given), position, None), None)
        if candidate is None:
            if len(tried) == before:
                return given
            position, before = 0, len(tried)
            continue
        new = candidate not in tried
        tried.add(candidate)
        if new and fails(candidate):
            given = candidate  # and at this position there is another one now
        else:
            position += 1
    return given


def candidates(given: Given) -> Iterator[Given]:
    """Smaller neighbours of a case, those that take most away first."""
    yield from _without_entries(given)
    yield from _plainer_surroundings(given)
    yield from _shorter_texts(given)
    yield from _plainer_entries(given)


def _without_entries(given: Given) -> Iterator[Given]:
    """The case without an entry and everything beneath it."""
    for entry in sorted(given.tree, key=lambda entry: entry.path.count("/")):
        gone = {other.path for other in given.tree if f"{other.path}/".startswith(f"{entry.path}/")}
        left = [other for other in given.tree if other.path not in gone]
        yield replace(given, tree=tuple(e for e in left if not (isinstance(e, HardLink) and e.to in gone)))


def _plainer_surroundings(given: Given) -> Iterator[Given]:
    plain = Given((), ())
    for field in ("cwd", "home", "umask", "stdin"):
        if getattr(given, field) != getattr(plain, field):
            yield replace(given, **{field: getattr(plain, field)})
    for index in range(len(given.env)):
        yield replace(given, env=given.env[:index] + given.env[index + 1 :])
    for index in range(1, len(given.argv)):
        yield replace(given, argv=given.argv[:index] + given.argv[index + 1 :])


def _shorter_texts(given: Given) -> Iterator[Given]:
    """The case with a piece taken out of a config, a link's target, or a value."""
    for entry in given.tree:
        match entry:
            case File(path=path, data=data) if path.endswith("tasks.toml"):
                for text in _shorter_config(data):
                    yield _with(given, replace(entry, data=text))
            case File(path=path, data=data) if path.endswith(".env"):
                for text in _without_lines(data):
                    yield _with(given, replace(entry, data=text))
            case Link(target=target):
                for text in _shorter_path(target):
                    yield _with(given, replace(entry, target=text))
    for index, (name, value) in enumerate(given.env):
        for text in _shorter_path(value):
            yield replace(given, env=(*given.env[:index], (name, text), *given.env[index + 1 :]))


def _shorter_config(text: str) -> Iterator[str]:
    """The text without one of its lines, or with a shorter value in one."""
    lines = text.splitlines()
    for index in range(len(lines)):
        yield _text(lines[:index] + lines[index + 1 :])
    for index, line in enumerate(lines):
        head, mark, value = line.partition(" = ")
        if mark:
            for shorter in _shorter_value(value):
                yield _text([*lines[:index], head + mark + shorter, *lines[index + 1 :]])


def _without_lines(text: str) -> Iterator[str]:
    lines = text.splitlines(keepends=True)
    for index in range(len(lines)):
        yield "".join(lines[:index] + lines[index + 1 :])


def _text(lines: list[str]) -> str:
    return "".join(f"{line}\n" for line in lines)


def _shorter_value(value: str) -> Iterator[str]:
    """A value of a config, a string or a list of strings, without one of its parts."""
    if value.startswith("["):
        items = _STRING.findall(value)
        for index in range(len(items)):
            yield f"[{', '.join(items[:index] + items[index + 1 :])}]"
        for index, item in enumerate(items):
            for shorter in _shorter_string(item):
                yield f"[{', '.join([*items[:index], shorter, *items[index + 1 :]])}]"
    else:
        yield from _shorter_string(value)


def _shorter_string(value: str) -> Iterator[str]:
    """A string in quotes without one of its commands, its words, the components of its paths, or its own quotes."""
    inner = value[1:-1]
    for separator in (r"( && | \|\| | ?; ?)", r"( +)", r"(/+)"):
        pieces = re.split(separator, inner)
        for index in range(0, len(pieces), 2):
            for left in (pieces[:index] + pieces[index + 2 :], pieces[: max(index - 1, 0)] + pieces[index + 1 :]):
                yield f'"{"".join(left)}"'
    for quote in (r"\"", "'"):
        if quote in inner:
            yield f'"{inner.replace(quote, "")}"'


def _shorter_path(text: str) -> Iterator[str]:
    names = text.split("/")
    for index in range(len(names)):
        shorter = "/".join(names[:index] + names[index + 1 :])
        if shorter:
            yield shorter


def _plainer_entries(given: Given) -> Iterator[Given]:
    for entry in given.tree:
        plain: list[Entry] = []
        match entry:
            case Directory(path=path) if entry != Directory(path):
                plain = [Directory(path)]
            case File(path=path, data=data) if entry != File(path, data):
                plain = [File(path, data)]
            case Link(path=path, target=target) if entry != Link(path, target):
                plain = [Link(path, target)]
            case Mount(path=path):
                plain = [Directory(path)]
            case HardLink(path=path) | Special(path=path):
                plain = [File(path, f"{path}\n")]
        for plainer in plain:
            yield _with(given, plainer)


def _with(given: Given, entry: Entry) -> Given:
    return replace(given, tree=tuple(entry if other.path == entry.path else other for other in given.tree))
