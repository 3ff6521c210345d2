"""The lemmas of the path algebra and of the walk, each with its witness and its faults."""

from __future__ import annotations

from tsr_proofs.fence import lemma_faults as wrong_lemma
from tsr_proofs.fence import lemmas
from tsr_proofs.theorem import Symbolic, Theorem

THREE, TWO_NAMES = "places of up to 3 names", "places of up to 2 names, one added entry"
BEHIND, STEP = "4 components, any names", "3 components, any names, a tree of 4 nodes"

LEMMAS: tuple[Theorem, ...] = (
    Symbolic(
        "reflexive",
        ("FENCE-1",),
        lemmas.beneath_is_reflexive,
        lemmas.beneath_is_everything,
        THREE,
        (wrong_lemma.STRICTLY,),
    ),
    Symbolic(
        "transitive",
        ("FENCE-1",),
        lemmas.beneath_is_transitive,
        lemmas.siblings_are_beneath,
        THREE,
        (wrong_lemma.NEXT_ONLY,),
    ),
    Symbolic(
        "antisymmetric",
        ("FENCE-1",),
        lemmas.beneath_is_antisymmetric,
        lemmas.beneath_is_symmetric,
        THREE,
        (wrong_lemma.SAME_FIRST,),
    ),
    Symbolic(
        "respects-parents",
        ("FENCE-1",),
        lemmas.beneath_respects_parents,
        lemmas.beneath_holds_parents,
        THREE,
        (wrong_lemma.SAME_FIRST,),
    ),
    Symbolic(
        "bounds-are-a-chain",
        ("FENCE-1",),
        lemmas.beneath_is_a_chain,
        lemmas.bounds_are_a_chain,
        THREE,
        (wrong_lemma.STRICTLY,),
    ),
    Symbolic(
        "wider-admits-more",
        ("TIER-G2",),
        lemmas.wider_bounds_admit_more,
        lemmas.wider_bounds_admit_the_same,
        TWO_NAMES,
        (wrong_lemma.EXCLUSIVE,),
    ),
    Symbolic(
        "entry-admits-itself",
        ("FENCE-1",),
        lemmas.an_entry_admits_only_itself,
        lemmas.an_entry_admits_nothing,
        TWO_NAMES,
        (wrong_lemma.PARENT_TOO,),
    ),
    Symbolic(
        "text-is-used-up",
        ("FENCE-3",),
        lemmas.text_uses_up_names,
        lemmas.text_uses_up_all,
        BEHIND,
        (wrong_lemma.READS_NOTHING,),
    ),
    Symbolic(
        "text-never-rises",
        ("FENCE-3",),
        lemmas.text_never_rises,
        lemmas.text_keeps_all,
        BEHIND,
        (wrong_lemma.KEEPS_DOTS,),
    ),
    Symbolic(
        "text-resumes",
        ("FENCE-3",),
        lemmas.text_resumes_only_when_used_up,
        lemmas.text_resumes_never,
        BEHIND,
        (wrong_lemma.KEEPS_DOTS, wrong_lemma.READS_NOTHING),
    ),
    Symbolic(
        "links-are-spent",
        ("FENCE-2",),
        lemmas.a_walk_never_gains_links,
        lemmas.a_walk_never_spends_links,
        STEP,
        (wrong_lemma.GAINS_LINKS,),
    ),
    Symbolic(
        "step-by-step",
        ("FENCE-2",),
        lemmas.a_walk_goes_step_by_step,
        lemmas.a_walk_goes_nowhere,
        STEP,
        (wrong_lemma.FORGETS_WHERE,),
    ),
    Symbolic(
        "names-are-read",
        ("FENCE-2",),
        lemmas.a_walk_reads_fewer_names,
        lemmas.a_walk_reads_all_names,
        STEP,
        (wrong_lemma.KEEPS_READ,),
    ),
)
