"""The theorems about whole runs: their scopes, witnesses and faults."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from tsr_proofs.configured import environment_theorems, output_theorems, tier_theorems
from tsr_proofs.configured import faults as wrong
from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box
from tsr_proofs.theorem import Exhaustive, Finding, Theorem, Tier
from tsr_proofs.trees import of


def _up_to(make: Callable[..., Iterator[Any]], most: int, what: str, more: str) -> Box:
    return Enumerated(f"{of(most, what)}, {more}", f"{of(most, what)}", make, (most,))


def _all(make: Callable[..., Iterator[Any]], says: str) -> Box:
    return Enumerated(says, says, make)


def _assigning(most: int) -> Box:
    return _up_to(
        environment_theorems.assigning, most, "assignment", "6 of a name and a value, 7 sources, each choice of flags"
    )


def _flagged(most: int) -> Box:
    return _up_to(tier_theorems.flagged, most, "offence", "with and without the flag")


def _tabled(most: int) -> Box:
    return _up_to(tier_theorems.tabled, most, "offence", "with and without 5 `[security]` tables")


def _tempted(most: int) -> Box:
    return _up_to(tier_theorems.tempted, most, "offence", "with and without keys, variables and words that are no flag")


def _marked(most: int) -> Box:
    return _up_to(output_theorems.marked, most, "value", "9 commands, 5 command lines, 2 environments")


def _offending(most: int) -> Box:
    return _up_to(output_theorems.marked_and_wrong, most, "offence", "5 command lines, 2 environments")


REWRITING = _all(environment_theorems.rewriting, "files of variables that a task rewrites")
LAYERED = _all(environment_theorems.layered, "all choices of 7 sources")

ASSIGNING: dict[Tier, tuple[Box, ...]] = {"quick": (_assigning(2),), "full": (_assigning(2),)}
GUARDED: dict[Tier, tuple[Box, ...]] = {"quick": (_assigning(2), REWRITING), "full": (_assigning(2), REWRITING)}
HUNTED_ASSIGNING: tuple[Box, ...] = (_assigning(1), _assigning(2))
PRINTED: dict[Tier, tuple[Box, ...]] = {"quick": (_marked(3), _offending(3)), "full": (_marked(5), _offending(5))}
HUNTED_PRINTED: tuple[Box, ...] = (_marked(1), _offending(1), _marked(2), _offending(2))
OFFENCES: dict[Tier, tuple[Box, ...]] = {"quick": (_flagged(6),), "full": (_flagged(8),)}
HUNTED_OFFENCES: tuple[Box, ...] = tuple(_flagged(most) for most in (1, 2, 3))
TABLES: dict[Tier, tuple[Box, ...]] = {"quick": (_tabled(6),), "full": (_tabled(6),)}
HUNTED_TABLES: tuple[Box, ...] = tuple(_tabled(most) for most in (1, 2))
TEMPTATIONS: dict[Tier, tuple[Box, ...]] = {"quick": (_tempted(3),), "full": (_tempted(4),)}
HUNTED_TEMPTATIONS: tuple[Box, ...] = (_tempted(1), _tempted(2))
SAID: tuple[Box, ...] = (_marked(1),)

ENVIRONMENT: tuple[Theorem, ...] = (
    Exhaustive(
        "assignments-judged",
        ("ENV-1", "ENV-4", "ENV-5", "PATH-1"),
        environment_theorems.every_assignment_is_judged,
        environment_theorems.no_assignment_counts,
        ASSIGNING,
        HUNTED_ASSIGNING,
        (
            wrong.LAST_OF_EACH,
            wrong.WHAT_ARRIVES,
            wrong.ALL_TASKS,
            wrong.NAMED_ONLY,
            wrong.FILES_UNJUDGED,
            wrong.STRICT_STAYS,
        ),
    ),
    Exhaustive(
        "guarded-arrive",
        ("ENV-G1", "ENV-3", "ENV-7"),
        environment_theorems.guarded_arrive_as_they_were,
        environment_theorems.guarded_arrive_always,
        GUARDED,
        (*HUNTED_ASSIGNING, REWRITING),
        (wrong.NAMED_ONLY, wrong.FILES_UNJUDGED, wrong.JUDGED_ONCE, wrong.CLEANED, wrong.SET_BY_RUNNER),
    ),
    Exhaustive(
        "layers-in-order",
        ("ENV-10",),
        environment_theorems.layers_in_order,
        environment_theorems.one_layer_counts,
        {"quick": (LAYERED,), "full": (LAYERED,)},
        (LAYERED,),
        (wrong.TABLE_FIRST, wrong.FILES_REVERSED, wrong.DOTENV_LAST, wrong.DEPS_INHERIT),
    ),
)

OUTPUT: tuple[Theorem, ...] = (
    Exhaustive(
        "plan-same",
        ("PLAN-G1", "PLAN-2"),
        output_theorems.plan_is_the_same,
        output_theorems.plans_are_all_the_same,
        PRINTED,
        HUNTED_PRINTED,
        (wrong.EXPANDED, wrong.VALUE_TOLD),
    ),
    Exhaustive(
        "refused-alike",
        ("PLAN-3",),
        output_theorems.refusals_are_the_same,
        output_theorems.nothing_is_refused,
        PRINTED,
        HUNTED_PRINTED,
        (wrong.PLAN_FIRST,),
    ),
    Exhaustive(
        "no-value-printed",
        ("OUT-1",),
        output_theorems.no_value_is_printed,
        output_theorems.no_value_is_named,
        PRINTED,
        HUNTED_PRINTED,
        (wrong.EXPANDED, wrong.VALUE_TOLD),
    ),
)

TIERS: tuple[Theorem, ...] = (
    Exhaustive(
        "flag-lifts-two",
        ("TIER-3",),
        tier_theorems.flag_lifts_two_chapters,
        tier_theorems.the_flag_changes_nothing,
        OFFENCES,
        HUNTED_OFFENCES,
        (wrong.FLAG_LIFTS_ALL, wrong.PATH_STAYS, wrong.STRICT_STAYS, wrong.FLAG_LIFTS_PERM),
    ),
    Exhaustive(
        "flag-lifts-no-more",
        ("TIER-4",),
        tier_theorems.never_relaxed,
        tier_theorems.the_flag_changes_nothing,
        OFFENCES,
        HUNTED_OFFENCES,
        (wrong.FLAG_LIFTS_ALL, wrong.FLAG_LIFTS_PERM),
    ),
    Exhaustive(
        "nothing-else-lifts",
        ("TIER-3", "TIER-4"),
        tier_theorems.nothing_else_lifts,
        tier_theorems.all_is_refused,
        TEMPTATIONS,
        HUNTED_TEMPTATIONS,
        (wrong.VARIABLE_LIFTS, wrong.FILE_LIFTS, wrong.WORDS_COUNT),
    ),
    Exhaustive(
        "table-decides-nothing",
        ("TIER-G1",),
        tier_theorems.table_changes_no_decision,
        tier_theorems.all_is_refused,
        TABLES,
        HUNTED_TABLES,
        (wrong.TABLE_LIFTS, wrong.TABLE_REFUSES),
    ),
)

FINDINGS: tuple[Theorem, ...] = (
    Exhaustive(
        "builtins-tell",
        ("OUT-2",),
        output_theorems.builtins_print_no_value,
        output_theorems.builtins_say_nothing,
        {"quick": SAID, "full": SAID},
        SAID,
        (),
        "refuted",
        Finding(
            "Who reads the output of a run learns the value of a variable that a builtin's operand refers to.",
            "changes nothing: what builtins print is theirs, as with a program.",
            (
                'cd "$(mktemp -d)"',
                "printf '[tasks.t]\\nrun = \"rm /$TOKEN\"\\n' > tasks.toml",
                "TOKEN=a-secret-value tsr t    # rm: refusing to touch '/a-secret-value': …",
            ),
        ),
    ),
)

THEOREMS: tuple[Theorem, ...] = (*ENVIRONMENT, *OUTPUT, *TIERS, *FINDINGS)
