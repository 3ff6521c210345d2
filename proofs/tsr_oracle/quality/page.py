"""The page that says how good the oracle is: made of what runs have saved; only reasons are written by hand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import get_args

from tsr_oracle.faults.catalogue import Fault, catalogue, names, names_of_first_contact, read
from tsr_oracle.quality.adjudicated import Adjudicated, Wrong
from tsr_oracle.quality.hunt import RESULTS, Hunted
from tsr_oracle.quality.reasons import Reasons
from tsr_oracle.quality.score import Score, best, rows
from tsr_spec.chapters import clauses

_INTRO = """\
# How good is the oracle?

An oracle that misses is worse than none, so it is measured: by wrong runners that it has to catch, by right ones that
it has to leave alone. This page is made by `make score` from what was saved by runs; only reasons are written by hand.

- **wrong runner**: the bundled runner with one mistake in it, a few lines (`proofs/tsr_oracle/faults/`). Beside it
  stands, written down before it was run for the first time, as which class and by which clauses it may be shown.
- **caught**: a case that the right runner passes shows it as one of these. **wrong clause**, **wrong class**: there is
  a red line, but it names something else. **missed**: all is green.
- **vectors**: the cases of the spec, in their order. **generator**: generated cases, for so many seconds of one
  processor, with everything. Both are played hosted, the former in order, as by `tsr-oracle check`.
