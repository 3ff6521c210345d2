"""What is refused before a task starts: all of it, in one place and in one order (EXIT-10).

A run that gets past `admit` has its bounds, its tasks and their words; what is left to be refused
later is only what can't be known before a command runs (FENCE-10), and what commands have changed
in the meantime (ENV-7).
"""

from __future__ import annotations

from tsr_impl import calls, config_paths, fence, shell
from tsr_impl.config import ALLOW_PATHS, WHOLE_FILE
from tsr_impl.confinement import of_run
from tsr_impl.places import MISSING, Fault, is_within
from tsr_impl.report import ConfigFault, Stop, caret, is_missing, printable, quoted, warn
from tsr_impl.units import Ready, Step, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Config, Task
    from tsr_impl.confinement.of_run import Boundary
    from tsr_impl.envfiles import Reader
    from tsr_impl.events import Reporter
    from tsr_impl.fence import Fence
    from tsr_impl.handles import Directory
    from tsr_impl.planning import Plan
    from tsr_impl.request import Request
    from tsr_impl.units import Unit

    Environments = Mapping[str, Mapping[bytes, bytes]]  # by the name of the task, whose units all have the same

# Without one of these in it, a `run` string is not worth a look.
_SIGNS_OF_HABITS = ("\n", "$", "\\", "~", "=", "cd ", "export ", "source ")
_REMARKS = 5  # about its entries; more would drown what the run has to say


class Admission:
    """A run that may begin, of all that the task which was asked for reaches, within `fence`.

    `units` are those that have a command, in the order in which they run if nothing is `parallel`:
    if no task of the reach is, even without a command or deps (TREE-1). `named` is the unit that
    waits for all others, None if nothing is to be done at all (GIT-3).
    """

    __slots__ = ("_first", "_judge", "asked", "boundary", "fence", "named", "parallel", "reporter", "units")

    def __init__(
        self,
        judge: _Judge,
        named: Unit | None,
        units: list[Unit],
        first: Ready | None,
        parallel: bool,
        boundary: Boundary,
    ) -> None:
        self._judge = judge
        self._first = first
        self.asked = judge.asked
        self.boundary = boundary
        self.fence = judge.fence
        self.named = named
        self.parallel = parallel
        self.reporter: Reporter | None = None
        self.units = units

    def start(self, unit: Unit) -> Ready:
        """What the unit starts with: judged at load, or again once commands have run (ENV-7). Raises `Stop`."""
        if self._first and unit is self._first.unit:
            return self._first
        return self._judge.ready(unit, self._judge.environments([unit.task], again=True))


def admit(config: Config, asked: Request, root: Directory, inherited: Mapping[bytes, bytes]) -> Admission:
    """The admission of the run that was asked for. Raises `Stop` for the first reason against it.

    What is judged from here on counts for what the run reaches, and for nothing else (ENV-9). All
    guards hold; `allow_paths` and `--allow-unsafe-env` are what lifts any of them (TIER-1).
    """
    boundary = of_run.settle(config, asked, root.place.path(), _allowed(config, root), inherited)
    bounds = fence.Fence(root, boundary.admitted)
    environment = {**inherited, **boundary.variables}
    reached = _reached(config, asked.first, root)
    if config.members:
        from tsr_impl import members

        members.judge(config, bounds)
    plan = _plan(config, asked, reached, bounds)
    units = plan.units if plan else [whole(reached[0])]
    for unit in units:
        _find_form(unit, bounds)
    _refuse_words_without_a_command(config.tasks[asked.first], asked.extra)
    judge = _Judge(config, asked, bounds, environment)
    environments = _judged(judge, reached)
    for task in reached:
        _warn_about_habits(task)
    _warn_about_words_of_npm(units, asked)
    if plan and asked.since is not None:
        plan.narrow(asked.since, root, inherited)
        units = plan.units
    running = [unit for unit in units if unit.has_command]
    first = judge.ready(running[0], environments) if running else None
    for message, clause in boundary.remarks:
        warn(message, clause)
    parallel = any(task.parallel for task in reached)
    return Admission(judge, plan.named if plan else units[0], running, first, parallel, boundary)


# The bounds -----------------------------------------------------------------------------------


