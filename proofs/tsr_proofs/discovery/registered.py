"""The theorems of DISC: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.discovery import faults as wrong
from tsr_proofs.discovery import theorems, without_config
from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box
from tsr_proofs.theorem import Exhaustive, Theorem, Tier
from tsr_proofs.trees import of


def _chains(count: int, all_kinds: bool) -> Box:
    kinds = "all kinds of config and `.git`" if all_kinds else "few kinds of config and `.git`"
    says = f"chains of {of(count, 'directory').replace('directorys', 'directories')}, {kinds}, mounts, two homes"
    return Enumerated(says, f"chains of {count}", theorems.chains, (count, all_kinds))


CHAINS: dict[Tier, tuple[Box, ...]] = {
    "quick": (_chains(2, True), _chains(3, False)),
    "full": (_chains(3, True), _chains(4, False)),
}
NESTED: tuple[Box, ...] = (
    Enumerated("3 nested directories, each with a config, a marker, or none", "3 nested", without_config.nested),
)
HUNTED: tuple[Box, ...] = (_chains(1, True), _chains(2, True), _chains(3, False))
HUNTED_MARKERS: tuple[Box, ...] = (_chains(1, True), _chains(3, False))

THEOREMS: tuple[Theorem, ...] = (
    Exhaustive(
        "governing",
        ("DISC-G1", "DISC-1", "DISC-2", "DISC-4", "DISC-5", "DISC-6"),
        theorems.governed_alike,
        theorems.one_home_is_enough,
        CHAINS,
        HUNTED,
        (
            wrong.GIT_IGNORED,
            wrong.DEVICES_IGNORED,
            wrong.GIT_BEFORE,
            wrong.FIRST_HOME,
            wrong.HOME_FROM_BELOW,
            wrong.AS_TEXT,
            wrong.RELATIVE_TOO,
            wrong.PASSED_OVER,
            wrong.FARTHEST,
            wrong.NO_LINKS,
        ),
    ),
    Exhaustive(
        "governing-regular",
        ("DISC-4", "DISC-G1"),
        theorems.governing_is_regular,
        theorems.nothing_governs,
        CHAINS,
        HUNTED,
        (wrong.UNCHECKED,),
    ),
    Exhaustive(
        "project-alike",
        ("DISC-3", "DISC-G1", "CLI-12"),
        theorems.marked_alike,
        theorems.every_marker_counts,
        CHAINS,
        HUNTED_MARKERS,
        (
            wrong.PROJECT_PAST_GIT,
            wrong.PROJECT_PAST_DEVICES,
            wrong.PROJECT_PAST_HOMES,
            wrong.PROJECT_HERE_ONLY,
            wrong.PROJECT_ANY_ENTRY,
        ),
    ),
    Exhaustive(
        "config-decides",
        ("DISC-3", "CLI-12", "DISC-4"),
        without_config.a_config_decides,
        without_config.a_marker_is_enough,
        {"quick": NESTED, "full": NESTED},
        NESTED,
        (wrong.NEAREST_OF_BOTH, wrong.FALLS_THROUGH, wrong.MARKER_PAST_GIT),
    ),
)
