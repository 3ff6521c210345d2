"""`adjudicated.toml`: what the red lines of three small honest runners are, each kind looked at by hand.

    [[adjudicated]]
    subject = "tsr-node"
    classes = ["divergence"]
    clauses = ["BUILTIN-17"]            # the clause that leads
    said = "not supported yet"          # a pattern that is found in what the runner said
    about = ["stdout", "tree"]          # what it differs in, at most; "tree" for any entry
    named = ["1:815", "60693afc2209"]   # these cases and no others
    cases = 8
    verdict = "subject"                 # or: "oracle", a false alarm; "named badly", right but for what leads
    why = "`echo -n` prints `-n` (BUILTIN-17)"
    mended = true                       # a false alarm that there is no more

The four in the middle may be left away, and then don't matter, and so may the last. The first entry that fits is the
one that counts. A red line that none explains is new: somebody has to look at it, and to say who is wrong.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.expected import NOT_PLACES
from tsr_oracle.record.record import Failure
from tsr_spec.chapters import clauses

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = Path(__file__).with_name("adjudicated.toml")

Wrong: TypeAlias = Literal["subject", "oracle", "named badly"]

_NEEDED = {"subject", "classes", "cases", "verdict", "why"}
_CHOSEN = {"clauses", "said", "about", "named", "mended"}
_KINDS: dict[str, type] = {"cases": int, "mended": bool, "classes": list, "clauses": list, "about": list, "named": list}


class AdjudicationError(ValueError):
    """A file that can't be used: says which entry, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Adjudicated:
    """Why a runner is red in the cases of a kind, and who is wrong there. What is None, or no pattern, is not asked.

    `cases`: how many there were when it was written, in a whole check by the default seed. What was `mended` since,
    in the oracle, explains no case any more.
    """

    subject: str
    classes: tuple[Class, ...]
    cases: int
    verdict: Wrong
    why: str
    clauses: tuple[str, ...] | None = None
    said: str = ""
    about: tuple[str, ...] | None = None
    named: tuple[str, ...] | None = None
    mended: bool = False

    def explains(self, failure: Failure) -> bool:
        """Whether the failure is of the kind."""
        line = failure.line
        return (
            not self.mended
            and line.worst in self.classes
            and (self.clauses is None or line.clause in self.clauses)
            and (self.named is None or line.name in self.named)
            and (self.about is None or _differs_in(failure) <= set(self.about))
            and re.search(self.said, failure.said) is not None
        )


def adjudicated(path: Path = FILE) -> tuple[Adjudicated, ...]:
    """All entries. Raises AdjudicationError."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8")).get("adjudicated", [])
    except (OSError, ValueError) as error:
        raise AdjudicationError(f"{path}: {error}") from None
    return tuple(_entry(table, f"{path}, entry {number}") for number, table in enumerate(tables, 1))


def explanation(failure: Failure, entries: Iterable[Adjudicated]) -> Adjudicated | None:
    """The first entry that explains it."""
    return next((entry for entry in entries if entry.explains(failure)), None)


def unexplained(failures: Iterable[Failure], entries: tuple[Adjudicated, ...]) -> list[Failure]:
    """The failures of one runner that none of the entries about it explains."""
    return [failure for failure in failures if explanation(failure, entries) is None]


def _differs_in(failure: Failure) -> set[str]:
    abouts = {difference.about for difference in failure.differences}
    return {about if about in NOT_PLACES else "tree" for about in abouts}


def _entry(table: dict[str, Any], where: str) -> Adjudicated:
    if not isinstance(table, dict) or not _NEEDED <= table.keys() <= _NEEDED | _CHOSEN:
        raise AdjudicationError(f"{where}: needs {', '.join(sorted(_NEEDED))}; may have {', '.join(sorted(_CHOSEN))}")
    for key, value in table.items():
        if not isinstance(value, _KINDS.get(key, str)):
            raise AdjudicationError(f"{where}: `{key}` is {value!r:.60}")
    allowed = {"classes": CLASSES, "clauses": clauses(), "about": {*NOT_PLACES, "tree"}}
    odd = [(key, word) for key, words in allowed.items() for word in table.get(key, ()) if word not in words]
    if table["verdict"] not in get_args(Wrong):
        odd.append(("verdict", table["verdict"]))
    if odd:
        raise AdjudicationError(f"{where}: {odd[0][1]!r:.60} is nothing that `{odd[0][0]}` may hold")
    try:
        re.compile(table.get("said", ""))
    except re.error as error:
        raise AdjudicationError(f"{where}: `said`: {error}") from None
    given: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in table.items()}
    return Adjudicated(**given)
