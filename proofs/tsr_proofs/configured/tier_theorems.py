"""TIER over whole runs: what lifts a guard, and what doesn't."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from tsr_model.prediction import Prediction
from tsr_proofs.configured.setups import REFUSABLE, WRONG, Setup, Wrong, refusable, with_options

FLAG = "--allow-unsafe-env"
NEVER: tuple[Wrong, ...] = ("perm", "perm file", "disc")
TABLES = (
    'allow_paths = ["/"]',
    'allow_paths = [".."]',
    'allow_paths = ["/@WORLD@/out", "x"]',
    "allow_unsafe_env = true",
    "allow_paths = []",
)
MORE = ("allow_unsafe_env = true", 'allow-unsafe-env = "1"', "[workspace]\nallow_unsafe_env = true", "strict = false")


@dataclass(slots=True)
class Relaxed:
    """A set-up, and the same with something that might lift a guard."""

    plain: Setup
    relaxed: Setup

    def __str__(self) -> str:
        return f"{self.relaxed}\nand without what was added"


def flagged(most: int) -> Iterator[Relaxed]:
    """Every set-up with up to `most` things wrong, without and with the flag; each also with `--strict`."""
    for setup, strict in product(refusable(most, WRONG), (False, True)):
        plain = with_options(setup, "--dry-run", *["--strict"] * strict)
        yield Relaxed(plain, with_options(plain, FLAG))


def tabled(most: int) -> Iterator[Relaxed]:
    """Every set-up with up to `most` things wrong that FENCE has no part in, with each `[security]` table."""
    for setup, table in product(_strictly(refusable(most, NEVER)), TABLES):
        yield Relaxed(setup, replace(setup, security=table))


def tempted(most: int) -> Iterator[Relaxed]:
    """Every set-up with up to `most` things wrong, with each thing that is no flag and might be taken for one."""
    for setup in _strictly(refusable(most, NEVER)):
        yield from (Relaxed(setup, replace(setup, more=more)) for more in MORE)
        for name, value in (("TSR_ALLOW_UNSAFE_ENV", "1"), ("TSR_OPTIONS", FLAG), ("TSR_STRICT", "0")):
            yield Relaxed(setup, replace(setup, environment=((name, value),)))
            yield Relaxed(setup, replace(setup, assigned=(("dotenv", name, value), *setup.assigned)))
            yield Relaxed(setup, replace(setup, assigned=(*setup.assigned, ("second file", name, value))))
        yield Relaxed(setup, with_options(setup, "--", FLAG))


def _strictly(setups: Iterator[Setup]) -> Iterator[Setup]:
    for setup in setups:
        yield from (setup, with_options(setup, "--strict"))


def flag_lifts_two_chapters(pair: Relaxed) -> str | None:
    """TIER-3: `--allow-unsafe-env` lifts ENV and PATH entirely and nothing else: the run goes as it would if nothing
    that they refuse were assigned."""
    cured = replace(pair.plain, assigned=tuple(one for one in pair.plain.assigned if one not in REFUSABLE))
    found, expected = pair.relaxed.predicted, cured.predicted
    if (found.exit, found.says, found.stdout, _refused(found)) == (
        expected.exit,
        expected.says,
        expected.stdout,
        _refused(expected),
    ):
        return None
    return f"{found.exit} by {found.clauses}, and should end with {expected.exit} by {expected.clauses}"


def nothing_else_lifts(pair: Relaxed) -> str | None:
    """TIER-3, TIER-4: of the keys, variables and words behind `--` that were tried nothing lifts ENV or PATH, which the
    flag does, and nothing at all lifts DISC or PERM."""
    before, after = pair.plain.predicted, pair.relaxed.predicted
    return f"refused by {before.clauses}, and then no more" if before.exit == 64 and after.exit != 64 else None


def never_relaxed(pair: Relaxed) -> str | None:
    """TIER-4: with `--allow-unsafe-env` DISC and PERM refuse what they refuse without it, by the same line."""
    before, after = pair.plain.predicted, pair.relaxed.predicted
    if not any(clause.startswith(("DISC", "PERM")) for clause in before.clauses) or before.exit != 64:
        return None
    same = (before.exit, before.clauses, before.says) == (after.exit, after.clauses, after.says)
    return None if same else f"refused by {before.clauses}, and then {after.exit} by {after.clauses}"


def table_changes_no_decision(pair: Relaxed) -> str | None:
    """TIER-G1: what ENV, PATH, DISC and PERM decide is the same under each `[security]` table that was tried."""
    before, after = pair.plain.predicted, pair.relaxed.predicted
    same = (before.exit, _refused(before), before.says) == (after.exit, _refused(after), after.says)
    return None if same else f"{before.exit} by {before.clauses}, and with the table {after.exit} by {after.clauses}"


def the_flag_changes_nothing(pair: Relaxed) -> str | None:
    """Witness: what might lift a guard changes nothing."""
    before, after = pair.plain.predicted, pair.relaxed.predicted
    return None if before.exit == after.exit else f"{before.exit}, and then {after.exit}"


def all_is_refused(pair: Relaxed) -> str | None:
    """Witness: every run is refused."""
    return None if pair.relaxed.predicted.exit == 64 else "it is not"


def _refused(found: Prediction) -> tuple[str, ...]:
    """The clauses that refuse a run."""
    return found.clauses if found.exit == 64 else ()
