"""PLAN and OUT over two runs of one config, whose environments differ in marked values only."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tsr_model.messages import line
from tsr_proofs.configured.setups import WRONG, Assigned, Setup, refusable

MARK = "§"
"""Stands in every value of the environment, and nowhere else."""

FIRST = (("A", f"{MARK}1"), ("P", f"{MARK}1"), ("PATH", f"/{MARK}1:/@WORLD@/bin"), ("HOME", f"/{MARK}1"))
SECOND = (("A", f"{MARK}2"), ("P", ""), ("PATH", "/@WORLD@/bin"), ("HOME", f"/@WORLD@/{MARK}2"))
"""Two environments with the same names: of the guards only PATH-3 asks for a value, and there both are non-empty."""

RUNS = (
    "tool",
    "tool $A '${A}' \"$A\"",
    "$A",
    "nothing-$A x",
    "nothing",
    "tool $P*",
    "tool $NONE",
    "rm /$A",
    "echo a b",
)
VALUES: tuple[Assigned, ...] = (
    ("dotenv", "B", "$A-$P"),
    ("table", "PATH", "$PATH:/$A"),
    ("file", "BASH_ENV", "$A"),
    ("task", "B", "$B$A"),
    ("task", "PATH", "$A"),
)
ARGV: tuple[tuple[str, ...], ...] = (
    ("t", "--dry-run"),
    ("t",),
    ("--list",),
    ("t", "--strict", "--dry-run"),
    ("t", "--", "$A"),
)


@dataclass(slots=True)
class Pair:
    """One config, run in two environments."""

    first: Setup
    second: Setup

    def __str__(self) -> str:
        other = " ".join(f"{name}='{value}'" for name, value in self.second.environment)
        return f"{self.first}\nand with {other}"


def marked(most: int) -> Iterator[Pair]:
    """Every set-up with up to `most` values that refer to marked ones, each run, asked in each way."""
    for run, argv in product(RUNS, ARGV):
        for chosen in product((False, True), repeat=len(VALUES)):
            assigned = tuple(one for one, taken in zip(VALUES, chosen, strict=True) if taken)
            if len(assigned) <= most and len({(source, name) for source, name, _ in assigned}) == len(assigned):
                yield _pair(Setup(assigned, run=run, argv=argv))


def marked_and_wrong(most: int) -> Iterator[Pair]:
    """Every set-up with up to `most` things wrong, asked in each way."""
    for setup, argv in product(refusable(most, WRONG), ARGV):
        yield _pair(replace(setup, argv=argv, run="tool $A"))


def _pair(setup: Setup) -> Pair:
    return Pair(replace(setup, environment=FIRST), replace(setup, environment=SECOND))


def plan_is_the_same(pair: Pair) -> str | None:
    """PLAN-G1: for two environments that set the same variables and on which the guards agree, `--dry-run` prints the
    same, refusals included."""
    if "--dry-run" not in pair.first.given.argv:
        return None
    return _differ(pair)


def refusals_are_the_same(pair: Pair) -> str | None:
    """PLAN-3: what is refused at load is refused alike, with and without `--dry-run`, by the same line."""
    argv = pair.first.given.argv
    if "--dry-run" not in argv:
        return None
    dry = pair.first.predicted
    run = replace(pair.first, argv=tuple(word for word in argv if word != "--dry-run")).predicted
    if dry.exit == 0:
        return (
            f"the plan is printed, the run refused by {run.clauses}" if _refused_at_load(run.stage, run.exit) else None
        )
    same = (dry.exit, dry.clauses, dry.says) == (run.exit, run.clauses, run.says) and run.stage == "load"
    return None if same else f"refused by {dry.clauses}, the run ends with {run.exit} by {run.clauses}"


def _refused_at_load(stage: str, status: int) -> bool:
    return stage == "load" and status == 64


def no_value_is_printed(pair: Pair) -> str | None:
    """OUT-1: no plan, and no refusal at load whose wording is fixed, holds a value of the environment."""
    for setup in (pair.first, pair.second):
        found = setup.predicted
        own = found.stdout if not found.children and not found.steps else ""
        if MARK in (own or "") + (found.says or ""):
            return f"it says {found.says or own}"
    return None


def plans_are_all_the_same(pair: Pair) -> str | None:
    """Witness: what a run prints and starts does not depend on the environment."""
    first, second = pair.first.predicted, pair.second.predicted
    return None if (first.exit, first.children) == (second.exit, second.children) else "it does"


def nothing_is_refused(pair: Pair) -> str | None:
    """Witness: no run is refused."""
    return None if pair.first.predicted.exit == 0 else f"refused by {pair.first.predicted.clauses}"


def no_value_is_named(pair: Pair) -> str | None:
    """Witness: no variable that has a value is named."""
    found = pair.first.predicted
    return f"it says {found.says or found.stdout}" if "PATH" in (found.says or "") + (found.stdout or "") else None


def builtins_print_no_value(pair: Pair) -> str | None:
    """OUT-2: no message of a builtin holds a value of the environment.

    It names its operand, and where that is, whatever they came from: what builtins print is theirs, like a program's.
    """
    found = pair.first.predicted
    said = [line(message, found.bounds) for message in found.messages] if found.bounds else []
    return next((f"it says {text}" for text in said if MARK in text), None)


def builtins_say_nothing(pair: Pair) -> str | None:
    """Witness: no builtin says anything."""
    return "it does" if pair.first.predicted.messages else None


def _differ(pair: Pair) -> str | None:
    first, second = pair.first.predicted, pair.second.predicted
    same = (first.exit, first.stdout, first.says) == (second.exit, second.stdout, second.says)
    return (
        None if same else f"{first.exit} {first.says or first.stdout}, and {second.exit} {second.says or second.stdout}"
    )
