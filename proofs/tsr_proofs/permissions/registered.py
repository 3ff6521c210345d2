"""The theorems of PERM: their scopes, witnesses and faults; and each way in which PERM-G1 fails as it is written."""

from __future__ import annotations

from typing import TypeAlias

from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box, Property
from tsr_proofs.permissions import faults as wrong
from tsr_proofs.permissions import theorems
from tsr_proofs.permissions.worlds import Kind, worlds
from tsr_proofs.theorem import Exhaustive, Finding, Theorem, Tier
from tsr_proofs.trees import of

CALLED: dict[Kind, str] = {"config": "`tasks.toml`", "dotenv": "`.env`", "env_file": "an `env_file`"}
KINDS: tuple[Kind, ...] = ("config", "dotenv", "env_file")


def _box(kind: Kind, nodes: int, parts: int, changes: int, top: bool = False) -> Box:
    says = (
        f"{CALLED[kind]}, {of(nodes, 'node')}, {of(parts, 'target part')}, {of(changes, 'changed mode or owner')}"
        f"{', those of the root too' * top}"
    ).replace("changed mode or owners", "changed modes or owners")
    return Enumerated(says, f"{nodes}N {parts}T {changes} changes", worlds, (kind, nodes, parts, changes, top))


def _boxes(nodes: int, parts: int, changes: int) -> tuple[Box, ...]:
    return tuple(_box(kind, nodes, parts, changes) for kind in KINDS)


WORLDS: dict[Tier, tuple[Box, ...]] = {
    "quick": (
        *_boxes(2, 1, 3),
        _box("config", 3, 2, 2),
        *_boxes(2, 2, 1),
        *(_box(kind, 1, 1, 2, True) for kind in KINDS),
    ),
    "full": (
        _box("config", 2, 1, 4),
        _box("dotenv", 2, 1, 4),
        *_boxes(3, 1, 3),
        *_boxes(2, 2, 2),
        _box("config", 3, 2, 3),
        *(_box(kind, 2, 1, 2, True) for kind in KINDS),
    ),
}
HUNTED: tuple[Box, ...] = tuple(box for changes in range(3) for nodes in (1, 2) for box in _boxes(nodes, 1, changes))

JUDGING: tuple[Theorem, ...] = (
    Exhaustive(
        "modes-judged",
        ("PERM-1", "PERM-2"),
        theorems.judged_alike,
        theorems.nothing_is_accepted,
        WORLDS,
        HUNTED,
        (
            wrong.STICKY_IS_OPEN,
            wrong.NEVER_OPEN,
            wrong.GROUP_IS_OPEN,
            wrong.LAST_ALONE,
            wrong.FIRST_ALONE,
            wrong.ALL_ARE_LAST,
        ),
    ),
    Exhaustive(
        "owners-judged",
        ("PERM-3",),
        theorems.strictly_judged_alike,
        theorems.nothing_is_accepted_strictly,
        WORLDS,
        HUNTED,
        (wrong.STICKY_IS_REFUSED, wrong.STICKY_HELPS_FILES, wrong.ANY_LINK_OWNER, wrong.ANY_FILE_MODE),
    ),
    Exhaustive(
        "strict-tightens",
        ("PERM-3", "CLI-14"),
        theorems.strict_only_tightens,
        theorems.strict_changes_nothing,
        WORLDS,
        HUNTED,
        (wrong.STRICT_INSTEAD,),
    ),
)

GUARANTEE: tuple[Theorem, ...] = (
    Exhaustive(
        "strict-unexposed",
        ("PERM-G1",),
        theorems.strict_is_not_exposed,
        theorems.nobody_else_decides,
        WORLDS,
        HUNTED,
        (
            wrong.NOTHING_ABOVE,
            wrong.LIES_ONLY,
            wrong.ANY_OWNER,
            wrong.ANY_LINK_OWNER,
            wrong.ANY_GROUP,
            wrong.STICKY_IS_ENOUGH,
            wrong.ANY_FILE_MODE,
            wrong.MISSING_UNJUDGED,
        ),
    ),
    Exhaustive(
        "strict-unmoved",
        ("PERM-G1",),
        theorems.strict_is_not_moved,
        theorems.nobody_moved_it,
        WORLDS,
        HUNTED,
        (wrong.STICKY_IS_ENOUGH, wrong.STICKY_HELPS_FILES, wrong.LIES_ONLY, wrong.ANY_GROUP),
    ),
    Exhaustive(
        "ways-known",
        ("PERM-G1",),
        theorems.known_ways_only,
        theorems.nobody_else_decides,
        WORLDS,
        HUNTED,
        (wrong.NEVER_OPEN, wrong.LAST_ALONE, wrong.FIRST_ALONE),
    ),
)

