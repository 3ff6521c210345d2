"""The theorems of the fence: their scopes, witnesses and faults."""

from __future__ import annotations

from typing import TypeAlias

from tsr_proofs import fence_faults as wrong
from tsr_proofs import fence_theorems as fence
from tsr_proofs import findings, kernel_conformance, lemmas, replay, tier_theorems, walk_theorems
from tsr_proofs import lemma_faults as wrong_lemma
from tsr_proofs.exhaust import Box
from tsr_proofs.findings import EmptiedBox
from tsr_proofs.kernel_conformance import KernelBox, KernelChainBox
from tsr_proofs.kernel_faults import KERNEL_FAULTS
from tsr_proofs.operands import FORCED, NONE, ONE, PARENTS, TWO
from tsr_proofs.replay import ReplayBox
from tsr_proofs.runs import RunBox
from tsr_proofs.theorem import Exhaustive, Finding, Symbolic, Theorem, Tier
from tsr_proofs.tier_theorems import WidenedBox
from tsr_proofs.trees import Scope
from tsr_proofs.walk_theorems import ChainBox, TextBox, WalkBox

# --- scopes ----------------------------------------------------------------------------------------------------------

WITHIN_NEIGHBOUR = (("ab", "a"),)
EVERYTHING = ((),)

SPECIAL_RUNS: tuple[Box, ...] = (
    RunBox(Scope(1, 1), NONE, 1, 1),
    RunBox(Scope(2, 1), FORCED, 1, 2),
    RunBox(Scope(1, 1), PARENTS, 1, 6, plain=True),
    RunBox(Scope(1, 1), ONE + TWO, 3, 1, plain=True),
    RunBox(Scope(1, 1, fifos=True, ends=True), ONE, 1, 2),
    RunBox(Scope(1, 1, fifos=True, ends=True), TWO, 2, 1),
    RunBox(Scope(2, 1), ONE, 1, 2, allowed=WITHIN_NEIGHBOUR),
    RunBox(Scope(2, 1), TWO, 2, 1, plain=True, allowed=WITHIN_NEIGHBOUR),
    RunBox(Scope(2, 1), ONE + TWO, 2, 1, plain=True, allowed=EVERYTHING),
    RunBox(Scope(2, 1), ONE, 1, 2, cwd=("a", "a")),
    RunBox(Scope(2, 1), TWO, 2, 1, cwd=("a", "a")),
)
"""What both tiers go through: deep `mkdir -p`, three operands, FIFOs, `allow_paths`, another working directory."""

RUNS: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        RunBox(Scope(2, 2), ONE, 1, 2, plain=True),
        RunBox(Scope(2, 1), ONE, 1, 2),
        RunBox(Scope(1, 2), TWO, 2, 2, plain=True),
        RunBox(Scope(2, 1), TWO, 2, 1),
        RunBox(Scope(3, 1), TWO, 2, 1, plain=True),
        *SPECIAL_RUNS,
    ),
    "full": (
        RunBox(Scope(3, 2), ONE, 1, 2),
        RunBox(Scope(2, 2), ONE, 1, 3),
        RunBox(Scope(2, 2), TWO, 2, 2, plain=True),
        RunBox(Scope(2, 2), TWO, 2, 1),
        RunBox(Scope(3, 1), TWO, 2, 2, plain=True),
        RunBox(Scope(4, 1), ONE, 1, 2),
        RunBox(Scope(4, 1), TWO, 2, 1, plain=True),
        *SPECIAL_RUNS,
    ),
}


Commands: TypeAlias = tuple[tuple[str, ...], ...]
REMOVALS: Commands = (("rm",), ("rm", "-r"))
MOVES: Commands = (("mv",),)


