"""The theorems of FENCE and of TIER-2 and TIER-G2, with their scopes, witnesses and faults; and what does not hold."""

from __future__ import annotations

from tsr_proofs.exhaust import Box
from tsr_proofs.fence import faults as wrong
from tsr_proofs.fence import findings, kernel_conformance, replay, tier_theorems, walk_theorems
from tsr_proofs.fence import theorems as fence
from tsr_proofs.fence.findings import EmptiedBox
from tsr_proofs.fence.kernel_faults import KERNEL_FAULTS
from tsr_proofs.fence.operands import ONE
from tsr_proofs.fence.runs import RunBox
from tsr_proofs.fence.scopes import (
    HUNTED_KERNEL,
    HUNTED_OUTSIDE,
    HUNTED_PAIRS,
    HUNTED_REMOVALS,
    HUNTED_REPLAYS,
    HUNTED_RUNS,
    HUNTED_WALKS,
    HUNTED_WIDENED,
    KERNEL,
    REPLAYED,
    RUNS,
    WALKS,
    WIDENED,
)
from tsr_proofs.fence.walk_theorems import TextBox
from tsr_proofs.theorem import Exhaustive, Finding, Theorem
from tsr_proofs.trees import Scope

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