"""


def page(score: Score | None, first: Score, reasons: Reasons, reds: tuple[Adjudicated, ...]) -> str:
    """The page: `score` of all wrong runners as they are hunted now, None where none was saved; `first` the frozen
    first contact; `reds` what the red lines of honest runners were."""
    mine = strangers = None
    if score is not None:
        mine, strangers = score.of(_hunted_by_check(names())), score.of(names_of_first_contact())
    parts = [
        _INTRO,
        "## The catalogue\n",
        *_catalogue(),
        *(_now("the catalogue", mine) if mine is not None else _NO_SCORE),
        "## First contact\n",
        *_first_contact(first, reasons),
        *(_now("first contact, now", strangers) if strangers is not None else ()),
        "## Rules without a wrong runner\n",
        *_uncovered(reasons.exempt),
        "## Red lines of honest runners\n",
        *_reds(reds),
        "## The wrong runners of the catalogue\n",
        *(_names_only() if mine is None else _faults(mine)),
        "## The wrong runners of the first contact, by its first run\n",
        *_faults(first),
    ]
    return "\n".join(parts)


_NO_SCORE = (
    "How fast each is caught by vectors alone and by generated cases alone was not saved with this version: "
    "`make score` measures it.\n",
)


def _catalogue() -> Iterator[str]:
    """How many there are, and what the tests ask of each."""
    every = catalogue()
    yield (
        f"{len(every)} wrong runners, {sum(one.by == 'race' for one in every)} of them for `tsr-oracle race`. "
        f"{sum(bool(one.subtle) for one in every)} are *subtle*: two conditions have to meet until they show. The "
        "tests ask that each is caught as it was written down, by the spec's cases or by 3,000 generated ones, and "
        "that the right runner passes the case that shows it (`tests/oracle/test_faults.py`).\n"
    )


def _names_only() -> Iterator[str]:
    yield "| wrong runner | what is wrong | accepted |"
    yield "|---|---|---|"
    for fault in catalogue():
        yield f"| `{fault.name}` | {_cell(_words(fault))} | {_accepted(fault)} |"
    yield ""


def _hunted_by_check(every: Iterable[str]) -> list[str]:
    return [name for name in every if read(name).by == "check"]


# --- the score -----------------------------------------------------------------------------------------------------


def _table(title: str, score: Score) -> Iterator[str]:
    yield f"| {title}: {len(score.hunted)} | {' | '.join(RESULTS)} | right at first sight | median s | median files |"
    yield "|---|" + "---:|" * (len(RESULTS) + 3)
    for row in rows(score):
        counts = " | ".join(str(row.results[each]) for each in RESULTS)
        yield f"| {row.means} | {counts} | {row.first} | {_number(row.median, 2)} | {_number(row.files, 0)} |"
    yield ""


def _number(value: float | None, digits: int) -> str:
    return "" if value is None else f"{value:.{digits}f}"


def _now(title: str, score: Score) -> Iterator[str]:
    """The table, and what is not caught."""
    yield from _table(title, score)
    yield from _not_caught(score)


def _not_caught(score: Score) -> Iterator[str]:
    found = [one for one in map(best, score.hunted.values()) if one.result != "caught"]
    if found:
        yield "Not caught as it was written down:\n"
        yield from (f"- `{one.fault}`: {_result(one)}" for one in found)
        yield ""


def _result(one: Hunted) -> str:
    return one.result if one.result == "missed" else f"{one.result} ({one.worst}, {one.clause})"


# --- first contact -------------------------------------------------------------------------------------------------


def _first_contact(first: Score, reasons: Reasons) -> Iterator[str]:
    yield (
        f"{len(first.hunted)} wrong runners were written from the text of the clauses alone, without sight of the "
        "cases, the generator and the catalogue, and were committed before any was run. This is what came of the first "
        "run, on a machine that was busy with other work too. It stays as it is; that the tests ask for what is caught "
        "now, as they do of the catalogue, is said beside each.\n"
    )
    yield from _table("first contact, frozen", first)
    missed = [one for one in map(best, first.hunted.values()) if one.result != "caught"]
    if missed:
        yield "| what was not caught | then | now | why, and what was added |"
        yield "|---|---|---|---|"
    for one in missed:
        today = "open" if one.fault in reasons.open else "caught"
        why = reasons.post_mortems.get(one.fault, "")
        yield f"| {_name(one.fault)}: {_cell(read(one.fault).what)} | {_result(one)} | {today} | {_cell(why)} |"
    yield ""


# --- which clauses -------------------------------------------------------------------------------------------------


def uncovered() -> list[str]:
    """The rules that no wrong runner of the catalogue breaks."""
    broken = {clause for fault in catalogue() for _, clause in fault.accepted}
    return [name for name, clause in clauses().items() if clause.kind == "rule" and name not in broken]


def _uncovered(exempt: Mapping[str, str]) -> Iterator[str]:
    rules = sum(clause.kind == "rule" for clause in clauses().values())
    yield f"Of {rules} rules {rules - len(uncovered())} have one at least. The others:\n"
    yield "| rule | why there is none |"
    yield "|---|---|"
    for name in uncovered():
        yield f"| {name} · {_cell(clauses()[name].title)} | {_cell(exempt.get(name, ''))} |"
    yield ""


# --- red lines that were judged by hand ----------------------------------------------------------------------------


def _reds(reds: tuple[Adjudicated, ...]) -> Iterator[str]:
    verdicts = get_args(Wrong)
    yield (
        "Three small runners that are honest and incomplete (`tests/subjects`) were judged at level *seed*, and each "
        "kind of red line was looked at by hand, with the text of the clauses alone: is the runner wrong, is it wrong "
        "but named badly, or is the oracle wrong, a false alarm? All kinds, with the reasons: "
        "`proofs/tsr_oracle/quality/adjudicated.toml`.\n"
    )
    yield f"| runner | kinds | red lines | {' | '.join(verdicts)} |"
    yield "|---|---:|---:|" + "---:|" * len(verdicts)
    for subject in dict.fromkeys(one.subject for one in reds):
        mine = [one for one in reds if one.subject == subject]
        counts = " | ".join(str(sum(one.cases for one in mine if one.verdict == verdict)) for verdict in verdicts)
        yield f"| {subject} | {len(mine)} | {sum(one.cases for one in mine)} | {counts} |"
    yield "\nThe false alarms:\n"
    for one in reds:
        if one.verdict == "oracle":
            yield f"- {one.subject}, {one.cases}: {_cell(one.why)} {'Mended.' if one.mended else 'Open.'}"
    yield ""


# --- one by one ----------------------------------------------------------------------------------------------------


def _faults(score: Score) -> Iterator[str]:
    yield "| wrong runner | what is wrong | accepted | by vectors | by the generator | files |"
    yield "|---|---|---|---|---|---:|"
    for name, each in score.hunted.items():
        fault = read(name)
        vectors, generator = each["vectors"], each["generator"]
        files = [one.files for one in each.values() if one.result == "caught" and one.files is not None]
        smallest = str(min(files)) if files else ""
        yield (
            f"| {_name(name)} | {_cell(_words(fault))} | {_accepted(fault)} | "
            f"{_shown(vectors)} | {_shown(generator)} | {smallest} |"
        )
    yield ""


def _words(fault: Fault) -> str:
    return f"{fault.what} *Only where {fault.subtle.removeprefix('only where ')}*" if fault.subtle else fault.what


def _accepted(fault: Fault) -> str:
    by_class: dict[str, list[str]] = {}
    for worst, clause in sorted(fault.accepted):
        by_class.setdefault(worst, []).append(clause)
    return "; ".join(f"{worst}: {', '.join(found)}" for worst, found in by_class.items())


def _shown(one: Hunted) -> str:
    if one.result == "caught":
        return f"{one.seconds:.1f} s, {one.case}"
    return f"{_result(one)}, {one.seconds:.0f} s"


def _name(fault: str) -> str:
    return f"`{fault.removeprefix('first_contact.')}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
