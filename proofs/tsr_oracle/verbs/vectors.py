"""`vectors`: the spec's cases for other languages: list them, show one, write them all, look them over."""

from __future__ import annotations

import argparse
import difflib
import json
from typing import TYPE_CHECKING

from tsr_oracle.exit_codes import FAILED
from tsr_oracle.verbs.words import Misuse, Verbs, known_clause

if TYPE_CHECKING:
    from collections.abc import Callable

    from tsr_oracle.vectors.catalogue import Vector

_DESCRIPTION = (
    "A vector is a case of the spec with all that is needed to judge an answer to it without Python, and without our "
    "model: the question, every right answer, what goes wrong where one fails, what it needs. docs/vectors.md has the "
    "format."
)


def add(verbs: Verbs) -> None:
    """What it takes."""
    verb = verbs.add_parser("vectors", help="the spec's cases as JSON for other languages", description=_DESCRIPTION)
    inner: Verbs = verb.add_subparsers(required=True, metavar="VERB", parser_class=type(verb))
    every = inner.add_parser("list", help="a line for each vector")
    every.add_argument("--clause", metavar="C", help="only those that name this clause")
    every.add_argument("--flag", metavar="F", help="only those in this situation")
    every.add_argument("--chapter", metavar="X", help="only those of this chapter")
    every.add_argument("--kind", choices=("rule", "guarantee", "non-goal"), help="only those of this kind")
    every.add_argument("--json", action="store_true", help="whole vectors, as one JSON list")
    every.set_defaults(run=_list)
    one = inner.add_parser("show", help="one vector, in words and drawn")
    one.add_argument("id", metavar="ID", help="an id, or the beginning of one")
    one.set_defaults(run=_show)
    written = inner.add_parser("export", help="write all of them: a file for each chapter, an index, the schema")
    written.add_argument("directory", metavar="DIR", help="a new directory, an empty one, or that of an earlier export")
    written.set_defaults(run=_export)
    looked = inner.add_parser("lint", help="look them over; exit code 1 where something is wrong")
    looked.add_argument("directory", metavar="DIR", nargs="?", help="an export (default: the catalogue itself)")
    looked.set_defaults(run=_lint)


def _list(arguments: argparse.Namespace) -> int:
    """Prints the vectors that are asked for."""
    from tsr_oracle.vectors.catalogue import vector_to_json, vectors
    from tsr_oracle.vectors.pages import row

    wanted = _wanted(arguments)
    found = [vector for vector in vectors().values() if all(is_one(vector) for is_one in wanted)]
    if arguments.json:
        print(json.dumps([vector_to_json(vector) for vector in found], ensure_ascii=False, indent=1))
    else:
        print("\n".join([*map(row, found), f"{len(found):,} of {len(vectors()):,} vectors"]))
    return 0


def _wanted(arguments: argparse.Namespace) -> list[Callable[[Vector], bool]]:
    """What a vector has to be. Raises Misuse for a name that there is none of."""
    from tsr_oracle.vectors.flags import flags
    from tsr_spec.chapters import CHAPTERS

    wanted: list[Callable[[Vector], bool]] = []
    if arguments.clause is not None:
        clause = known_clause(arguments.clause)
        wanted.append(lambda vector: clause in vector.case.clauses)
    if arguments.flag is not None:
        flag = _known(arguments.flag, tuple(flags()), "flag")
        wanted.append(lambda vector: flag in vector.flags)
    if arguments.chapter is not None:
        chapter = _known(arguments.chapter.upper(), CHAPTERS, "chapter")
        wanted.append(lambda vector: vector.chapter == chapter)
    if arguments.kind is not None:
        wanted.append(lambda vector: vector.kind == arguments.kind)
    return wanted


def _known(name: str, every: tuple[str, ...], what: str) -> str:
    if name in every:
        return name
    near = difflib.get_close_matches(name, every, n=4) or every
    raise Misuse(f"{name}: there is no such {what}; there is {', '.join(near)}")


def _show(arguments: argparse.Namespace) -> int:
    """Prints one vector."""
    from tsr_oracle.vectors.catalogue import vectors
    from tsr_oracle.vectors.pages import page

    found = [vector for id, vector in vectors().items() if id.startswith(arguments.id)]
    if len(found) != 1:
        how_many = f"{len(found)} vectors have" if found else "no vector has"
        raise Misuse(f"{arguments.id}: {how_many} an id that begins so; `tsr-oracle vectors list` lists all")
    twin = found[0].case.twin
    print("\n".join(page(found[0], None if twin is None else vectors()[twin].case)))
    return 0


def _export(arguments: argparse.Namespace) -> int:
    """Writes all vectors."""
    from tsr_oracle.vectors.catalogue import vectors
    from tsr_oracle.vectors.export import ExportError, export
    from tsr_spec import CLAUSES_VERSION

    try:
        texts = export(arguments.directory)
    except ExportError as error:
        raise Misuse(str(error)) from None
    size = sum(len(text.encode()) for text in texts.values())
    whole = f"{len(vectors()):,} vectors (clauses {CLAUSES_VERSION}) in {len(texts)} files, {size:,} bytes"
    print(f"{whole}: {arguments.directory}")
    return 0


def _lint(arguments: argparse.Namespace) -> int:
    """Prints what is wrong, and a summary."""
    from tsr_oracle.vectors.export import documents
    from tsr_oracle.vectors.lint import lint, read

    linted = lint(documents() if arguments.directory is None else read(arguments.directory))
    print("\n".join(linted.problems), end="\n" if linted.problems else "")
    print(
        f"{linted.vectors:,} vectors, {linted.refusals:,} of them refusals, {linted.twins:,} with a twin; "
        f"{linted.clauses} clauses, {linted.unchecked} of them with a reason instead; {linted.flags} flags"
    )
    print(f"FAILED: {len(linted.problems)} problem(s)" if linted.problems else "OK: nothing is wrong with them")
    return FAILED if linted.problems else 0