def _hunted(one: Commands, two: Commands) -> tuple[Box, ...]:
    """Scopes for witnesses and faults: of no node, of one, of two, and within these the cheap ones first."""
    boxes: list[RunBox] = []
    for nodes in range(3):
        short, long = Scope(nodes, 1, exactly=True), Scope(nodes, 2, exactly=True)
        boxes += [
            RunBox(short, one, 1, 1),
            RunBox(long, one, 1, 1, plain=True),
            RunBox(short, two, 2, 1, plain=True),
            RunBox(short, two, 3, 1, plain=True),
            RunBox(short, one, 1, 2, plain=True),
            RunBox(short, one, 1, 2, plain=True, allowed=WITHIN_NEIGHBOUR),
            RunBox(short, two, 2, 1, plain=True, allowed=WITHIN_NEIGHBOUR),
        ]
        if nodes == 2:
            boxes.append(RunBox(short, two, 2, 1))
            continue
        boxes += [
            RunBox(short, one, 1, 3, plain=True),
            RunBox(long, one, 1, 2),
            RunBox(short, tuple(command for command in one if command in PARENTS), 1, 6, plain=True),
            RunBox(long, MOVES if two == MOVES else (), 2, 2),
        ]
    return tuple(box for box in boxes if box.commands)


HUNTED_RUNS = _hunted(ONE, TWO)
HUNTED_PAIRS = _hunted((), TWO)
HUNTED_REMOVALS = _hunted(REMOVALS, ())
HUNTED_OUTSIDE = _hunted(ONE, MOVES)

NEIGHBOURS = (("ab",), ("ab", "a"), ())


def _widened(nodes: int) -> tuple[Box, ...]:
    return (
        WidenedBox(RunBox(Scope(nodes, 1), ONE, 1, 2, plain=True), NEIGHBOURS),
        WidenedBox(RunBox(Scope(nodes, 1), TWO, 2, 1, plain=True), NEIGHBOURS),
        WidenedBox(RunBox(Scope(1, 1), ONE, 1, 1, allowed=WITHIN_NEIGHBOUR), (("ab", "ab"), ("a", "a"))),
    )


WIDENED: dict[Tier, tuple[Box, ...]] = {"quick": _widened(2), "full": _widened(3)}
HUNTED_WIDENED: tuple[Box, ...] = tuple(
    WidenedBox(RunBox(Scope(nodes, 1, exactly=True), ONE + TWO, 2, 1), NEIGHBOURS) for nodes in range(3)
)

WALKS: dict[Tier, tuple[Box, ...]] = {
    "quick": (WalkBox(Scope(3, 1), 2), WalkBox(Scope(2, 2), 2), WalkBox(Scope(2, 1, ends=True), 3), ChainBox()),
    "full": (WalkBox(Scope(4, 1), 2), WalkBox(Scope(3, 2), 2), WalkBox(Scope(2, 2, ends=True), 3), ChainBox()),
}
HUNTED_WALKS: tuple[Box, ...] = (
    *(WalkBox(Scope(nodes, 2, exactly=True), 3) for nodes in range(3)),
    ChainBox(),
)

KERNEL: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        KernelBox(Scope(3, 1), 1, few=True),
        KernelBox(Scope(2, 2), 1, few=True),
        KernelBox(Scope(2, 1, fifos=True, twins=True), 2),
        KernelBox(Scope(1, 1, ends=True), 2, 2),
        KernelChainBox(),
    ),
    "full": (
        KernelBox(Scope(4, 1), 1, few=True),
        KernelBox(Scope(3, 2), 1),
        KernelBox(Scope(3, 1, fifos=True, twins=True), 2),
        KernelBox(Scope(2, 2), 2, 2),
        KernelBox(Scope(2, 1, ends=True), 2),
        KernelChainBox(),
    ),
}
HUNTED_KERNEL: tuple[Box, ...] = (
    *(KernelBox(Scope(nodes, 1, exactly=True), 2, 2) for nodes in range(2)),
    *(KernelChainBox((length,)) for length in (39, 40, 41)),
)

REPLAYED: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        ReplayBox(RunBox(Scope(2, 1), ONE, 1, 2, plain=True)),
        ReplayBox(RunBox(Scope(2, 1), TWO, 2, 1, plain=True)),
    ),
    "full": (
        ReplayBox(RunBox(Scope(2, 2), ONE, 1, 2)),
        ReplayBox(RunBox(Scope(2, 2), TWO, 2, 1)),
        ReplayBox(RunBox(Scope(3, 1), TWO, 2, 1, plain=True)),
    ),
}
HUNTED_REPLAYS: tuple[Box, ...] = tuple(
    ReplayBox(RunBox(Scope(nodes, 2, exactly=True), ONE, 1, 1)) for nodes in range(2)
)

