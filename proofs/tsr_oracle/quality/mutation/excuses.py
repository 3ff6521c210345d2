"""`surviving_mutants.toml`: which mutants nothing has to kill, and why.

    [[mutant]]
    where = "tsr_model.kernel"       # a module, or several: `tsr_model.builtins.*`
    ids = ["3f9a12b4c0de"]           # as `tsr-oracle mutants` prints them
    line = 'effect\\.by\\(.*\\)'       # in place of ids: a pattern of the whole line as it was before
    reason = "equivalent: …"         # no answer can differ; or: unjudged: …, one can, in what nothing asks for

What a pattern excuses is not even asked. A mutant that is killed needs no excuse, and an id of which nothing survives
has to be deleted.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

from tsr_oracle.quality.mutation.mutants import Mutant

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path(__file__).with_name("surviving_mutants.toml")

_BY = ("ids", "line")
_REASON = re.compile(r"(?:equivalent|unjudged): .+")


class ExcuseError(ValueError):
    """A file that can't be used: says which entry, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Excuse:
    """Why some mutants may survive: those of these ids, or all of a line that reads so."""

    where: str
    reason: str
    ids: frozenset[str] = frozenset()
    line: re.Pattern[str] | None = None

    def holds(self, mutant: Mutant) -> bool:
        """Whether it is an excuse for this one."""
        if not fnmatchcase(mutant.module, self.where):
            return False
        return mutant.id in self.ids if self.line is None else self.line.fullmatch(mutant.before) is not None


def is_excused(mutant: Mutant, excuses: Sequence[Excuse]) -> bool:
    """Whether there is an excuse for it."""
    return any(excuse.holds(mutant) for excuse in excuses)


def is_left_alone(mutant: Mutant, excuses: Sequence[Excuse]) -> bool:
    """Whether it is of a line that is excused as a whole."""
    return any(excuse.line is not None and excuse.holds(mutant) for excuse in excuses)


def read_excuses(path: Path = FILE) -> tuple[Excuse, ...]:
    """What the file says. Raises ExcuseError."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("mutant", [])
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise ExcuseError(f"{path}: {error}") from None
    return tuple(_excuse(table, f"{path}, entry {number}") for number, table in enumerate(tables, 1))


def _excuse(table: dict[str, Any], at: str) -> Excuse:
    by = [key for key in _BY if key in table]
    if table.keys() != {"where", "reason", *by} or len(by) != 1:
        raise ExcuseError(f"{at}: needs `where`, `reason`, and one of `ids` and `line`")
    if not _REASON.fullmatch(table["reason"]):
        raise ExcuseError(f"{at}: the reason begins with `equivalent: ` or `unjudged: `")
    if by == ["ids"]:
        return Excuse(table["where"], table["reason"], ids=frozenset(table["ids"]))
    try:
        return Excuse(table["where"], table["reason"], line=re.compile(table["line"], re.DOTALL))
    except re.error as error:
        raise ExcuseError(f"{at}: `line` is no pattern: {error}") from None
