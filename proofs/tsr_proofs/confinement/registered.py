"""The theorems of CONF: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.confinement import faults as wrong
from tsr_proofs.confinement import lemmas, theorems
from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box, Property
from tsr_proofs.seeding import Fault
from tsr_proofs.theorem import Exhaustive, Symbolic, Theorem, Tier

SAID: tuple[Box, ...] = (
    Enumerated(
        "both products, and all that command line, user's file, project and host can say",
        "all decisions",
        theorems.decisions,
    ),
)


def _places(few: int) -> Box:
    says = f"all that the user can say, with project, roots, cache, policy and `allow_paths` in {few} places"
    return Enumerated(says, f"{few} places", theorems.places, (few,))


PLACES: dict[Tier, tuple[Box, ...]] = {"quick": (_places(4),), "full": (_places(5),)}
HUNTED_PLACES: tuple[Box, ...] = tuple(_places(few) for few in (2, 3, 4))


def _decided(name: str, clauses: tuple[str, ...], holds: Property, *faults: Fault) -> Exhaustive:
    """A claim about every decision: the domain is finite."""
    boxes: dict[Tier, tuple[Box, ...]] = {"quick": SAID, "full": SAID}
    return Exhaustive(name, clauses, holds, theorems.the_project_decides, boxes, SAID, faults, expected="exhausted")


def _placed(name: str, clauses: tuple[str, ...], holds: Property, witness: Property, *faults: Fault) -> Exhaustive:
    """A claim about what may be written."""
    return Exhaustive(name, clauses, holds, witness, PLACES, HUNTED_PLACES, faults)


THEOREMS: tuple[Theorem, ...] = (
    _decided(
        "confinement-decided",
        ("CONF-1", "TIER-5"),
        theorems.decided_by_the_first_who_speaks,
        wrong.PROJECT_TURNS_OFF,
        wrong.NO_VETO,
        wrong.FILE_FIRST,
        wrong.PROJECT_FIRST,
        wrong.DEFAULT_REFUSES,
        wrong.TSR_BY_DEFAULT,
        wrong.OFF_IS_SILENCE,
    ),
    _decided(
        "no-effect-is-said",
        ("CONF-1",),
        theorems.what_has_no_effect_is_said,
        wrong.NEVER_SAID,
        wrong.VETO_UNSAID,
        wrong.ALWAYS_SAID,
    ),
    _decided("asked-for-is-enforced", ("CONF-G2",), theorems.asked_for_is_enforced, wrong.SILENT_FALLBACK),
    _placed(
        "project-never-widens",
        ("CONF-G1", "TIER-5"),
        theorems.a_project_never_widens,
        theorems.nobody_is_confined,
        wrong.PROJECT_TURNS_OFF,
        wrong.WHOLE_CACHE,
        wrong.ANY_PRIVATE,
        wrong.USERS_WHEN_CONFINED,
    ),
    _placed(
        "one-list-of-roots",
        ("CONF-2",),
        theorems.one_list,
        theorems.nobody_is_confined,
        wrong.DERIVED_TWICE,
        wrong.ALLOWED_ALL_THE_SAME,
    ),
    _placed(
        "roots-apart",
        ("CONF-2",),
        theorems.roots_are_apart,
        theorems.the_cache_is_always_whole,
        wrong.NESTED_KEPT,
        wrong.NESTED_BY_LETTERS,
        wrong.USER_FORGOTTEN,
    ),
    _placed(
        "policy-out-of-reach",
        ("CONF-8",),
        theorems.policy_is_out_of_reach,
        theorems.the_cache_is_always_whole,
        wrong.POLICY_GRANTED,
        wrong.CACHE_WITH_POLICY,
    ),
)

_DECISIONS = "each word on, off or unsaid"

LEMMAS: tuple[Theorem, ...] = (
    Symbolic(
        "asked-for-is-enforced-always",
        ("CONF-G2",),
        lemmas.a_wish_of_the_user_is_never_answered_by_none,
        lemmas.a_wish_of_anybody_is_never_answered_by_none,
        _DECISIONS,
        (wrong.SILENT_FALLBACK,),
    ),
    Symbolic(
        "off-of-a-project-is-silence",
        ("CONF-1", "CONF-G1"),
        lemmas.off_of_a_project_is_silence,
        lemmas.on_of_a_project_is_silence,
        _DECISIONS,
        (wrong.PROJECT_TURNS_OFF,),
    ),
)