# --- the fence -------------------------------------------------------------------------------------------------------

FENCE: tuple[Theorem, ...] = (
    Exhaustive(
        "no-escape",
        ("FENCE-G1",),
        fence.no_escape,
        fence.touches_nothing,
        RUNS,
        HUNTED_RUNS,
        (
            wrong.TEXT_ONLY,
            wrong.PARENT_AS_TEXT,
            wrong.BY_LETTERS,
            wrong.PARENT_TOO,
            wrong.CP_DIRECTORY_ONLY,
            wrong.CP_TREE_UNJUDGED,
            wrong.MKDIR_UNJUDGED,
            wrong.MV_SOURCE_ONLY,
            wrong.CAT_STAYS,
        ),
    ),
    Exhaustive(
        "said-is-done",
        ("FENCE-G1",),
        fence.said_is_done,
        fence.changes_nothing,
        RUNS,
        HUNTED_RUNS,
        (wrong.SILENT_MKDIR, wrong.SILENT_RM),
    ),
    Exhaustive(
        "no-over-refusal",
        ("FENCE-G2",),
        fence.no_over_refusal,
        fence.refuses_nothing,
        RUNS,
        HUNTED_RUNS,
        (wrong.ONE_LINK, wrong.SLASH_IS_CONTENT, wrong.RM_FOLLOWS, wrong.ALL_OF_THEM, wrong.NEVER_RESUMED),
    ),
    Exhaustive(
        "only-the-named",
        ("FENCE-G3", "FENCE-5"),
        fence.only_the_named,
        fence.removes_nothing,
        RUNS,
        HUNTED_REMOVALS,
        (wrong.RM_THROUGH_LINKS, wrong.RM_WITH_PARENT),
    ),
    Exhaustive(
        "outside-is-the-same",
        ("FENCE-G4",),
        fence.outside_is_the_same,
        fence.changes_nothing,
        RUNS,
        HUNTED_OUTSIDE,
        (
            wrong.TEXT_ONLY,
            wrong.DOTS_POPPED,
            wrong.DANGLING_IS_NEW,
            wrong.TARGETS_FROM_TASK,
            wrong.TOUCH_STAYS,
            wrong.RM_FOLLOWS,
            wrong.RM_THROUGH_LINKS,
            wrong.MV_FOLLOWS,
            wrong.MV_SOURCE_ONLY,
        ),
    ),
    Exhaustive(
        "root-stays",
        ("FENCE-11", "TIER-2"),
        fence.root_stays,
        fence.allowed_roots_stay,
        RUNS,
        HUNTED_REMOVALS,
        (wrong.ROOT_MAY_GO,),
    ),
    Exhaustive(
        "bytes-stay",
        ("FENCE-12",),
        fence.bytes_stay,
        fence.all_bytes_stay,
        RUNS,
        HUNTED_PAIRS,
        (wrong.SAME_FILE_UNSEEN,),
    ),
    Exhaustive(
        "all-or-nothing",
        ("FENCE-10", "FENCE-7"),
        fence.all_or_nothing,
        fence.failure_changes_nothing,
        RUNS,
        HUNTED_PAIRS,
        (wrong.REFUSAL_FORGOTTEN,),
    ),
)

