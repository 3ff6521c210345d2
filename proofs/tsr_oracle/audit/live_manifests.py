"""What the manifests of a real workspace say: the name of each package, and the names that it needs (PKG-3, PKG-6).

A second reading of PKG-7 to PKG-11: the runner has one of its own. What can't be read says nothing (PKG-11).
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeAlias

from tsr_model.fence import Landing, landing
from tsr_model.filesystem import ROOT, File, FileSystem, at_place
from tsr_model.names import Place, beneath, text
from tsr_model.packages import has_file
from tsr_oracle.audit.live_files import Unseen
from tsr_oracle.audit.toml_places import longest_key
from tsr_spec.case import Declared

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Table: TypeAlias = dict[str, Any]

_MOST_PARTS = 100
"""Of a key (PKG-11)."""

_CARGO = ("dependencies", "dev-dependencies", "build-dependencies")
_NPM = ("dependencies", "devDependencies", "peerDependencies", "optionalDependencies")
_POETRY = ("dependencies", "dev-dependencies")
_PEP_508 = re.compile(r"\s*([A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)")
_GO_WORD = re.compile(r'"([^"]*)"|`([^`]*)`|(\S+)')


class LiveManifests(Mapping[Place, Declared]):
    """What the manifest at a place says, which is read when it is asked for; `root`: the workspace root's place."""

    def __init__(self, files: FileSystem, root: Place) -> None:
        self._files, self._root = files, root
        self._read: dict[Place, Declared] = {}

    def __getitem__(self, place: Place) -> Declared:
        if place not in self._read:
            self._read[place] = _READERS[place[-1]](self, place)
        return self._read[place]

    def __iter__(self) -> Iterator[Place]:
        raise TypeError("a place is asked for by itself; all of them are not known")

    def __len__(self) -> int:
        raise TypeError("how many there are is not known")

    def bytes_at(self, place: Place) -> str:
        """The text of a manifest without a byte order mark; empty where there is none, it is no UTF-8, or it is a link
        that leads out of the workspace: the model refuses that, so it is not read."""
        landed = landing(self._files, ROOT, place)
        if not isinstance(landed, Landing) or not beneath(landed.place, self._root):
            return ""
        number = at_place(self._files, landed.place)
        node = None if number is None else self._files.nodes[number]
        try:
            data = node.data.encode("utf-8", "surrogateescape").decode() if isinstance(node, File) else ""
        except (UnicodeDecodeError, Unseen):
            return ""
        return data.removeprefix("\ufeff")

    def toml(self, place: Place) -> Table:
        """The table that a manifest holds, empty where it holds none."""
        document = self.bytes_at(place)
        try:
            table = tomllib.loads(document)
        except (ValueError, RecursionError):
            return {}
        return table if longest_key(document) <= _MOST_PARTS else {}

    def above(self, place: Place) -> Iterator[Place]:
        """The manifests of the same kind that there are in the directories further up, to the workspace root."""
        for count in range(len(place) - 2, len(self._root) - 1, -1):
            holder = at_place(self._files, place[:count])
            if holder is not None and has_file(self._files, holder, place[-1]):
                yield (*place[:count], place[-1])


def _declared(place: Place, name: object, needs: Iterator[object], through: tuple[str, ...] = ()) -> Declared:
    named = name if isinstance(name, str) and name else None
    return Declared(text(place), named, tuple(one for one in needs if isinstance(one, str)), through)


def _table(value: object) -> Table:
    return value if isinstance(value, dict) else {}