def _allowed(config: Config, root: Directory) -> list[str]:
    """The physical path of each `allow_paths` entry, the only key that lifts any guard (TIER-2).

    What needs a word is said (FENCE-13).
    """
    allowed, remarks = [], []
    for entry in dict.fromkeys(config.allow_paths):
        path, exists = _landing_of_allowed(entry, root)
        allowed.append(path)
        remark = _remark(entry, path, exists, root)
        if remark:
            remarks.append(f"{quoted(entry)} {remark}")
    for text in remarks[:_REMARKS]:
        warn(f"{ALLOW_PATHS}: {text}", "FENCE-13")
    if len(remarks) > _REMARKS:
        warn(f"{ALLOW_PATHS}: and {len(remarks) - _REMARKS} more", "FENCE-13")
    return allowed


def _landing_of_allowed(entry: str, root: Directory) -> tuple[str, bool]:
    """Where an entry leads, and whether that exists."""
    try:
        return fence.landing(root, entry)
    except Fault as fault:
        message = f"{ALLOW_PATHS}: {quoted(entry)} cannot be resolved: {fault.reason} — correct it"
        raise ConfigFault(message, "FENCE-2") from fault


def _remark(entry: str, path: str, exists: bool, root: Directory) -> str:
    """What there is to be said about an entry; mostly nothing."""
    if entry == "~" or entry.startswith("~/"):
        return "admits a directory called '~'; `~` is not expanded"
    if path == "/":
        return "admits the whole file system"
    if is_within(root.place.path(), path) and path != root.place.path():
        return f"admits {quoted(path)}, which holds the whole workspace"
    return "" if exists else f"does not exist; it admits {quoted(path)} once that is made"


# The tasks ------------------------------------------------------------------------------------


def _reached(config: Config, name: str, root: Directory) -> list[Task]:
    """All tasks of the run, in the order of execution (GRAPH-1)."""
    task = config.tasks.get(name)
    if task is None:
        raise _no_such_task(config, name, root)
    if not task.deps:
        return [task]
    from tsr_impl import graph

    return graph.reached(config.tasks, task)


def _no_such_task(config: Config, name: str, root: Directory) -> Stop:
    message = f"there is no task {quoted(name)} in the tasks.toml of {quoted(root.place.path())}"
    if any(where == WHOLE_FILE and key == name for where, key, _ in config.unknown):
        return Stop(f"{message}, but a table [{printable(name)}] — write [tasks.{printable(name)}] there", "CLI-1")
    from tsr_impl import near, request

    way_out = "`tsr --list` shows those that there are"
    if f"--{name}" in request.ALONE:
        way_out = f"`tsr --{name}` is written with `--`"
    return Stop(message + near.way_out(name, config.tasks, way_out), "CLI-1")


def _plan(config: Config, asked: Request, reached: list[Task], bounds: Fence) -> Plan | None:
    """The units of the run, None if it is no more than the task itself."""
    task = config.tasks[asked.first]
    if not task.deps and task.packages is None and asked.resume_from is None and asked.since is None:
        return None
    from tsr_impl import planning

    return planning.Plan(config, asked, reached, bounds)


def _find_form(unit: Unit, bounds: Fence) -> None:
    """What to run, where the task doesn't say it (CLI-10, FORM-1)."""
    if unit.has_command and unit.native is None and unit.task.run is None:
        from tsr_impl import forms

        forms.detect(unit, bounds)


def _refuse_words_without_a_command(task: Task, extra: list[str]) -> None:
    if extra and task.is_aggregate():
        message = f"{quoted(extra[0])} has no command to go to: task {quoted(task.name)} has deps and no `run`"
        raise Stop(f"{message} — name the task that it is meant for", "GRAPH-9")


def _warn_about_habits(task: Task) -> None:
    """Say what in `run` is not what those who know shells take it for."""
    if task.run and task.delegate is None and any(sign in task.run for sign in _SIGNS_OF_HABITS):
        from tsr_impl import habits

        habits.warn_about(task)


def _warn_about_words_of_npm(units: list[Unit], asked: Request) -> None:
    """The same of words for a command that is not `run`; of the units of a task the first is looked at."""
    looked_at = set()
    for unit in units:
        if unit.native and unit.task not in looked_at:
            from tsr_impl import forms

            looked_at.add(unit.task)
            forms.warn_about_words(unit, asked.last_words(unit.task))


# Places, files, variables, words --------------------------------------------------------------


def _judged(judge: _Judge, reached: list[Task]) -> Environments:
    """The environments of the tasks, when all that decides them was judged, and the words of each `run`."""
    environments = judge.environments(reached, again=False)
    for task in reached:
        if task.commands is not None and task.delegate is None:
            judge.steps(whole(task), environments)
    return environments


