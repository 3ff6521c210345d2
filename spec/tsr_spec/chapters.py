"""Reads the chapters: clauses, and the cases in their fenced examples.

A clause is a third-level heading `ID · title`, a line of marks, and prose up to the next heading:

    ### FENCE-5 · `rm` never follows a link
    `rule` · `seed` · `config-relaxable` · THREAT-1 THREAT-2

A case is a fenced block opened by ```` ```case ```` beneath a clause; `example.py` says what stands in it.
A clause that nothing can check yet says why, in a paragraph that starts with `Unchecked: `. In the same way
`Unmodelled: ` says why no part of the model stands for it, `Unenforced: ` why none of the runner, `Unproved: ` why no
theorem is about it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias, cast, get_args

from tsr_spec.case import Case, CaseError
from tsr_spec.example import cases_of

Kind: TypeAlias = Literal["rule", "guarantee", "non-goal"]
Provenance: TypeAlias = Literal["seed", "ruling", "ours"]
Tier: TypeAlias = Literal["always", "config-relaxable", "cli-only", "never-relaxed", "user-authority"]

CHAPTERS = (
    *("THREAT", "TIER", "FENCE", "ENV", "PATH", "DISC", "PERM", "TREE", "INT"),
    *("GRAPH", "PKG", "GIT", "FORM", "SHELL", "BUILTIN", "CLI", "PLAN", "OUT", "EVENT", "EXIT", "CONF", "OPEN"),
)
"""The chapters, in the order in which a reviewer reads them. Each is `chapters/<name in lower case>.md`."""

_CLAUSE = re.compile(r"### (?P<id>[A-Z]+-[A-Z]*\d+|[A-Z]+-[A-Z]) · (?P<title>.+)")
_THREAT = re.compile(r"THREAT-\d+")


@dataclass(frozen=True, slots=True)
class Clause:
    """One numbered sentence of the spec. `unchecked` is the written reason where nothing checks it yet.

    So are `unmodelled`, `unenforced` and `unproved` where it has no place in the model, in the runner, or no theorem.
    """

    id: str
    title: str
    kind: Kind
    provenance: Provenance
    tier: Tier
    threats: tuple[str, ...]
    prose: str
    unchecked: str | None
    unmodelled: str | None = None
    unenforced: str | None = None
    unproved: str | None = None


@dataclass(frozen=True, slots=True)
class Chapter:
    """A chapter: its name, its clauses, and the cases beneath them."""

    name: str
    clauses: tuple[Clause, ...]
    cases: tuple[Case, ...]


@cache
def chapters() -> tuple[Chapter, ...]:
    """All chapters. Raises CaseError with chapter and line for whatever can't be read."""
    return tuple(_read(name) for name in CHAPTERS)


@cache
def clauses() -> dict[str, Clause]:
    """Every clause by its id, in order."""
    result: dict[str, Clause] = {}
    for chapter in chapters():
        for clause in chapter.clauses:
            if clause.id in result:
                raise CaseError(f"{chapter.name}: {clause.id} is there twice")
            result[clause.id] = clause
    return result


@cache
def cases() -> dict[str, Case]:
    """Every case of the spec by its id, in order."""
    result: dict[str, Case] = {}
    for chapter in chapters():
        for case in chapter.cases:
            unknown = [clause for clause in case.clauses if clause not in clauses()]
            if unknown:
                raise CaseError(f"{chapter.name}: {case.title!r} names {unknown[0]}, which is no clause")
            if case.id in result:
                raise CaseError(f"{chapter.name}: {case.title!r} asks the same as {result[case.id].title!r}")
            result[case.id] = case
    return result


def _read(name: str) -> Chapter:
    text = (files("tsr_spec") / "chapters" / f"{name.lower()}.md").read_text("utf-8")
    return parse_chapter(name, text)


def parse_chapter(name: str, text: str) -> Chapter:
    """The chapter that the Markdown text holds. Raises CaseError with the chapter and the line."""
    found_clauses: list[Clause] = []
    found_cases: list[Case] = []
    block: list[str] | None = None
    start = 0
    clause: list[str] = []
    quoted = False
    for number, line in enumerate([*text.splitlines(), "# end"], 1):
        if block is not None:
            if line.rstrip() == "```":
                found_cases.extend(_cases(name, start, clause, "\n".join(block)))
                block = None
            else:
                block.append(line)
        elif line.rstrip() == "```case":
            block, start = [], number
        elif line.startswith("```"):
            quoted, start = not quoted, number
            clause.extend([line] if clause else [])
        elif line.startswith("#") and not quoted:
            if clause:
                found_clauses.append(_clause(name, number, clause))
            clause = [line] if line.startswith("### ") else []
        elif clause:
            clause.append(line)
    if block is not None or quoted:
        raise CaseError(f"{name}: the block at line {start} is not closed")
    return Chapter(name, tuple(found_clauses), tuple(found_cases))


def _cases(name: str, line: int, clause: list[str], text: str) -> tuple[Case, ...]:
    found = _CLAUSE.fullmatch(clause[0]) if clause else None
    if found is None:
        raise CaseError(f"{name}, line {line}: a case stands beneath a clause")
    try:
        return cases_of(text, found["id"])
    except CaseError as error:
        raise CaseError(f"{name}, line {line}: {error}") from None


def _clause(name: str, line: int, lines: list[str]) -> Clause:
    found = _CLAUSE.fullmatch(lines[0])
    if found is None or not found["id"].startswith(f"{name}-"):
        raise CaseError(f"{name}, before line {line}: {lines[0]!r} is no heading of a clause of this chapter")
    marks = (lines[1] if len(lines) > 1 else "").replace("`", "").split(" · ")
    kind, provenance, tier = (*marks, "", "", "")[:3]
    for value, allowed in ((kind, Kind), (provenance, Provenance), (tier, Tier)):
        if value not in get_args(allowed):
            raise CaseError(f"{found['id']}: {value!r} is none of {', '.join(get_args(allowed))}")
    threats = tuple(marks[3].split()) if len(marks) > 3 else ()
    if len(marks) > 4 or not all(_THREAT.fullmatch(threat) for threat in threats):
        raise CaseError(f"{found['id']}: behind the tier stand THREAT-… and nothing else; here: {lines[1]!r}")
    prose = "\n".join(lines[2:]).strip()
    return Clause(
        id=found["id"],
        title=found["title"],
        kind=cast("Kind", kind),
        provenance=cast("Provenance", provenance),
        tier=cast("Tier", tier),
        threats=threats,
        prose=prose,
        unchecked=_reason(prose, "Unchecked: "),
        unmodelled=_reason(prose, "Unmodelled: "),
        unenforced=_reason(prose, "Unenforced: "),
        unproved=_reason(prose, "Unproved: "),
    )


def _reason(prose: str, mark: str) -> str | None:
    """The paragraph that starts with the mark, without it and on one line; None where there is none."""
    found = [part for part in prose.split("\n\n") if part.startswith(mark)]
    return " ".join(found[0].removeprefix(mark).split()) if found else None
