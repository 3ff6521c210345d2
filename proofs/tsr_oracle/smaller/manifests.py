"""Shorter manifests, which still say what is declared of them.

Each is written anew in the plainest way, or loses a piece of which it is certain what that declares (`declared`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import replace

from tsr_model.packages import MARKERS
from tsr_oracle.smaller.declared import still
from tsr_oracle.smaller.pieces import without, without_items, without_lines
from tsr_oracle.smaller.trees import with_entry
from tsr_spec.case import Declared, Entry, File, Given, Json

_PLAIN_NAMES = {
    "package.json": re.compile(r"[!-~]+"),
    "Cargo.toml": re.compile(r"[A-Za-z0-9@/._-]+"),
    "go.mod": re.compile(r"[A-Za-z0-9@_-][A-Za-z0-9@._-]*(?:/[A-Za-z0-9@_-][A-Za-z0-9@._-]*)*"),
    "pyproject.toml": re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?"),
}
"""Names that can be written in a manifest without any care."""
_TABLE = re.compile(r"^(?=\[)", re.MULTILINE)
_BLOCK = re.compile(r"^\w+ \((?:[^)]*\n)?\)[^\n]*\n|^[^\n]*\n?", re.MULTILINE)


def shorter_manifests(given: Given) -> Iterator[Given]:
    """The case with a manifest that says less, or says the same in a plainer way."""
    declared = {one.path: one for one in given.declares}
    for entry in given.tree:
        if isinstance(entry, File) and _name(entry) in MARKERS:
            says = declared.get(entry.path)
            for text, now in _shorter(_name(entry), entry.data, says):
                changed = with_entry(given, replace(entry, data=text))
                others = tuple(one for one in given.declares if one.path != entry.path)
                yield replace(changed, declares=others if now is None else (*others, now))


def _name(entry: Entry) -> str:
    return entry.path.rpartition("/")[2]


def _shorter(name: str, text: str, says: Declared | None) -> Iterator[tuple[str, Declared | None]]:
    if text:
        yield "", None
    if says is None:
        return
    written_out = replace(says, through=())
    fewer = [replace(written_out, needs=tuple(needs)) for needs in without(says.needs)]
    unnamed = [replace(written_out, name=None)] if says.name is not None else []
    for now in (written_out, *fewer, *unnamed):
        plain = _plainest(name, now)
        if plain is not None and len(plain) < len(text):
            yield plain, now
    if text != _plainest(name, says):
        for shorter in _without_pieces(name, text):
            left = still(name, text, shorter, says)
            if left is not None:
                yield shorter, left


# --- written anew ----------------------------------------------------------------------------------------------------


def _plainest(name: str, says: Declared) -> str | None:
    """The plainest manifest that says this; None where a name in it would have to be written with care."""
    own = [] if says.name is None else [says.name]
    if not all(_PLAIN_NAMES[name].fullmatch(each) for each in (*own, *says.needs)):
        return None
    match name:
        case "package.json":
            return _package_json(says)
        case "go.mod":
            needs = [f"require {need} v1.0.0\n" for need in says.needs]
            return "".join([*(f"module {each}\n" for each in own), *needs])
        case "Cargo.toml":
            needs = ["[dependencies]\n"] * bool(says.needs) + [f'"{need}" = "1"\n' for need in says.needs]
            return "".join([*(f'[package]\nname = "{each}"\n' for each in own), *needs])
        case _:
            needs = [f"dependencies = {json.dumps(says.needs)}\n"] * bool(says.needs)
            lines = [*(f'name = "{each}"\n' for each in own), *needs]
            return "".join(["[project]\n"] * bool(lines) + lines)


def _package_json(says: Declared) -> str:
    value: dict[str, Json] = {} if says.name is None else {"name": says.name}
    return json.dumps(value | ({"dependencies": dict.fromkeys(says.needs, "1")} if says.needs else {}))


# --- without a piece -------------------------------------------------------------------------------------------------


def _without_pieces(name: str, text: str) -> Iterator[str]:
    if name == "go.mod":
        yield from ("".join(left) for left in without(_BLOCK.findall(text)))
        yield from without_lines(text)
        return
    if name != "package.json":
        yield from ("".join(left) for left in without(_TABLE.split(text)))
        yield from without_lines(text)
    yield from without_items(text)