class _Judge:
    """Judges tasks, and no others (ENV-4), by what lies in the tree at the moment."""

    __slots__ = ("_config", "_environment", "_reader", "asked", "fence")

    def __init__(self, config: Config, asked: Request, bounds: Fence, environment: Mapping[bytes, bytes]) -> None:
        self._config = config
        self._environment = environment
        self._reader: Reader | None = None
        self.asked = asked
        self.fence = bounds

    def environments(self, tasks: list[Task], again: bool) -> Environments:
        """What is judged in the tree, and the environments that come of it. Raises `ConfigFault`.

        All tasks are judged in one respect before the first one is in the next. `again`: the load
        is over. Where nothing sets a variable, the process environment passes untouched (ENV-3).
        """
        has_root_file = self._exists("the root `.env`", config_paths.ROOT_FILE, "FENCE-8" if again else "FENCE-1")
        for task in tasks:
            self._judge_paths(task, again)
        # Most runs set nothing. With `--strict` a file that is missing has to be judged, too.
        sets = has_root_file or self._config.env or any(task.env or task.env_files for task in tasks)
        if not (sets or self.asked.strict):
            return dict.fromkeys([task.name for task in tasks], self._environment)
        from tsr_impl import envfiles, layers

        self._reader = self._reader or envfiles.Reader(self.fence, self.asked.strict)
        return layers.Layers(self._config, tasks, self.asked, self._reader).environments(self._environment)

    def ready(self, unit: Unit, environments: Environments) -> Ready:
        """A unit that has a command, ready to start. Raises `ConfigFault`."""
        return Ready(unit, self.steps(unit, environments), environments[unit.task.name])

    def steps(self, unit: Unit, environments: Environments) -> list[Step]:
        """Its commands, the last of them with all that goes to it."""
        task, last_words = unit.task, self.asked.last_words(unit.task)
        if unit.native is not None:
            return [Step("", list(map(_as_it_is, [*unit.native, *last_words])), unit.native[0], native=True)]
        return _steps(task, environments[task.name], last_words, self._config.tasks)

    def _judge_paths(self, task: Task, again: bool) -> None:
        """FENCE-1: what a task names."""
        if task.directory is not None:
            self._judge_path(task, "dir", task.directory, None, "FENCE-15" if again else "FENCE-1")
        for file in task.env_files:
            self._judge_path(task, "env_file", file, task.directory, "FENCE-8" if again else "FENCE-1")

    def _judge_path(self, task: Task, field: str, written: str, base: str | None, clause: str) -> None:
        try:
            self._exists(f"task {quoted(task.name)}: `{field}`", config_paths.from_directory(base, written), clause)
        except ConfigFault as fault:
            raise fault.at("tasks", task.name, field, item=written) from fault.__cause__

    def _exists(self, what: str, path: str, clause: str) -> bool:
        """Judge a path; whether there is anything."""
        with config_paths.content(self.fence, what, path, clause) as content:
            try:
                return content.kind() != MISSING
            except Fault as fault:
                if is_missing(fault):
                    return False  # a directory on the way is none
                message = f"{what}: {quoted(path)} cannot be looked at: {fault.reason}"
                raise ConfigFault(f"{message} — repair it, or correct the path", clause) from fault


def _steps(
    task: Task, environment: Mapping[bytes, bytes], last_words: list[str], tasks: Mapping[str, Task]
) -> list[Step]:
    """The commands with their variables resolved, and `last_words` at the end of the last (CLI-4)."""

    def value_of(variable: shell.Variable) -> str:
        value = environment.get(calls.encode(variable.name))
        if value is not None:
            return calls.decode(value)
        message = (
            f"task {quoted(task.name)}: in `run`, the variable {quoted(variable.name)} is not set"
            " — set it in the environment or in `env`, or quote the `$` with single quotes"
        )
        raise ConfigFault(message, "SHELL-8", caret(task.run or "", variable.at))

    steps = []
    for command in task.commands or []:
        words, program = [shell.expand(word, value_of) for word in command.words], command.words[0].written
        steps.append(Step(command.operator, words, program, is_task=program in tasks and program != task.name))
    steps[-1].words += map(_as_it_is, last_words)
    return steps


def _as_it_is(word: str) -> list[shell.Text]:
    return [shell.Text(word, active=False)]