def _list(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


# --- package.json (PKG-7) --------------------------------------------------------------------------------------------


def package_json(manifests: LiveManifests, place: Place) -> Table:
    """What a `package.json` holds, empty where that is no object."""
    try:
        return _table(json.loads(manifests.bytes_at(place)))
    except (ValueError, RecursionError):
        return {}


def _npm(manifests: LiveManifests, place: Place) -> Declared:
    says = package_json(manifests, place)
    return _declared(place, says.get("name"), (key for field in _NPM for key in _table(says.get(field))))


# --- Cargo.toml (PKG-8) ----------------------------------------------------------------------------------------------


def _cargo(manifests: LiveManifests, place: Place) -> Declared:
    says = manifests.toml(place)
    tables = (says, *map(_table, _table(says.get("target")).values()))
    entries = [pair for table in tables for field in _CARGO for pair in _table(table.get(field)).items()]
    inherits = any(_table(entry).get("workspace") is True for _, entry in entries)
    shared, through = _shared(manifests, place, says) if inherits else ({}, ())
    needs = (_known_as(key, _table(entry), shared) for key, entry in entries)
    return _declared(place, _table(says.get("package")).get("name"), needs, through)


def _shared(manifests: LiveManifests, place: Place, own: Table) -> tuple[Table, tuple[str, ...]]:
    """`[workspace.dependencies]` of the nearest manifest with a `[workspace]`, and the manifests that were read for
    it."""
    read: list[str] = []
    says, above = own, manifests.above(place)
    while "workspace" not in says:
        upper = next(above, None)
        if upper is None:
            return {}, tuple(read)
        read.append(text(upper))
        says = manifests.toml(upper)
    return _table(_table(says["workspace"]).get("dependencies")), tuple(read)


def _known_as(key: str, entry: Table, shared: Table) -> object:
    if entry.get("workspace") is True:
        return _table(shared.get(key)).get("package", key)
    return entry.get("package", key)


# --- go.mod (PKG-9) --------------------------------------------------------------------------------------------------


def _go(manifests: LiveManifests, place: Place) -> Declared:
    name, needs = None, list[str]()
    for word, rest in _directives(manifests.bytes_at(place)):
        if word == "module" and rest:
            name = rest[0]
        elif word == "require" and rest:
            needs.append(rest[0])
        elif word == "replace" and "=>" in rest[1:-1]:
            right = rest[rest.index("=>") + 1]
            needs += [rest[0], *([] if right.startswith(("./", "../", "/")) else [right])]
    return _declared(place, name, iter(needs))


def _directives(data: str) -> Iterator[tuple[str, list[str]]]:
    """Each directive with its words, those of a block one by one."""
    block = None
    for line in data.split("\n"):
        code = re.sub(r"[()]", r" \g<0> ", line.partition("//")[0])
        words = [a or b or c for a, b, c in _GO_WORD.findall(code)]
        if block is None and words[1:2] == ["("]:
            block, words = words[0], words[2:]
        ends = words[-1:] == [")"]
        words = words[:-1] if ends else words
        if block is not None and words:
            yield block, words
        elif words:
            yield words[0], words[1:]
        block = None if ends else block


# --- pyproject.toml (PKG-10) -----------------------------------------------------------------------------------------


def _python(manifests: LiveManifests, place: Place) -> Declared:
    says = manifests.toml(place)
    project, poetry = _table(says.get("project")), _table(_table(says.get("tool")).get("poetry"))
    lists = (
        project.get("dependencies"),
        *_table(project.get("optional-dependencies")).values(),
        *_table(says.get("dependency-groups")).values(),
    )
    written = (found[1] for one in lists for text in _list(one) if isinstance(text, str) and (found := _named(text)))
    groups = (_table(group).get("dependencies") for group in _table(poetry.get("group")).values())
    keys = (key for table in (*map(poetry.get, _POETRY), *groups) for key in _table(table))
    name = project.get("name")
    named = name if isinstance(name, str) and name else poetry.get("name")
    return _declared(place, named, iter([*written, *keys]))


def _named(requirement: str) -> re.Match[str] | None:
    return _PEP_508.match(requirement)


_READERS: dict[str, Callable[[LiveManifests, Place], Declared]] = {
    "package.json": _npm,
    "Cargo.toml": _cargo,
    "go.mod": _go,
    "pyproject.toml": _python,
}
