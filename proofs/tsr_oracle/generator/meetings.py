"""Makes the cases whose packages meet, or must not: what one does shows whether another is there (GRAPH-7, GRAPH-10).

A program behaves by its name. So those that meet are of different ecosystems, and run as these have it (FORM-3).
"""

from __future__ import annotations

import random

from tsr_oracle.generator.manifests import Ecosystem
from tsr_oracle.generator.monorepo_draft import MonorepoDraft
from tsr_oracle.generator.packages_draft import Package
from tsr_oracle.generator.task_texts import Task
from tsr_spec.case import Given
from tsr_spec.conduct import parse_program

_PROGRAMS: dict[Ecosystem, str] = {"npm": "npm", "cargo": "cargo", "go": "go", "python": "uv"}
"""What runs the tasks of each; without bun, which not everybody sees where its lock file is the root's."""


def meeting_case(rng: random.Random) -> Given:
    """A case, with the numbers that the generator of chance gives."""
    draft = _Draft(rng)
    draft.programs()
    draft.neighbours()
    draft.tasks()
    draft.pick(draft.one_by_one, draft.meet, draft.torn_down)()
    return draft.given()


class _Draft(MonorepoDraft):
    """Makes one case, which is drafted in its fields. `first`, `second`: the programs of the packages that meet."""

    def neighbours(self) -> None:
        """Two packages that need nothing, and one that needs both now and then."""
        short = self.rng.sample(("ui", "core", "api", "web", "db"), 3)
        ecosystems = self.rng.sample(list(_PROGRAMS), 3)
        group = self.pick("packages/", "libs/", "")
        for name, ecosystem in zip(short, ecosystems, strict=True):
            self.packages.append(Package(f"{group}{name}", ecosystem, self.name_of(ecosystem, name) or name))
        self.first, self.second, _ = (_PROGRAMS[ecosystem] for ecosystem in ecosystems)
        for ecosystem in ecosystems:
            self.does(_PROGRAMS[ecosystem], "0")
        *two, top = self.packages
        if self.chance(0.5):
            top.needs = [package.name for package in two if package.name]
        else:
            self.packages.remove(top)
        for package in self.packages:
            self.write_manifest(package)

    def does(self, name: str, conduct: str) -> None:
        """Have this program conduct itself so."""
        self.put(parse_program(f"bin/{name}", conduct))

    def tasks(self) -> None:
        """A task in the two, or in the one that needs both; it is asked for, or what waits for it."""
        two, top = self.packages[:2], self.packages[2:]
        paths = [package.path for package in two]
        self.config.members = [package.path for package in self.packages]
        selection = [package.path for package in top] or self.pick(["**"], paths, paths[::-1])
        self.config.add(Task("build", deps=["^build"] if top else [], packages=selection))
        if self.chance(0.3):
            self.named = "ci"
            self.config.add(Task("ci", deps=["build"], parallel=self.chance(0.5)))

    # --- what becomes of them ------------------------------------------------------------------------------------

    def one_by_one(self) -> None:
        """One fails before another is begun, for nothing says that they may run side by side."""
        self.does(self.pick(self.first, self.second), "3")
        self.options += ["--no-bail"] * self.chance(0.2)

    def meet(self) -> None:
        """The two can only end if both are up."""
        self.config.tasks["build"].parallel = True
        self.does(self.first, f"0 after {self.second}")
        self.does(self.second, f"{self.pick(0, 0, 3)} after {self.first}")
        self.options += ["--no-bail"] * self.chance(0.3)

    def torn_down(self) -> None:
        """One waits, and the other fails as soon as it is up."""
        self.config.tasks["build"].parallel = True
        self.does(self.first, f"waits{self.pick('', '', ' on TERM 7')}")
        self.does(self.second, f"5 after {self.first}")
