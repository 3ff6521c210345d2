"""The page that says how good the oracle is: made of what runs have saved; only reasons are written by hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import get_args

from tsr_oracle.faults.catalogue import Contact, Fault, catalogue, names, names_of_contact, read
from tsr_oracle.quality import false_alarms
from tsr_oracle.quality.adjudicated import Adjudicated, Wrong
from tsr_oracle.quality.false_alarms import Checked
from tsr_oracle.quality.hunt import RESULTS, Hunted
from tsr_oracle.quality.mutation import rates as mutants
from tsr_oracle.quality.mutation.rates import Rates
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
- **vectors**: the cases of the spec, the first of each clause before the second of any. **generator**: generated
  cases, in the order of their seed, for so many seconds. All are played hosted, as by `tsr-oracle check`; seconds are
  those of one processor, with everything that a case takes.
"""


@dataclass(frozen=True, slots=True)
class Saved:
    """What runs have saved: the score of all wrong runners as they are hunted now, those of the contacts, frozen, what
    became of mutants, and what of cases that the right runner was judged by."""

    score: Score
    contacts: dict[Contact, Score]
    mutants: tuple[Rates, ...]
    right: tuple[Checked, ...]


def page(saved: Saved, reasons: Reasons, reds: tuple[Adjudicated, ...]) -> str:
    """The page; `reds`: what the red lines of honest runners were."""
    mine = saved.score.of(names())
    parts = [
        _INTRO,
        "## The catalogue\n",
        *_catalogue(),
        *_now("the catalogue", mine, reasons),
        *(line for which in saved.contacts for line in _contact(which, saved, reasons)),
        "## Rules without a wrong runner\n",
        *_uncovered(reasons.exempt),
        "## Mutants\n",
        _MUTANTS,
        *mutants.section(saved.mutants),
        "## False alarms\n",
        _FALSE_ALARMS,
        *false_alarms.section(saved.right),
        *(f"- {line}." for line in reasons.red_lines),
        "",
        "## Red lines of honest runners\n",
        *_reds(reds),
        "## The wrong runners of the catalogue\n",
        *_faults(mine),
        *(line for which, frozen in saved.contacts.items() for line in _frozen(which, frozen)),
    ]
    return "\n".join(parts)


_MUTANTS = """\
One small thing is changed in the model, or in a guard of the runner (mutmut's operators: another comparison, another
number, another name, `and` for `or`, an argument less). Those of the model are asked the spec's cases, the model's
tests, what the runner was seen to do in these cases and in 2,000 generated ones, and each theorem in its smallest
scopes; those of the runner the spec's cases and some generated ones. What is *excused* can't be told by any answer, or
by none that the oracle judges; the reasons are in `proofs/tsr_oracle/quality/mutation/surviving_mutants.toml`. The rate
leaves the excused out. What survives of a sample is looked at, and gets a case, a test or a reason, so that the rate
afterwards says less about those that were not drawn than the first one does.
"""

_FALSE_ALARMS = """\
The bundled runner, with everything asked (`--level ours`). A red line here is a mistake of the runner, of the model, or
of the oracle; what each was stands below. Made by `make false-alarms`, which goes on until there are a million.
"""


def _catalogue() -> Iterator[str]:
    """How many there are, and what the tests ask of each."""
    every = catalogue()
    yield (
        f"{len(every)} wrong runners, {sum(one.by == 'race' for one in every)} of them for `tsr-oracle race`. "
        f"{sum(bool(one.subtle) for one in every)} are *subtle*: two conditions have to meet until they show. The "
        "tests ask that each is caught as it was written down, by the spec's cases or by 3,000 generated ones, and "
        "that the right runner passes the case that shows it (`tests/oracle/test_faults.py`).\n"
    )


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


def _now(title: str, score: Score, reasons: Reasons) -> Iterator[str]:
    """The table, and what is not caught."""
    yield f"Seed {score.seed}; last hunted with clauses {score.clauses}. Each with the cases of its day.\n"
    yield from _table(title, score)
    yield from _not_caught(score, reasons)


def _not_caught(score: Score, reasons: Reasons) -> Iterator[str]:
    found = [one for one in map(best, score.hunted.values()) if one.result != "caught"]
    if found:
        yield "Not caught as it was written down:\n"
        why = reasons.by_users | reasons.post_mortems
        for one in found:
            reason = why.get(one.fault, "")
            yield f"- {_name(one.fault)}: {_result(one)}. {reason[:1].upper()}{reason[1:]}"
        yield ""


def _result(one: Hunted) -> str:
    return one.result if one.result == "missed" else f"{one.result} ({one.worst}, {one.clause})"


# --- those that were written from the clauses alone ------------------------------------------------------------------

_TOLD: dict[Contact, str] = {
    "first": "This is what came of the first run, on a machine that was busy with other work too.",
    "second": (
        "This is what came of the first run. One of their three authors had seen some names of the catalogue, and "
        "left out what these named, so that 16 of them are not quite what the others are."
    ),
    "third": (
        "This is what came of the first run. There are none for FENCE and BUILTIN, whose author was not to be had, so "
        "that it says less about these than about the others: see the fourth."
    ),
    "fourth": (
        "This is what came of the first run. All of them are for FENCE and BUILTIN, and their author accepts more "
        "classes and clauses for each than those of the others do, so that *wrong clause* says little here."
    ),
}
"""What is to be known of a contact."""


def _contact(which: Contact, saved: Saved, reasons: Reasons) -> Iterator[str]:
    frozen = saved.contacts[which]
    yield f"## {which.capitalize()} contact\n"
    yield (
        f"{len(frozen.hunted)} wrong runners were written from the text of the clauses alone, without sight of the "
        f"cases, the generator and the catalogue, and were committed before any was run. {_TOLD[which]} It stays as it "
        "is; that the tests ask for what is caught now, as they do of the catalogue, is said beside each.\n"
    )
    yield f"Clauses {frozen.clauses}, seed {frozen.seed}.\n"
    yield from _table(f"{which} contact, frozen", frozen)
    missed = [one for one in map(best, frozen.hunted.values()) if one.result != "caught"]
    if missed:
        yield "| what was not caught | then | now | why, and what was added |"
        yield "|---|---|---|---|"
    for one in missed:
        today = "open" if one.fault in reasons.open else "caught"
        why = reasons.post_mortems.get(one.fault, "")
        yield f"| {_name(one.fault)}: {_cell(read(one.fault).what)} | {_result(one)} | {today} | {_cell(why)} |"
    yield ""
    yield from _now(f"{which} contact, now", saved.score.of(names_of_contact(which)), reasons)


def _frozen(which: Contact, frozen: Score) -> Iterator[str]:
    yield f"## The wrong runners of the {which} contact, by its first run\n"
    yield from _faults(frozen)


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
    return f"`{fault.rpartition('.')[2]}`"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
