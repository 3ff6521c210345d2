"""What the manifests of the four ecosystems say, read by the clauses (PKG-3, PKG-7 to PKG-10), for tests alone."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator, Mapping
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

_NAMES = ("package.json", "Cargo.toml", "go.mod", "pyproject.toml")
Read = tuple[object, set[str]]


def _table(value: Any, *keys: str) -> dict[str, Any]:
    for key in keys:
        value = value.get(key) if isinstance(value, dict) else None
    return value if isinstance(value, dict) else {}


def read_npm(text: str, above: Iterator[str]) -> Read:
    fields = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
    whole = json.loads(text)
    return whole.get("name"), {key for field in fields for key in _table(whole, field)}


def read_cargo(text: str, above: Iterator[str]) -> Read:
    """`above`: the texts of the manifests of cargo up to the root, nearest first."""
    whole = tomllib.loads(text)
    workspace = next((_table(tomllib.loads(one), "workspace") for one in above if "[workspace]" in one), {})
    needs = set()
    for top in (whole, *_table(whole, "target").values()):
        for kind in ("dependencies", "dev-dependencies", "build-dependencies"):
            for key, entry in _table(top, kind).items():
                there = _table(workspace, "dependencies").get(key) if _table(entry).get("workspace") else entry
                needs.add(_table(there).get("package", key))
    return _table(whole, "package").get("name"), needs


def read_go(text: str, above: Iterator[str]) -> Read:
    name, needs, block = None, set(), ""
    for line in text.splitlines():
        words = re.findall(r'"[^"]*"|`[^`]*`|\S+', re.sub("//.*", "", line))
        if words[1:] == ["("] or words == [")"]:
            block = words[0].strip(")")
            continue
        verb, *rest = [word.strip('"`') for word in ([block, *words] if block else words)] or [""]
        name = rest[0] if verb == "module" else name
        if verb in ("require", "replace") and rest:
            new = rest[rest.index("=>") + 1] if verb == "replace" else rest[0]
            needs |= {rest[0]} if new.startswith((".", "/")) else {rest[0], new}
    return name, needs


def read_python(text: str, above: Iterator[str]) -> Read:
    whole = tomllib.loads(text)
    project, poetry = _table(whole, "project"), _table(whole, "tool", "poetry")
    lists = [*_table(project, "optional-dependencies").values(), *_table(whole, "dependency-groups").values()]
    lists += [project["dependencies"]] if isinstance(project.get("dependencies"), list) else []
    written = [text for texts in lists for text in texts if isinstance(text, str)]
    needs = {re.split(r"[^\w.-]", text, maxsplit=1)[0] for text in written}
    for group in (poetry, *_table(poetry, "group").values()):
        needs |= _table(group, "dependencies").keys()
    return project.get("name") or poetry.get("name"), needs | _table(poetry, "dev-dependencies").keys()


READERS = dict(zip(_NAMES, (read_npm, read_cargo, read_go, read_python), strict=True))


def _above(files: Mapping[str, str], path: str) -> Iterator[str]:
    directory = path.rpartition("/")[0]
    while directory:
        if f"{directory}/Cargo.toml" in files:
            yield files[f"{directory}/Cargo.toml"]
        directory = directory.rpartition("/")[0]


def read_back(files: Mapping[str, str], path: str) -> Read:
    """The name that the manifest gives, and the names that it needs. `files`: the texts by path."""
    return READERS[path.rpartition("/")[2]](files[path], _above(files, path))
