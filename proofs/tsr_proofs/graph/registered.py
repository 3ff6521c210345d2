"""The theorems of GRAPH: their scopes, witnesses and faults."""

from __future__ import annotations

from tsr_proofs.enumerated import Enumerated
from tsr_proofs.exhaust import Box
from tsr_proofs.graph import faults as wrong
from tsr_proofs.graph import theorems
from tsr_proofs.theorem import Exhaustive, Theorem, Tier
from tsr_proofs.trees import of


def _tasks(count: int, most: int, marked: bool = False) -> Box:
    says = f"{of(count, 'task')} with up to {of(most, 'dep')} each, known or unknown{', with and without `^`' * marked}"
    return Enumerated(says, f"{of(count, 'task')} {of(most, 'dep')}", theorems.tasks, (count, most, marked))


def _workspaces(most: int, packages: int) -> Box:
    says = f"2 tasks with up to {of(most, 'dep')} each, with and without `^`, over {of(packages, 'package')}"
    return Enumerated(
        says, f"2 tasks {of(most, 'dep')} {of(packages, 'package')}", theorems.workspaces, (most, packages)
    )


TASKS: dict[Tier, tuple[Box, ...]] = {"quick": (_tasks(3, 2),), "full": (_tasks(3, 3), _tasks(4, 2))}
MARKED: dict[Tier, tuple[Box, ...]] = {
    "quick": (_tasks(3, 2), _tasks(3, 1, True), _tasks(2, 2, True)),
    "full": (_tasks(3, 3), _tasks(3, 2, True)),
}
PACKAGES: dict[Tier, tuple[Box, ...]] = {
    "quick": (_workspaces(2, 2),),
    "full": (_workspaces(3, 2), _workspaces(1, 3)),
}
HUNTED: tuple[Box, ...] = tuple(_tasks(count, most) for count in (1, 2, 3) for most in (1, 2))
HUNTED_MARKED: tuple[Box, ...] = tuple(_tasks(count, 1, True) for count in (1, 2, 3))
HUNTED_PACKAGES: tuple[Box, ...] = tuple(_workspaces(1, packages) for packages in (1, 2, 3))

THEOREMS: tuple[Theorem, ...] = (
    Exhaustive(
        "order",
        ("GRAPH-1", "GRAPH-2", "GRAPH-3", "GRAPH-8"),
        theorems.ordered_alike,
        theorems.all_tasks_run,
        TASKS,
        HUNTED,
        (
            wrong.TASK_FIRST,
            wrong.LAST_FIRST,
            wrong.TWICE,
            wrong.WHOLE_FILE,
            wrong.DIRECT_ONLY,
            wrong.NO_CIRCLE,
            wrong.SECOND_MEETING,
            wrong.ITSELF_ONLY,
        ),
    ),
    Exhaustive(
        "order-closed",
        ("GRAPH-1", "GRAPH-8"),
        theorems.order_is_closed,
        theorems.all_tasks_run,
        TASKS,
        HUNTED,
        (wrong.TASK_FIRST, wrong.TWICE, wrong.WHOLE_FILE, wrong.DIRECT_ONLY),
    ),
    Exhaustive(
        "circles",
        ("GRAPH-3",),
        theorems.circle_iff_there_is_one,
        theorems.no_circle,
        MARKED,
        (*HUNTED, *HUNTED_MARKED),
        (wrong.NO_CIRCLE, wrong.SECOND_MEETING, wrong.ITSELF_ONLY, wrong.UPSTREAM_TOO),
    ),
    Exhaustive(
        "packages-wait",
        ("GRAPH-7",),
        theorems.units_wait,
        theorems.nothing_waits,
        PACKAGES,
        HUNTED_PACKAGES,
        (wrong.DIRECT_PACKAGES, wrong.ORDINARY_FORGOTTEN, wrong.ITSELF_SPARED),
    ),
)
