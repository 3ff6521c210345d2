"""A first divergence file, made from what a check has found: something to edit, with a short time to do so."""

from __future__ import annotations

import datetime
import json
from collections import Counter

from tsr_oracle.classes import CLASSES
from tsr_oracle.record.record import Failure, Record, case_file, examples
from tsr_oracle.visible import visible
from tsr_spec.chapters import clauses
from tsr_spec.tree_text import escape

DAYS = 30
"""How long the entries hold. An entry that was looked at gets a reason, a link and a date of its own."""

_GRAVE = CLASSES[: CLASSES.index("hang")]
"""What nobody should excuse by running a command: entries of these classes are written as comments."""

_TOP = """\
# What this implementation is known to do otherwise than the clauses of tsr-reference {clauses} say.
# Written by `tsr-oracle check --write-divergences` on {today}; each entry holds until {expires}.
# Give each its own reason, link and date, or mend what it is about and delete it.
"""

_GRAVELY = "# Not excused: remove the marks only if you have decided to live with it for now.\n"


def write(path: str, record: Record, today: datetime.date) -> str:
    """Writes the file, and says so. Raises OSError, also where there is such a file already."""
    found = record.findings()
    with open(path, "x", encoding="utf-8", errors="backslashreplace") as file:
        file.write(text(found, record.header.clauses, today))
    kinds = {failure.kind for failure in found}
    grave = sum(worst in _GRAVE for worst, _ in kinds)
    return f"divergences: {path}: {len(kinds) - grave} kind(s) excused for {DAYS} days, {grave} left as comments"


def text(found: tuple[Failure, ...], version: str, today: datetime.date) -> str:
    """The file: an entry for each kind of finding, worst first."""
    expires = today + datetime.timedelta(days=DAYS)
    counts = Counter(failure.kind for failure in found)
    entries = (_entry(example, counts[example.kind], today, expires) for example in examples(found))
    return "\n".join([_TOP.format(clauses=version, today=today, expires=expires), *entries])


def _entry(example: Failure, count: int, today: datetime.date, expires: datetime.date) -> str:
    worst, clause = example.kind
    about = f"# {count:,} case(s); for example {case_file(example)}: {visible(escape(example.why))}\n"
    if clause in clauses():
        about = f"# {clause}: {clauses()[clause].title}\n{about}"
    name = f"clause = {json.dumps(clause)}" if clause else f"case = {json.dumps(example.origin or example.case.id)}"
    entry = (
        f"[[divergence]]\n{name}\nclass = {json.dumps(worst)}\n"
        f'reason = "found by the first check on {today}, not looked at yet"\n'
        f'link = "{case_file(example)}"\nexpires = {expires}\n'
    )
    if worst in _GRAVE:
        entry = _GRAVELY + "".join(f"# {line}\n" for line in entry.splitlines())
    return about + entry