WALK: tuple[Theorem, ...] = (
    Exhaustive(
        "content-lands-alike",
        ("FENCE-2", "FENCE-3"),
        walk_theorems.content_lands_alike,
        walk_theorems.text_would_do,
        WALKS,
        HUNTED_WALKS,
        (
            wrong.TEXT_ONLY,
            wrong.DOTS_POPPED,
            wrong.DANGLING_IS_NEW,
            wrong.NEVER_RESUMED,
            wrong.MISSING_IS_THE_END,
            wrong.LOOP_IS_FOUND,
            wrong.ONE_LINK,
            wrong.TARGETS_FROM_TASK,
        ),
    ),
    Exhaustive(
        "entry-lands-alike",
        ("FENCE-4", "FENCE-16"),
        walk_theorems.entry_lands_alike,
        walk_theorems.text_would_do,
        WALKS,
        HUNTED_WALKS,
        (wrong.PARENT_AS_TEXT, wrong.SLASH_IS_CONTENT),
    ),
    Exhaustive(
        "beneath-as-text",
        ("FENCE-1",),
        walk_theorems.beneath_as_text,
        walk_theorems.nothing_is_beneath,
        {"quick": (TextBox(4),), "full": (TextBox(6),)},
        tuple(TextBox(letters) for letters in range(4)),
        (wrong.BY_LETTERS, wrong.BY_FIRST_NAME),
    ),
    Exhaustive(
        "kernel-conforms",
        ("FENCE-2", "FENCE-3"),
        kernel_conformance.conforms,
        kernel_conformance.nothing_succeeds,
        KERNEL,
        HUNTED_KERNEL,
        KERNEL_FAULTS,
        "conforms to this kernel up to",
    ),
)

REPLAYS: tuple[Theorem, ...] = (
    Exhaustive(
        "replay-agrees",
        ("FENCE-G1",),
        replay.replay_agrees,
        replay.replay_changes_nothing,
        REPLAYED,
        HUNTED_REPLAYS,
        (wrong.SILENT_MKDIR, wrong.SILENT_RM, wrong.TOUCH_STAYS, wrong.RM_THROUGH_LINKS),
        "conforms to this kernel up to",
    ),
)

TIERS: tuple[Theorem, ...] = (
    Exhaustive(
        "wider-permits-more",
        ("TIER-G2",),
        tier_theorems.wider_permits_more,
        tier_theorems.wider_changes_nothing,
        WIDENED,
        HUNTED_WIDENED,
        (wrong.LAST_ONLY, wrong.ALL_OF_THEM),
    ),
    Exhaustive(
        "only-the-fence-widens",
        ("TIER-2",),
        tier_theorems.only_the_fence_widens,
        tier_theorems.wider_changes_nothing,
        WIDENED,
        HUNTED_WIDENED,
        (wrong.LAST_ONLY,),
    ),
)

SEEN: tuple[Box, ...] = (EmptiedBox(RunBox(Scope(1, 1), (("touch",),), 1, 6, plain=True)),)
LINKED: tuple[Box, ...] = (RunBox(Scope(2, 1, twins=True), ONE, 1, 1),)

FINDINGS: tuple[Theorem, ...] = (
    Exhaustive(
        "outside-is-not-seen",
        ("FENCE-2",),
        findings.outside_is_not_seen,
        findings.nothing_is_decided_outside,
        {"quick": SEEN, "full": SEEN},
        SEEN,
        (),
        "refuted",
        Finding(
            "Whoever writes a config learns whether a place outside is there.",
            "changes nothing.",
            (
                'cd "$(mktemp -d)"; mkdir -p ws out/x; cd ws',
                "printf '[tasks.t]\\nrun = \"touch ../out/x/../../ws/f\"\\n' > tasks.toml",
                "tsr t; echo $?    # 0",
                "rmdir ../out/x; tsr t; echo $?    # 1",
            ),
        ),
    ),
    Exhaustive(
        "linked-outside-is-the-same",
        ("FENCE-14",),
        findings.linked_outside_is_the_same,
        fence.changes_nothing,
        {"quick": LINKED, "full": LINKED},
        HUNTED_RUNS,
        (),
        "refuted",
        Finding(
            "Whoever can make a hard link to a file outside has a builtin change it.",
            "changes nothing.",
            (
                'cd "$(mktemp -d)"; mkdir ws out; echo precious > out/f; ln out/f ws/f; cd ws',
                "printf '[tasks.t]\\nrun = \"cp tasks.toml f\"\\n' > tasks.toml",
                "tsr t; cat ../out/f    # the text of tasks.toml",
            ),
        ),
    ),
)

# --- the path algebra ------------------------------------------------------------------------------------------------

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
