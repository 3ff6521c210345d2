"""Makes the cases that try the guards at load: several tasks, variables from every source, and a twist or two.

A case begins as a config that could be somebody's; then something is done to it that a guard is there for, or that
looks like it.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tsr_oracle.generator.draft import CONFIG, GuardsDraft
from tsr_oracle.generator.task_texts import Task
from tsr_oracle.generator.twists import TWISTS
from tsr_spec.case import File, Given


def guards_case(rng: random.Random) -> Given:
    """A case, with the numbers that the generator of chance gives."""
    draft = GuardsDraft(rng)
    draft.surroundings()
    rng.choice(_SHAPES)(draft)
    draft.variables()
    for task in draft.config.tasks.values():
        if task.run == "":
            task.run = draft.commands(task)
    draft.flags()
    draft.put(File(CONFIG, ""))
    for _ in range(draft.pick(0, 0, 0, 1, 1, 1, 1, 1, 2, 2)):
        rng.choice(TWISTS)(draft)
    return draft.given()


# --- shapes of configs -----------------------------------------------------------------------------------------------


def _alone(draft: GuardsDraft) -> None:
    draft.config.add(Task("t", ""))
    if draft.chance(0.3):
        draft.config.add(Task("other", "", ["gone", "other"]))


def _chain(draft: GuardsDraft) -> None:
    draft.config.add(Task("t", "", ["a"]), Task("a", "", ["b"]), Task("b", ""))


def _diamond(draft: GuardsDraft) -> None:
    draft.config.add(Task("b", "", ["c"]), Task("t", "", ["a", "b"]), Task("a", "", ["c"]), Task("c", ""))


def _repeated(draft: GuardsDraft) -> None:
    draft.config.add(Task("t", "", ["a", "p#b", "a"]), Task("a", ""), Task("p#b", "", ["a"]))


def _aggregate(draft: GuardsDraft) -> None:
    draft.config.add(Task("t", None, ["a", "group"]), Task("group", None, ["b", "a"]), Task("a", ""), Task("b", ""))


def _with_directory(draft: GuardsDraft) -> None:
    draft.config.add(Task("t", "", draft.pick([], ["a"]), dir="sub"), Task("a", ""))


def _circle(draft: GuardsDraft) -> None:
    last = draft.pick(["t"], ["a"], ["b"], ["c"])
    draft.config.add(
        Task("t", "", draft.pick(["a"], ["c", "a"])), Task("a", "", ["b"]), Task("b", "", last), Task("c", "")
    )


def _unknown(draft: GuardsDraft) -> None:
    draft.config.add(Task("t", "", ["a"]), Task("a", None, draft.pick(["gone"], ["b", "gone"], ["T"])), Task("b", ""))


_SHAPES: tuple[Callable[[GuardsDraft], None], ...] = (
    *(_alone,) * 6,
    *(_chain,) * 3,
    *(_diamond,) * 2,
    *(_repeated,) * 2,
    *(_aggregate,) * 2,
    *(_with_directory,) * 2,
    _circle,
    _unknown,
)
