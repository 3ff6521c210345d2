"""Whether what is declared of manifests is still what they say, once something is taken away.

Nothing here reads a manifest. A name that one does not mention any more is none that it needs; as long as it is
mentioned as often as before, nothing has changed; and in all other cases it can't be told.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from dataclasses import replace

from tsr_model.packages import MARKERS
from tsr_spec.case import Declared, File, Given, Json, Link, parents

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_WORD = re.compile(r"[^\s\"`(),]+")

# --- one manifest ----------------------------------------------------------------------------------------------------


def still(name: str, before: str, now: str, says: Declared) -> Declared | None:
    """What the shorter text declares; None where that can't be told without reading it."""
    if name == "go.mod":
        if not _in_blocks(now) <= _in_blocks(before):
            return None
        return _by_mentions(_WORD.findall(before), _WORD.findall(now), says)
    if before.count("workspace") != now.count("workspace"):
        return None  # what was looked up by that may be a name that is not mentioned here
    old, new = _parsed(name, before), _parsed(name, now)
    if not isinstance(old, dict) or not isinstance(new, dict) or not _is_part(new, old):
        return None
    return _by_mentions(list(_words(old)), list(_words(new)), says)


def _by_mentions(old: list[str], new: list[str], says: Declared) -> Declared | None:
    """What is declared once a manifest has these words in place of those."""
    left = {}
    for name in {*says.needs, *([] if says.name is None else [says.name])}:
        before, now = _mentions(name, old), _mentions(name, new)
        if now not in (0, before) or not before:  # then it was looked up elsewhere
            return None
        left[name] = now > 0
    named = says.name is not None and left[says.name]
    if says.name is not None and not named and not {"name", "module"}.isdisjoint(new):
        return None  # another name may be its name now
    return replace(says, name=says.name if named else None, needs=tuple(need for need in says.needs if left[need]))


def _mentions(name: str, words: list[str]) -> int:
    whole = re.compile(rf"(?<![a-z0-9-]){re.escape(_folded(name))}(?![a-z0-9-])")
    return sum(1 for word in words if whole.search(_folded(word)))


def _folded(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _in_blocks(text: str) -> set[tuple[str, str]]:
    """Each line of a go.mod with the block that it stands in; an end without one, where the last is not closed."""
    block, found = "", set()
    for line in text.splitlines():
        code = line.partition("//")[0].strip()
        block = "" if code == ")" else block
        found.add((block, line))
        block = code if code.endswith("(") else block
    return found if not block else found | {(block, "end")}


def _parsed(name: str, text: str) -> Json:
    """What is written there; None where that is nothing, or where something is written twice."""
    try:
        if name == "package.json":
            value: Json = json.loads(text, object_pairs_hook=_once)
        else:
            value = json.loads(json.dumps(tomllib.loads(text), default=str))
    except (ValueError, RecursionError):
        return None
    return value


def _once(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    if len(dict(pairs)) < len(pairs):
        raise ValueError("a key is there twice")
    return dict(pairs)


def _is_part(now: Json, before: Json, *, top: bool = True) -> bool:
    """Whether the one value is the other without some of its parts, and those don't tell how the rest is read: in
    cargo's manifests `package` gives another name, and what a `[workspace]` has is looked up elsewhere."""
    match now, before:
        case dict(), dict():
            if not top and "package" in before.keys() - now.keys():
                return False
            if top and now.get("workspace") != before.get("workspace"):
                return False
            return all(name in before and _is_part(value, before[name], top=False) for name, value in now.items())
        case list(), list():
            rest = iter(before)
            return all(any(_is_part(item, other, top=False) for other in rest) for item in now)
    return now == before


def _words(value: Json) -> Iterator[str]:
    """Every string that a value holds, the keys of its tables too."""
    match value:
        case dict():
            for name, member in value.items():
                yield name
                yield from _words(member)
        case list():
            for item in value:
                yield from _words(item)
        case str():
            yield value


# --- all of a case ---------------------------------------------------------------------------------------------------


def still_declared(smaller: Given, given: Given) -> bool:
    """Whether what is declared still tells all that the manifests say, where a case was made smaller elsewhere.

    A manifest that nothing is declared of may say something, so none may become the one that counts in its directory;
    and what a crate looks up in a cargo workspace has to be found there.
    """
    return _undeclared(smaller) <= _undeclared(given) and looked_up(smaller) <= looked_up(given)


def _name(entry: File | Link) -> str:
    return entry.path.rpartition("/")[2]


def _undeclared(given: Given) -> set[str]:
    """The texts of the manifests that count in their directories, and that nothing is declared of."""
    declared = {one.path for one in given.declares}
    counting: dict[str, File | Link] = {}
    for marker in reversed(MARKERS):
        for entry in given.tree:
            if isinstance(entry, File | Link) and _name(entry) == marker:
                counting[entry.path.rpartition("/")[0]] = entry
    left = [entry for entry in counting.values() if entry.path not in declared]
    return {entry.data if isinstance(entry, File) else entry.target for entry in left} - {""}


def looked_up(given: Given) -> set[tuple[str | None, str]]:
    """The name of each crate that looks names up, with the cargo workspace in which it does (PKG-8)."""
    names = {one.path: one.name for one in given.declares}
    texts = {entry.path: entry.data for entry in given.tree if isinstance(entry, File) and _name(entry) == "Cargo.toml"}
    spaces = {path.rpartition("/")[0]: _workspace(text) for path, text in texts.items() if "[workspace" in text}
    found = set()
    for path, text in texts.items():
        if re.search(r"workspace *=", text):
            nearest = [spaces[above] for above in parents(path) if above in spaces]
            found.add((names.get(path), nearest[-1] if nearest else ""))
    return found


def _workspace(text: str) -> str:
    parsed = _parsed("Cargo.toml", text)
    return json.dumps(parsed.get("workspace")) if isinstance(parsed, dict) else text
