"""`docs/promises.md`: each sentence of the published descriptions, its clauses, and by what they are shown.

python -m tsr_proofs.promised docs/evidence.json >docs/promises.md
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from tsr_spec.chapters import cases, clauses
from tsr_spec.promises import Promise, Section, sections

_TITLES = {
    "security": "What `tsr` guards itself",
    "confinement": "The boundary around commands",
}
_HEAD = """\
# What is promised, sentence by sentence

The two published descriptions of what `tsr` guards, each sentence in our words and in their order, with the clauses
that it became, the number of cases that name one of them, and the theorems about them by the word that each has
earned ([what the words mean](evidence.md)). A sentence whose clauses are all non-goals is *no promise*. Made by
`make readme` from the clauses, their cases and a run of `make prove`.

- Every case of a clause, played with any implementation: `tsr-oracle check --only CLAUSE --impl BINARY`.
- Every theorem again, with its scope and the faults that it notices: `make prove`, and further: `make prove-full`.
- What a clause says: [the spec](../spec/tsr_spec/README.md).
"""


def page(rows: Sequence[Any]) -> str:
    """The page, by these rows of a saved run of the theorems."""
    return _HEAD + "".join(f"{line}\n" for line in _lines(rows))


def _lines(rows: Sequence[Any]) -> Iterator[str]:
    of = ""
    for section in sections():
        if section.of != of:
            of = section.of
            yield f"\n## {_TITLES[of]}"
        yield from _section(section, rows)


def _section(section: Section, rows: Sequence[Any]) -> Iterator[str]:
    yield f"\n### {section.title}\n"
    yield "| it says | clauses | cases | theorems |"
    yield "|---|---|---|---|"
    for promise in section.promises:
        cells = promise.says, *(_shown(promise, rows) if promise.clauses else (f"*{promise.none}*", "—", "—"))
        yield f"| {' | '.join(cells)} |"


def _shown(promise: Promise, rows: Sequence[Any]) -> tuple[str, str, str]:
    known = clauses()
    named = ", ".join(f"{clause} {known[clause].title}" for clause in promise.clauses)
    if all(known[clause].kind == "non-goal" for clause in promise.clauses):
        named = f"*no promise*: {named}"
    count = sum(not {*case.clauses}.isdisjoint(promise.clauses) for case in cases().values())
    about = [row["status"].removesuffix(" up to") for row in rows if {*promise.clauses} & {*row["clauses"]}]
    theorems = ", ".join(f"{word} {number}" for word, number in sorted(Counter(about).items()))
    return named, f"{count:,}" if count else "—", theorems or "—"


if __name__ == "__main__":
    print(page(json.loads(Path(sys.argv[1]).read_text("utf-8"))["rows"]), end="")
