"""Writes the catalogue as a directory of JSON that others can keep beside their tests: the same bytes each time."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from importlib.resources import files

from tsr_oracle.vectors.catalogue import Vector, vector_to_json, vectors
from tsr_oracle.vectors.flags import flag_to_json, flags
from tsr_oracle.vectors.needs import FEATURES
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Json
from tsr_spec.chapters import CHAPTERS, Clause, clauses

FORMAT = "tsr-vectors"
SCHEMA = 1
INDEX = "index.json"
SCHEMA_FILE = "vectors.schema.json"


class ExportError(Exception):
    """The directory can't be written: says why, and what to do."""


def documents() -> dict[str, str]:
    """The files of an export by name: the chapters, the index, the schema."""
    texts = {f"{chapter.lower()}.json": _text(_chapter(chapter)) for chapter in CHAPTERS if _of(chapter)}
    schema = (files("tsr_spec") / "data" / SCHEMA_FILE).read_text("utf-8")
    return texts | {INDEX: _text(_index(texts)), SCHEMA_FILE: schema}


def _of(chapter: str) -> list[Vector]:
    return [vector for vector in vectors().values() if vector.chapter == chapter]


def _stamp() -> dict[str, Json]:
    return {"format": FORMAT, "schema": SCHEMA, "clauses_version": CLAUSES_VERSION}


def _chapter(chapter: str) -> dict[str, Json]:
    return _stamp() | {"chapter": chapter, "vectors": [vector_to_json(vector) for vector in _of(chapter)]}


def _index(texts: dict[str, str]) -> dict[str, Json]:
    named = Counter(clause for vector in vectors().values() for clause in vector.case.clauses)
    flagged = Counter(flag for vector in vectors().values() for flag in vector.flags)
    return _stamp() | {
        "count": len(vectors()),
        "files": [
            {
                "chapter": name.removesuffix(".json").upper(),
                "file": name,
                "vectors": len(_of(name.removesuffix(".json").upper())),
                "sha256": digest(text.encode()),
            }
            for name, text in texts.items()
        ],
        "clauses": {clause.id: _clause(clause, named[clause.id]) for clause in clauses().values()},
        "flags": {name: flag_to_json(flag) | {"vectors": flagged[name]} for name, flag in flags().items()},
        "features": {**FEATURES},
    }


def _clause(clause: Clause, count: int) -> dict[str, Json]:
    said: dict[str, Json] = {
        "title": clause.title,
        "kind": clause.kind,
        "provenance": clause.provenance,
        "vectors": count,
    }
    return said if clause.unchecked is None else said | {"unchecked": clause.unchecked}


def _text(document: dict[str, Json]) -> str:
    return json.dumps(document, ensure_ascii=False, indent=1) + "\n"


def digest(data: bytes) -> str:
    """The SHA-256 of a file, as the index has it."""
    return hashlib.sha256(data).hexdigest()


# --- written -------------------------------------------------------------------------------------------------------


def export(directory: str) -> dict[str, str]:
    """Writes the files into the directory, in the place of an earlier export. Raises ExportError, OSError.

    A file that is not the earlier export's own is never written over. The index comes last, so that a directory with
    one is whole.
    """
    own = _own_files(directory)
    texts = documents()
    os.makedirs(directory, exist_ok=True)
    for name in texts:
        if name not in own and os.path.lexists(os.path.join(directory, name)):
            raise ExportError(
                f"{os.path.join(directory, name)} is there and is of no earlier export; take another place"
            )
    for name in sorted(own, key=lambda name: name != INDEX):
        os.unlink(os.path.join(directory, name))
    for name in sorted(texts, key=lambda name: name == INDEX):
        with open(os.path.join(directory, name), "x", encoding="utf-8", newline="\n") as file:
            file.write(texts[name])
    return texts


def _own_files(directory: str) -> set[str]:
    """The files of an earlier export that are there. Raises ExportError where the directory holds something else."""
    try:
        there = set(os.listdir(directory))
    except FileNotFoundError:
        return set()
    except NotADirectoryError:
        raise ExportError(f"{directory} is no directory") from None
    if not there:
        return set()
    try:
        with open(os.path.join(directory, INDEX), encoding="utf-8") as file:
            index = json.load(file)
        if index["format"] != FORMAT:
            raise ValueError
        named = {str(entry["file"]) for entry in index["files"]}
    except (OSError, ValueError, RecursionError, KeyError, TypeError):
        raise ExportError(f"{directory} is neither empty nor an earlier export; name another directory") from None
    return there & {name for name in named | {INDEX, SCHEMA_FILE} if os.sep not in name}
