"""Looks over an export, in memory or in a directory: whether it is whole, and whether it can be relied on."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from tsr_oracle.vectors.export import INDEX, SCHEMA_FILE, digest
from tsr_oracle.vectors.schema import wrong
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import CaseError, case_id
from tsr_spec.read_json import given_from_json


@dataclass(frozen=True, slots=True)
class Linted:
    """What was found wrong, a sentence each; and how much was looked at, where so much could be read."""

    problems: tuple[str, ...]
    vectors: int = 0
    clauses: int = 0
    unchecked: int = 0
    flags: int = 0
    twins: int = 0
    refusals: int = 0


def read(directory: str) -> dict[str, str]:
    """The texts of the files in a directory. Raises OSError."""
    texts = {}
    for name in sorted(os.listdir(directory)):
        if name.endswith(".json"):
            with open(os.path.join(directory, name), encoding="utf-8", errors="replace", newline="") as file:
                texts[name] = file.read()
    return texts


def lint(texts: Mapping[str, str]) -> Linted:
    """What is wrong with the files of an export."""
    problems: list[str] = []
    index = _parsed(texts, INDEX, problems)
    if index is None:
        return Linted(tuple(problems))
    every: list[tuple[str, dict[str, Any]]] = []
    for entry in index["files"]:
        every += _vectors_of(texts, entry, problems)
    problems += _strangers(texts, index)
    readable = [vector for name, vector in every if not _unreadable(name, vector, problems)]
    problems += [*_of_ids(readable), *_of_twins(readable), *_of_clauses(index, readable), *_of_flags(index, readable)]
    if index["count"] != len(every):
        problems.append(f"{INDEX}: counts {index['count']} vectors, and there are {len(every)}")
    return Linted(
        tuple(problems),
        len(readable),
        len(index["clauses"]),
        sum("unchecked" in clause for clause in index["clauses"].values()),
        len(index["flags"]),
        sum("twin" in vector for vector in readable),
        sum(map(refuses, readable)),
    )


# --- files ---------------------------------------------------------------------------------------------------------


def _parsed(texts: Mapping[str, str], name: str, problems: list[str]) -> dict[str, Any] | None:
    """A file as an object with the stamp of an export, or None, and then the reason is among the problems."""
    if name not in texts:
        problems.append(f"{name}: is not there")
        return None
    try:
        document = json.loads(texts[name])
    except (ValueError, RecursionError) as error:
        problems.append(f"{name}: not JSON: {error}")
        return None
    problem = wrong(document, "index") if name == INDEX else wrong(_without_vectors(document), "chapter")
    if problem is not None:
        problems.append(f"{name}: {problem}")
        return None
    whole: dict[str, Any] = document
    if whole["clauses_version"] != CLAUSES_VERSION:
        version = whole["clauses_version"]
        problems.append(f"{name}: for clauses {version}, and these are {CLAUSES_VERSION}; export anew")
    return whole


def _without_vectors(document: Any) -> Any:
    """A chapter without its vectors, which are looked at one by one."""
    return document | {"vectors": []} if isinstance(document, dict) and "vectors" in document else document


def _vectors_of(
    texts: Mapping[str, str], entry: dict[str, Any], problems: list[str]
) -> list[tuple[str, dict[str, Any]]]:
    """The vectors of a file that the index names."""
    name = entry["file"]
    document = _parsed(texts, name, problems)
    if document is None:
        return []
    if digest(texts[name].encode()) != entry["sha256"]:
        problems.append(f"{name}: is not the file that the index was made for: its digest is another")
    if len(document["vectors"]) != entry["vectors"]:
        problems.append(f"{name}: holds {len(document['vectors'])} vectors, and the index says {entry['vectors']}")
    return [(name, vector) for vector in document["vectors"]]


def _strangers(texts: Mapping[str, str], index: dict[str, Any]) -> Iterator[str]:
    known = {entry["file"] for entry in index["files"]} | {INDEX, SCHEMA_FILE}
    yield from (f"{name}: the index does not name it" for name in sorted(texts.keys() - known))
    yield from (f"{name}: is not there" for name in (SCHEMA_FILE,) if name not in texts)


# --- vectors -------------------------------------------------------------------------------------------------------


def _unreadable(name: str, vector: Any, problems: list[str]) -> bool:
    """Whether a vector is not as the schema has it, or asks what can't be asked; the reason is among the problems."""
    problem = wrong(vector, "vector")
    if problem is None:
        try:
            given_from_json(vector["given"])
        except CaseError as error:
            problem = str(error)
    if problem is not None:
        who = vector.get("id", "?") if isinstance(vector, dict) else "?"
        problems.append(f"{name}: {who}: {problem}")
    return problem is not None


def refuses(vector: dict[str, Any]) -> bool:
    """Whether the first outcome is that nothing is done, and that this is a failure."""
    first = vector["admissible"][0]
    return first["exit"] != 0 and not any(first.get(key) for key in ("gone", "made", "touched", "children", "stdout"))


def _of_ids(every: list[dict[str, Any]]) -> Iterator[str]:
    for vector in every:
        right = case_id(given_from_json(vector["given"]))
        if vector["id"] != right:
            yield f"{vector['id']}: is not the id of its question, which is {right}"
    for key, what in (("id", "this id"), ("given", "this question")):
        counted = Counter(json.dumps(vector[key], sort_keys=True) for vector in every)
        yield from (f"{text[:60]}: {count} vectors have {what}" for text, count in counted.items() if count > 1)


def _of_twins(every: list[dict[str, Any]]) -> Iterator[str]:
    known = {vector["id"]: vector for vector in every}
    accepting = {clause for vector in every if not refuses(vector) for clause in vector["clauses"]}
    for vector in every:
        twin = vector.get("twin")
        if twin is not None and known.get(twin, {}).get("twin") != vector["id"]:
            yield f"{vector['id']}: its twin {twin} is not there, or has another one"
        if (
            refuses(vector)
            and not accepting & {*vector["clauses"]}
            and (twin is None or refuses(known.get(twin, vector)))
        ):
            yield f"{vector['id']}: a refusal, and no vector of {vector['clauses'][0]} accepts anything"


def _of_clauses(index: dict[str, Any], every: list[dict[str, Any]]) -> Iterator[str]:
    named = Counter(clause for vector in every for clause in vector["clauses"])
    for clause in sorted(named.keys() - index["clauses"].keys()):
        yield f"{clause}: vectors name it, and the index does not"
    for clause, said in index["clauses"].items():
        if said["vectors"] != named[clause]:
            yield f"{clause}: {named[clause]} vectors name it, and the index says {said['vectors']}"
        if not named[clause] and "unchecked" not in said:
            yield f"{clause}: has no vector, and no reason for that"


def _of_flags(index: dict[str, Any], every: list[dict[str, Any]]) -> Iterator[str]:
    used = Counter(flag for vector in every for flag in vector["flags"])
    for flag in sorted(used.keys() - index["flags"].keys()):
        yield f"{flag}: vectors have it, and the dictionary does not"
    for flag in index["flags"]:
        if used[flag] in (0, len(every)):
            yield f"{flag}: {'no' if not used[flag] else 'every'} vector has it"
