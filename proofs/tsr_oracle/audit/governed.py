"""A workspace with the config that governs it, and what a run of one of its tasks would be: asked of the model.

Nothing is run. What the model is asked is what `predict` asks it before a run's first command (EXIT-10).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from tsr_model import kernel
from tsr_model import workload as load
from tsr_model.choices import OURS
from tsr_model.command_line import Request
from tsr_model.config import Config, ConfigError, Task, parse_config
from tsr_model.discovery import CONFIG, NotDiscovered, discover, discover_project
from tsr_model.environment import Assignment
from tsr_model.fence import Bounds
from tsr_model.filesystem import Directory, File, Number, place_of
from tsr_model.guards import Environment, Guards, judge, judge_config, own_assignments, shared_assignments
from tsr_model.isolation import isolated
from tsr_model.names import Place, beneath, path
from tsr_model.packages import Workspace
from tsr_model.prediction import bounds_of
from tsr_model.refusal import Notes, Refusal
from tsr_model.workload import Work, Workload
from tsr_model.world import World
from tsr_oracle.audit.toml_places import Keys, lines_of, lines_of_any, nearest_line

_OF_VARIABLES = ("ENV-1", "ENV-5", "PATH-1", "PATH-2", "PATH-3", "SHELL-8")
"""What is judged when all files have been read."""


@dataclass(frozen=True, slots=True)
class Governed:
    """A world, its workspace root, and its config; without one, what stands for it (CLI-12).

    `place`: that of `tasks.toml`, None without a config. `refusal`: why the config can't be followed, if it can't; what
    only `--strict` refuses is read all the same.
    """

    here: World
    root: Number
    config: Config
    place: Place | None = None
    lines: Mapping[Keys, int] = field(default_factory=dict)
    refusal: Refusal | None = None
    why: str = ""

    @property
    def root_place(self) -> Place:
        """The place of the workspace root."""
        return place_of(self.here.files, self.root)

    def line(self, *keys: str) -> int:
        """The line of a key, or of what it lies in."""
        return nearest_line(self.lines, keys)

    def directory_of(self, work: Work) -> Number | None:
        """The directory that a unit runs in; None where there is none."""
        number = kernel.stat(self.here.files, self.root, path(work.directory))
        if isinstance(number, str) or not isinstance(self.here.files.nodes[number], Directory):
            return None
        return number

    def inner(self, place: Place) -> Place | None:
        """A place as seen from the workspace root; None where it is not beneath it."""
        root = self.root_place
        return place[len(root) :] if place != root and beneath(place, root) else None


@dataclass(frozen=True, slots=True)
class Loaded:
    """What a run of a task would be: which guards look at what, and the work; or why it ends before its first command.

    `workload` and `environments` are None from where on it was refused.
    """

    task: str
    asked: Request
    guards: Guards | None = None
    workload: Workload | None = None
    environments: Mapping[str, Environment] | None = None
    refusal: Refusal | None = None

    @property
    def bounds(self) -> Bounds | None:
        """What the run may touch."""
        return None if self.guards is None else self.guards.bounds

    @property
    def works(self) -> tuple[Work, ...]:
        """The units that have a command, in the order of the plan."""
        return () if self.workload is None else self.workload.works

    @property
    def tasks(self) -> tuple[Task, ...]:
        """All tasks that the run reaches."""
        return () if self.workload is None else self.workload.tasks

    @property
    def files_are_read(self) -> bool:
        """Whether all files of variables were read before something was refused, if something was."""
        return self.workload is not None and (self.refusal is None or self.refusal.clauses[0] in _OF_VARIABLES)

    @property
    def assignments(self) -> tuple[Assignment, ...]:
        """What its sources assign, layer by layer; nothing where not all files of variables were read."""
        if self.guards is None or not self.files_are_read:
            return ()
        own = (own_assignments(self.guards, task) for task in self.tasks)
        return (*shared_assignments(self.guards), *(one for layer in own for one in layer))

    @property
    def is_isolated(self) -> bool:
        """Whether each command has a group of its own at a terminal too (TREE-1)."""
        return isolated(stdin_is_a_terminal=True, parallel=(task.parallel for task in self.tasks))


def govern(here: World, homes: tuple[str, ...], *, strict: bool) -> Governed | NotDiscovered:
    """What governs in the world's working directory; else why there is nothing."""
    found = discover(here.files, here.cwd, homes)
    if isinstance(found, NotDiscovered):
        root = discover_project(here.files, here.cwd, homes)
        if found.clause == "DISC-4" or isinstance(root, NotDiscovered):
            return found
        return Governed(here, root, Config({}), why=found.clause)
    place = (*place_of(here.files, found.root), CONFIG)
    refusal = judge_config(here.files, found.root, path(CONFIG), strict)
    if refusal is not None and judge_config(here.files, found.root, path(CONFIG), strict=False) is not None:
        return Governed(here, found.root, Config({}), place, refusal=refusal)
    file = here.files.nodes[found.file]
    assert isinstance(file, File)
    config = parse_config(file.data)
    if isinstance(config, ConfigError):
        lines = lines_of_any(file.data)
        return Governed(here, found.root, Config({}), place, lines, Refusal((config.clause,)), config.why)
    return Governed(here, found.root, config, place, lines_of(file.data), refusal)


def loaded(governed: Governed, task: str, *options: str) -> Loaded:
    """What a run of the task would be, with these options typed."""
    asked, notes, here = Request(task, options=frozenset(options)), Notes(OURS), governed.here
    config = governed.config if governed.place is not None else Config({task: Task(task)})
    bounds = bounds_of(here, governed.root, config, asked)
    if isinstance(bounds, Refusal):
        return Loaded(task, asked, refusal=bounds)
    dotenv = governed.place is not None or notes.choose("configless_dotenv") == "read"
    guards = Guards(
        here.files,
        governed.root,
        bounds,
        config,
        here.environment,
        asked.strict,
        asked.unsafe_env,
        notes,
        dotenv=dotenv,
    )
    work = load.workload(Workspace(here.files, governed.root, bounds, here.declared, notes), config, asked)
    if isinstance(work, Refusal):
        return Loaded(task, asked, guards, refusal=work)
    judged = judge(guards, work.tasks)
    if isinstance(judged, Refusal):
        return Loaded(task, asked, guards, work, refusal=judged)
    return Loaded(task, asked, guards, work, judged, governed.refusal)
