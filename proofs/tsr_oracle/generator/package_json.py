"""Texts of `package.json`: what it declares, written in one of the ways there are, among what is no dependency."""

from __future__ import annotations

import json
from typing import TypeAlias

from tsr_oracle.generator.declaration import Declaration, Writer

FIELDS = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
"""Where the names that a package needs are keys (PKG-7)."""

Json: TypeAlias = "str | bool | int | list[Json] | dict[str, Json]"


def package_json(writer: Writer, says: Declaration) -> str:
    """The text of a manifest of npm or bun that declares this."""
    fields = _fields(writer, says.needs)
    table: dict[str, Json] = {**_head(writer, says.name), **_beside(writer, says.others), **fields}
    if writer.chance(0.1) and len(fields) < len(FIELDS):  # a field of a wrong type gives nothing (PKG-11)
        wrong: list[Json] = ["", 1, True, [*says.others], *says.others]
        table[next(field for field in FIELDS if field not in fields)] = writer.rng.choice(wrong)
    keys = writer.shuffled(list(table))
    indent = writer.pick(2, 2, 4, "\t", None)
    text = json.dumps({key: table[key] for key in keys}, indent=indent, ensure_ascii=writer.chance(0.5))
    for name in says.needs:
        if writer.chance(0.08):
            text = text.replace(json.dumps(name), _escaped(name))
    return text + writer.pick("\n", "\n", "")


def _head(writer: Writer, name: str | None) -> dict[str, Json]:
    """The name; where there is none, it is left out, empty, or no string (PKG-3)."""
    if name is not None:
        return {"name": name, "version": "1.0.0"}
    return writer.pick({}, {"name": ""}, {"name": 1}, {"name": ["a"]})


def _fields(writer: Writer, needs: tuple[str, ...]) -> dict[str, Json]:
    """The names as keys of the four fields; now and then one is in two of them."""
    found: dict[str, dict[str, Json]] = {}
    for name in needs:
        for field in writer.rng.sample(FIELDS, writer.pick(1, 1, 1, 1, 2)):
            found.setdefault(field, {})[name] = _version(writer)
    if writer.chance(0.1):
        found.setdefault(writer.pick(*FIELDS), {})
    return {field: {**keys} for field, keys in found.items()}


def _version(writer: Writer) -> str:
    """A version, which nobody looks at."""
    return writer.pick(
        *("^1.2.3", "~1", "*", "", "latest", "workspace:*", "workspace:^", "npm:other@1", "npm:@o/other@^2"),
        *(f"file:{writer.upwards('other')}", "link:./x", "git+https://example.com/x.git#v1", "catalog:", ">=1 <2 || 3"),
    )


def _beside(writer: Writer, others: tuple[str, ...]) -> dict[str, Json]:
    """Other keys, in some of which stand names that are not needed."""
    name = writer.rng.choice(others) if others else "left-pad"
    every: dict[str, Json] = {
        "private": True,
        "scripts": {"build": "tsc", name: "x", "dependencies": name},
        "peerDependenciesMeta": {name: {"optional": True}},
        "bundledDependencies": [name],
        "overrides": {name: "1.0.0", "dependencies": {name: "1"}},
        "resolutions": {name: "1.0.0"},
        "workspaces": ["packages/*"],
        "description": 'a "name": "x", é',
        "nested": {"name": name, "dependencies": {name: "1"}},
    }
    return {key: value for key, value in every.items() if writer.chance(0.25)}


def _escaped(name: str) -> str:
    """A string of JSON with one of its characters by its number."""
    return json.dumps(name).replace(name[0], f"\\u{ord(name[0]):04x}", 1)
