"""Makes the cases without a config: a bare task at the nearest marker, at or above where the run starts (CLI-12)."""

from __future__ import annotations

import random

from tsr_oracle.generator.manifests import MANIFESTS
from tsr_oracle.generator.packages_draft import ECOSYSTEMS, Package, PackagesDraft
from tsr_spec.case import Directory, Entry, File, Given, Link, Program

_LEVELS = ("ws", "ws/a", "ws/a/b", "ws/a/b/c")


def configless_case(rng: random.Random) -> Given:
    """A case, with the numbers that the generator of chance gives."""
    draft = _Draft(rng)
    draft.programs()
    draft.walk()
    draft.levels()
    draft.bounds()
    draft.surroundings()
    return draft.given()


class _Draft(PackagesDraft):
    """Makes one case, which is drafted in its fields.

    `marked`: where there are to be markers. `bounded`: whether a bound of the walk lies before the nearest of them.
    """

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.cwd = "ws"
        self.home = "home"
        self.marked: set[str] = set()
        self.bounded = False

    def given(self) -> Given:
        """The draft as a question: a task, an option now and then, words for the task."""
        task = "test" if self.chance(0.92) else self.pick("a#b", "a b", "", "x:y", "é")
        options = self.pick(
            *([], [], [], [], [], ["--dry-run"], ["--no-bail"], ["--reporter", "ndjson"], ["--reporter-file", "ev"]),
            *(["--resume-from", "a"], ["--since=HEAD"]),
        )
        typed = self.pick([], [], [], ["--", "one"], ["--", "a b", "$A"])
        env = (("A", self.mark()),) if self.chance(0.3) else ()
        argv: tuple[str, ...] = (task, *options, *typed)
        if self.chance(0.06):
            argv = self.pick(("--list",), ("--list", "--json"), ("--init",))
        return Given(argv, tuple(self.tree.values()), self.cwd, self.home, env, declares=tuple(self.declares))

    def walk(self) -> None:
        """Where the walk begins, and at which levels it would find a marker if it got there (DISC-3)."""
        start = self.rng.randrange(len(_LEVELS))
        self.cwd = _LEVELS[start]
        self.marked = {level for level in _LEVELS if self.chance(0.6)}
        if start and self.chance(0.3):
            self.bounded = True
            self.pick(self._behind_repository, self._in_home)(start)

    def _behind_repository(self, start: int) -> None:
        """Between the start and the nearest marker there is a repository, which ends the walk."""
        last = self.rng.randint(1, start)
        self.put(self._repository(_LEVELS[last]))
        self.marked -= {*_LEVELS[last : start + 1]}
        self.marked.add(_LEVELS[last - 1])

    def _in_home(self, start: int) -> None:
        """The nearest marker lies in the home directory, and the walk begins beneath."""
        home = self.rng.randrange(start)
        self.home = _LEVELS[home]
        self.marked -= {*_LEVELS[home + 1 : start + 1]}
        self.marked.add(self.home)

    def _repository(self, level: str) -> Entry:
        return self.one_of(Directory(f"{level}/.git"), File(f"{level}/.git", "gitdir: x\n"))

    def levels(self) -> None:
        """Markers where they are to be, or what only looks like one."""
        self.put(Directory(_LEVELS[-1]))
        for level in sorted(self.marked):
            path = level.removeprefix("ws").removeprefix("/") or "."
            if self.chance(0.15):
                self._odd_marker(level)
                continue
            self.write_manifest(Package(path, self.pick(*ECOSYSTEMS), None))
            if self.chance(0.15) and f"{level}/pyproject.toml" not in self.tree:  # what comes later is not looked at
                self.put(File(f"{level}/pyproject.toml", "not looked at"))

    def _odd_marker(self, level: str) -> None:
        """A marker that is a directory, a FIFO, a link: within the workspace, out of it, or to nothing."""
        path = f"{level}/{self.pick(*MANIFESTS.values())}"
        self.put(File("out/manifest", "{}\n"))
        self.put(File(f"{level}/manifest", ""))
        links = Link(path, "manifest"), Link(path, "../" * (level.count("/") + 1) + "out/manifest"), Link(path, "gone")
        self.put(self.one_of(Directory(path), self.special(path), *links))

    def bounds(self) -> None:
        """What ends the walk, and what is no config although it is called so (DISC-2, DISC-3, DISC-4)."""
        if self.bounded:
            return
        if self.chance(0.2):
            self.put(self._repository(self.pick(*_LEVELS)))
        if self.chance(0.25):
            self.home = self.pick(*_LEVELS, ".")
        if self.chance(0.16):
            level = self.pick(*_LEVELS, self.cwd, self.cwd)
            config = f"{level}/tasks.toml"
            other = File(config, "[tasks.other]\nrun = 'rec'\n")
            self.put(self.one_of(Directory(config), Link(config, "gone"), other))

    def surroundings(self) -> None:
        """Variables beside the marker, and what is installed there."""
        level = self.pick(*_LEVELS)
        if self.chance(0.2):
            self.put(File(f"{level}/.env", f"A={self.mark()}\n"))
        if self.chance(0.3):
            for name in self.rng.sample(("npm", "bun", "cargo", "go", "uv"), 3):
                self.put(Program(f"{level}/node_modules/.bin/{name}", self.pick(0, 5)))
