"""`tsr-oracle.toml`: what an implementation is known to do otherwise, why, and until when that is accepted.

    [[divergence]]
    clause = "FENCE-16"              # or: case = "3f9a12b4c0de", the one that was found, before it was made smaller
    class = "stricter"
    reason = "a trailing slash is refused before the link is looked at"
    link = "https://example.org/issues/7"
    expires = 2027-06-30

An entry that nothing in a whole run matches has to be deleted, and one that has expired excuses nothing.
"""

from __future__ import annotations

import datetime
import re
import sys
from dataclasses import dataclass
from typing import Any, cast

from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.judge import Verdict
from tsr_spec.chapters import clauses

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

FILE = "tsr-oracle.toml"

_ID = re.compile(r"[0-9a-f]{12}")


class DivergenceError(ValueError):
    """A divergence file that can't be used: says which entry, and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class Divergence:
    """One known divergence: a clause or a case, the class that is excused, why, where it is tracked, until when."""

    clause: str | None
    case: str | None
    worst: Class
    reason: str
    link: str
    expires: datetime.date

    def matches(self, case_id: str, verdict: Verdict) -> bool:
        """Whether this is the divergence that the verdict found: the same class, by the clause that tells most."""
        if verdict.worst != self.worst:
            return False
        return case_id == self.case if self.case else self.clause in verdict.clauses[:1]

    def expired(self, today: datetime.date) -> bool:
        """Whether it excuses nothing any more."""
        return today > self.expires

    @property
    def name(self) -> str:
        """What it is called in reports."""
        return f"{self.worst} by {self.clause or self.case}"


def read_divergences(path: str) -> tuple[Divergence, ...]:
    """The entries of a divergence file. Raises DivergenceError, also where the file can't be read."""
    try:
        with open(path, "rb") as file:
            table = tomllib.load(file)
    except OSError as error:
        raise DivergenceError(f"{path}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:  # of the notation, the encoding, or of what is too long or too deep
        raise DivergenceError(f"{path}: {error}") from None
    entries = table.get("divergence", [])
    if set(table) - {"divergence"} or not isinstance(entries, list):
        raise DivergenceError(f"{path}: holds nothing but [[divergence]] tables")
    return tuple(_entry(entry, f"{path}: divergence {number}") for number, entry in enumerate(entries, 1))


def valid_and_expired(
    every: tuple[Divergence, ...], today: datetime.date
) -> tuple[tuple[Divergence, ...], tuple[Divergence, ...]]:
    """The entries that hold on that day, and the others."""
    expired = tuple(entry for entry in every if entry.expired(today))
    return tuple(entry for entry in every if entry not in expired), expired


def _entry(entry: dict[str, Any], where: str) -> Divergence:
    known = {"clause", "case", "class", "reason", "link", "expires"}
    if not isinstance(entry, dict) or set(entry) - known:
        raise DivergenceError(f"{where}: the keys are {', '.join(sorted(known))}")
    if ("clause" in entry) == ("case" in entry):
        raise DivergenceError(f"{where}: names either a clause or a case")
    if "clause" in entry and entry["clause"] not in list(clauses()):
        raise DivergenceError(f"{where}: {entry['clause']!r} is no clause")
    if "case" in entry and not (isinstance(entry["case"], str) and _ID.fullmatch(entry["case"])):
        raise DivergenceError(f"{where}: {entry['case']!r} is no id of a case, which is twelve hexadecimal digits")
    excusable = CLASSES[: CLASSES.index("agree")]
    if entry.get("class") not in excusable:
        raise DivergenceError(f"{where}: `class` is one of {', '.join(excusable)}")
    for key in ("reason", "link"):
        if not isinstance(entry.get(key), str) or not entry[key].strip():
            raise DivergenceError(f"{where}: `{key}` is missing; whoever reads the file later will want it")
    expires = entry.get("expires")
    if not isinstance(expires, datetime.date) or isinstance(expires, datetime.datetime):
        raise DivergenceError(f"{where}: `expires` is a date such as 2027-06-30")
    return Divergence(
        clause=entry.get("clause"),
        case=entry.get("case"),
        worst=cast("Class", entry["class"]),
        reason=entry["reason"],
        link=entry["link"],
        expires=expires,
    )