CONTENT = "decides what commands run, or what environment they get"
REFUSED = "refuses it (PERM-3)."
Told: TypeAlias = "tuple[str, Property, str]"
"""A finding's name, the claim that fails, and who gains by it."""

IN_CONFIG: tuple[Told, ...] = (
    ("perm-file-group", theorems.group_writes_file, "Whoever is in the file's group writes it, and"),
    ("perm-file-owner", theorems.stranger_owns_file, "Who owns the file writes it, and"),
    ("perm-link-owner", theorems.stranger_owns_link, "Who made the link chose the file, and"),
    ("perm-beside-group", theorems.group_writes_beside, "Whoever is in the directory's group replaces the file, and"),
    ("perm-beside-owner", theorems.stranger_owns_beside, "Who owns the directory replaces the file, and"),
    ("perm-beside-sticky", theorems.sticky_beside, "Who is first to put a file there, as anyone may in `/tmp`,"),
    ("perm-way-world", theorems.world_writes_way, "Everybody may put a directory of their own in the way, and"),
    ("perm-way-group", theorems.group_writes_way, "The group may put a directory of its own in the way, and"),
    ("perm-way-owner", theorems.stranger_owns_way, "Who owns the upper directory replaces what is in it, and"),
    ("perm-way-sticky", theorems.sticky_way, "Who owns a directory in a sticky one replaces it, and"),
)
IN_FILE: tuple[Told, ...] = (
    ("perm-missing-world", theorems.world_makes_missing, "Everybody may make the missing file: who does"),
)
IN_DOTENV: tuple[Told, ...] = (
    ("perm-missing-group", theorems.group_makes_missing, "The directory's group may make the missing file: who does"),
    ("perm-missing-owner", theorems.stranger_makes_missing, "Who owns the directory makes the missing file, and"),
    (
        "perm-missing-sticky",
        theorems.sticky_makes_missing,
        "Everybody may make the missing file, as in `/tmp`: who does",
    ),
)
IN_IGNORED: tuple[Told, ...] = (
    (
        "perm-instead-world",
        theorems.world_replaces_directory,
        "Everybody may replace the directory by a file: who does",
    ),
    (
        "perm-instead-group",
        theorems.group_replaces_directory,
        "The group may replace the directory by a file: who does",
    ),
    ("perm-instead-owner", theorems.stranger_replaces_directory, "Who owns the upper directory puts a file there, and"),
    ("perm-instead-sticky", theorems.sticky_replaces_directory, "Who owns the directory puts a file in its place, and"),
)
MOVED: tuple[Told, ...] = (
    ("perm-moved", theorems.nobody_moved_it, "Who moves a file of the user's to where it is read"),
)


def _findings(every: tuple[Told, ...], box: Box, strict: str) -> tuple[Theorem, ...]:
    tiers: dict[Tier, tuple[Box, ...]] = {"quick": (box,), "full": (box,)}
    witness = theorems.nothing_is_accepted
    return tuple(
        Exhaustive(
            name, ("PERM-G1",), holds, witness, tiers, (box,), (), "refuted", Finding(f"{gained} {CONTENT}.", strict)
        )
        for name, holds, gained in every
    )


FINDINGS: tuple[Theorem, ...] = (
    *_findings(IN_CONFIG, _box("config", 2, 1, 2), REFUSED),
    *_findings(IN_FILE, _box("env_file", 1, 1, 1), REFUSED),
    *_findings(IN_DOTENV, _box("dotenv", 1, 1, 2), REFUSED),
    *_findings(IN_IGNORED, _box("dotenv", 2, 1, 2), REFUSED),
    *_findings(MOVED, _box("config", 2, 1, 2), REFUSED),
)

THEOREMS: tuple[Theorem, ...] = (*JUDGING, *GUARANTEE, *FINDINGS)
