"""What came of the work, as the rows of a report."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

from tsr_proofs.exhaust import Box, Found, Kill, Property
from tsr_proofs.lemma_check import Checked
from tsr_proofs.report import BoxRow, FaultRow, FindingRow, Row, WitnessRow, Word
from tsr_proofs.seeding import Fault
from tsr_proofs.theorem import Exhaustive, Finding, Symbolic, Theorem, Tier, Translated, Users, says
from tsr_proofs.translation import Solved

Results: TypeAlias = dict[tuple[object, ...], Any]


@dataclass(frozen=True, slots=True)
class Tally:
    """All shares of one box together. `first`: the first counterexample of each theorem, by its name."""

    cases: int
    seconds: float
    first: dict[str, str]
    moves: int = 0


def tally(box: Box, users: tuple[Exhaustive, ...], results: Results) -> Tally:
    """Adds the shares of a box up; of several counterexamples the one that comes first in the box counts."""
    keys = sorted((key for key in results if key[:2] == ("share", box)), key=lambda key: int(str(key[2])))
    found: list[Found] = [results[key] for key in keys]
    first: dict[str, tuple[int, str]] = {}
    for share in found:
        for user, counterexample, after in zip(users, share.counterexamples, share.after, strict=True):
            if counterexample is not None and (user.name not in first or after < first[user.name][0]):
                first[user.name] = after, counterexample
    smallest = {name: counterexample for name, (_, counterexample) in first.items()}
    cases, moves = sum(share.cases for share in found), sum(share.moves for share in found)
    return Tally(cases, sum(share.seconds for share in found), smallest, moves)


def exhaustive_row(theorem: Exhaustive, tier: Tier, users: Users, tallies: dict[Box, Tally], results: Results) -> Row:
    """The row of a theorem whose scope was gone through."""
    mine = [(tallies[box], len(users[box])) for box in theorem.boxes[tier]]
    broken = next((found.first[theorem.name] for found, _ in mine if theorem.name in found.first), None)
    held: Word = "exhausted up to" if theorem.expected == "refuted" else theorem.expected
    return Row(
        name=theorem.name,
        clauses=theorem.clauses,
        says=says(theorem.holds),
        expected=theorem.expected,
        status=held if broken is None else "refuted",
        scope="; ".join(largest([box.short for box in theorem.boxes[tier]])),
        cases=sum(found.cases for found, _ in mine),
        seconds=sum(found.seconds / sharers for found, sharers in mine),
        counterexample=broken,
        witness=_witness(theorem.witness, results["hunt", theorem.name, None]),
        faults=_faults(theorem, results),
        finding=None if theorem.finding is None else _finding(theorem.finding),
    )


def _finding(finding: Finding) -> FindingRow:
    return FindingRow(finding.gained, finding.strict, finding.by_hand)


def largest(scopes: list[str]) -> list[str]:
    """The scopes, each once, without those that are part of another: alike but for numbers, and none of them larger."""

    def part_of(one: str, other: str) -> bool:
        alike = re.sub(r"\d+", "", one) == re.sub(r"\d+", "", other)
        numbers = zip(re.findall(r"\d+", one), re.findall(r"\d+", other), strict=False)
        return alike and one != other and all(int(mine) <= int(its) for mine, its in numbers)

    return [one for one in dict.fromkeys(scopes) if not any(part_of(one, other) for other in scopes)]


def symbolic_row(theorem: Symbolic, results: Results) -> Row:
    """The row of a lemma."""
    found: Checked = results["lemma", theorem.name, "holds"]
    witness: Checked = results["lemma", theorem.name, "witness"]
    return Row(
        name=theorem.name,
        clauses=theorem.clauses,
        says=says(theorem.holds),
        expected=theorem.expected,
        status=found.verdict,
        scope=f"over all paths, {theorem.bound}" if found.verdict == "confirmed" else found.why or "",
        cases=found.paths + found.brute,
        seconds=found.seconds + witness.seconds,
        counterexample=found.why if found.verdict == "refuted" else None,
        witness=WitnessRow(says(theorem.witness), witness.verdict == "refuted", witness.why),
        faults=_faults(theorem, results),
    )


def translated_row(theorem: Translated, results: Results) -> Row:
    """The row of a claim that a solver was given."""
    found: Solved = results["solved", theorem.name, "holds"]
    witness: Solved = results["solved", theorem.name, "witness"]
    proved = found.verdict == "proved (translation)"
    return Row(
        name=theorem.name,
        clauses=theorem.clauses,
        says=says(theorem.holds),
        expected=theorem.expected,
        status=found.verdict,
        scope=theorem.bound if proved else found.why or "",
        cases=found.compared,
        seconds=found.seconds + witness.seconds,
        counterexample=found.why if found.verdict == "refuted" else None,
        witness=WitnessRow(says(theorem.witness), witness.verdict == "refuted", witness.why),
        faults=_faults(theorem, results),
    )


def _witness(witness: Property, kill: Kill) -> WitnessRow:
    return WitnessRow(says(witness), kill.box is not None, kill.counterexample)


def _faults(theorem: Theorem, results: Results) -> tuple[FaultRow, ...]:
    kills: list[tuple[Fault, Kill]] = [(fault, results["hunt", theorem.name, fault.name]) for fault in theorem.faults]
    return tuple(FaultRow(f.name, f.says, kill.box is not None, kill.box, kill.counterexample) for f, kill in kills)


def box_row(box: Box, users: tuple[Exhaustive, ...], found: Tally) -> BoxRow:
    """The row of a scope."""
    return BoxRow(str(box), tuple(user.name for user in users), found.cases, found.seconds, found.moves)
