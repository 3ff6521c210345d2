"""Makes the cases that try packages: abstract monorepos, tasks that fan out over them, and what tasks run.

A case begins as a workspace that could be somebody's; then something is done to it now and then that is refused, or
that looks like it. One case in ten has no config, and in one of twenty packages meet.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tsr_oracle.generator.configless import configless_case
from tsr_oracle.generator.meetings import meeting_case
from tsr_oracle.generator.monorepo_draft import MonorepoDraft
from tsr_oracle.generator.monorepo_twists import TWISTS
from tsr_oracle.generator.task_texts import Task
from tsr_spec.case import Given


def monorepo_case(rng: random.Random) -> Given:
    """A case, with the numbers that the generator of chance gives."""
    if rng.random() < 0.1:
        return configless_case(rng)
    if rng.random() < 0.05:
        return meeting_case(rng)
    draft = MonorepoDraft(rng)
    draft.programs()
    draft.lay_out(draft.pick(*range(3, 9), *range(3, 9), *range(3, 9), *range(3, 9), 1, 12, 20, 30))
    draft.needs()
    draft.write_manifests()
    draft.beside()
    draft.members()
    rng.choice(_SHAPES)(draft)
    draft.surroundings()
    if draft.chance(0.2):
        draft.side_by_side()
    for _ in range(draft.pick(0, 0, 0, 1, 1)):
        rng.choice(TWISTS)(draft)
    draft.flags()
    return draft.given()


# --- shapes of configs -----------------------------------------------------------------------------------------------


def _fan_out(draft: MonorepoDraft) -> None:
    """One task in packages, behind itself in what they depend on mostly."""
    draft.add(draft.fanned("build", *draft.pick([], ["^build"], ["^build"], ["^build"])))


def _behind_another(draft: MonorepoDraft) -> None:
    """In packages, behind another task in what they depend on, which may be a plain one, or a fan-out itself."""
    gen = draft.pick(draft.plain, draft.fanned)("gen")
    draft.add(draft.fanned("build", *draft.pick(["^gen"], ["^gen", "^build"], ["gen", "^gen"])), gen)


def _behind_whole_tasks(draft: MonorepoDraft) -> None:
    draft.add(draft.fanned("build", *draft.pick(["setup"], ["setup", "^build"], ["^build", "setup", "gen"])))
    draft.add(draft.plain("setup"), draft.fanned("gen", *draft.pick([], ["setup"], ["^gen"])))


def _aggregate(draft: MonorepoDraft) -> None:
    draft.named = "ci"
    draft.add(Task("ci", deps=draft.pick(["lint", "build"], ["build", "test", "lint"], ["build"])))
    draft.add(
        draft.fanned("build", "^build"), draft.fanned("lint"), draft.fanned("test", draft.pick("build", "^build"))
    )
    draft.config.tasks["ci"].parallel = draft.chance(0.4)


def _aggregate_of_packages(draft: MonorepoDraft) -> None:
    """What `^` names is an aggregate: its own deps are all of it, once and by packages (GRAPH-7)."""
    group = draft.fanned("group", *draft.pick(["^gen"], ["setup", "^gen"]))
    draft.add(draft.fanned("build", "^group"), draft.plain("setup"), draft.fanned("gen", *draft.pick([], ["^gen"])))
    draft.add(draft.pick(group, Task("group", deps=["setup"])))


def _plain(draft: MonorepoDraft) -> None:
    """Tasks that run once, some of which nothing but a marker says how to run; a dep has a package's name in front."""
    name = f"{draft.pick('web', 'ui')}#pack"
    draft.named = draft.pick("serve", "serve", name)
    draft.add(draft.plain("serve", *draft.pick([], [name], ["setup", name])), draft.plain(name), draft.plain("setup"))


def _chain(draft: MonorepoDraft) -> None:
    draft.named = "pack"
    draft.add(draft.fanned("pack", "test", "^build"), draft.fanned("test", "^build", "setup"))
    draft.add(draft.fanned("build", *draft.pick(["^build"], ["^gen"])), draft.plain("setup"), draft.plain("gen"))


_SHAPES: tuple[Callable[[MonorepoDraft], None], ...] = (
    *(_fan_out,) * 4,
    *(_behind_another,) * 2,
    *(_behind_whole_tasks,) * 2,
    *(_aggregate,) * 2,
    *(_plain,) * 2,
    *(_chain,) * 2,
    _aggregate_of_packages,
)
