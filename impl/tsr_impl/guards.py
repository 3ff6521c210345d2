"""What is refused before a task starts: all of it, in one place and in one order (EXIT-10).

A run that gets past `admit` has its bounds, its tasks and their words; what is left to be refused
later is only what can't be known before a command runs (FENCE-10), and what commands have changed
in the meantime (ENV-7).
"""

from __future__ import annotations

from tsr_impl import calls, config_paths, fence, shell
from tsr_impl.config import ALLOW_PATHS
from tsr_impl.places import MISSING, Fault, is_within
from tsr_impl.report import ConfigFault, Stop, caret, quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Config, Task
    from tsr_impl.envfiles import Reader
    from tsr_impl.fence import Fence
    from tsr_impl.places import Directory
    from tsr_impl.request import Request

_REMARKS = 5  # about its entries; more would drown what the run has to say


class Step:
    """A command that is ready to run but for its patterns, and the operator in front of it.

    `program` is its first word as it is written.
    """

    __slots__ = ("operator", "program", "words")

    def __init__(self, operator: str, words: list[list[shell.Text]], program: str) -> None:
        self.operator = operator
        self.words = words
        self.program = program


class Ready:
    """A task that may start: its steps, and the environment of its programs."""

    __slots__ = ("environment", "steps", "task")

    def __init__(self, task: Task, steps: list[Step], environment: Mapping[bytes, bytes]) -> None:
        self.task = task
        self.steps = steps
        self.environment = environment


class Admission:
    """A run that may begin, of all that the task `named` reaches, within `fence`.

    `tasks` are those that have a command, in the order in which they run if nothing is `parallel`:
    if no task of the reach is, even without a command or deps (TREE-1).
    """

    __slots__ = ("_config", "_first", "_judge", "asked", "fence", "named", "parallel", "tasks")

    def __init__(self, config: Config, judge: _Judge, reached: list[Task], ready: list[Ready]) -> None:
        self._config = config
        self._judge = judge
        self._first = ready[0]
        self.asked = judge.asked
        self.fence = judge.fence
        self.named = config.tasks[judge.asked.first]
        self.parallel = any(task.parallel for task in reached)
        self.tasks = [one.task for one in ready]

    def task(self, name: str) -> Task:
        return self._config.tasks[name]

    def start(self, task: Task) -> Ready:
        """What the task starts with: judged at load, or again once commands have run (ENV-7). Raises `Stop`."""
        return self._first if task is self._first.task else self._judge.ready([task], again=True)[0]


def admit(config: Config, asked: Request, root: Directory, environment: Mapping[bytes, bytes]) -> Admission:
    """The admission of the run that was asked for. Raises `Stop` for the first reason against it.

    What is judged from here on counts for what the run reaches, and for nothing else (ENV-9). All
    guards hold; `allow_paths` and `--allow-unsafe-env` are what lifts any of them (TIER-1).
    """
    bounds = fence.Fence(root, _allowed(config, root))
    reached = _reached(config, asked.first, root)
    _refuse_what_is_not_there_yet(config, reached)
    _refuse_words_without_a_command(config.tasks[asked.first], asked.extra)
    judge = _Judge(config, asked, bounds, environment)
    ready = judge.ready(reached, again=False)
    for one in ready:
        _warn_about_lines(one.task)
    return Admission(config, judge, reached, ready)


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
        message = f"there is no task {quoted(name)} in the tasks.toml of {quoted(root.place.path())}"
        raise Stop(f"{message} — `tsr --list` shows those that there are", "CLI-1")
    if not task.deps:
        return [task]
    from tsr_impl import graph

    return graph.reached(config.tasks, task)


def _refuse_what_is_not_there_yet(config: Config, reached: list[Task]) -> None:
    """CLI-10: nothing that this version can't act on is ignored."""
    used = {"`[workspace] members`": bool(config.members)}
    for task in reached:
        where = f"task {quoted(task.name)}"
        used[f"{where}: `delegate`"] = task.delegate is not None
        used[f"{where}: `packages`"] = task.packages is not None
        for feature, is_used in used.items():
            if is_used:
                raise ConfigFault(f"{feature} is not supported by this version yet — remove it to go on", "CLI-10")
        if task.run is None and not task.deps:
            message = f"{where}: `run` is missing, and working out what to run is not supported by this version yet"
            raise ConfigFault(f"{message} — write it, or `deps`", "CLI-10")
        used = {}


def _refuse_words_without_a_command(task: Task, extra: list[str]) -> None:
    if extra and task.is_aggregate():
        message = f"{quoted(extra[0])} has no command to go to: task {quoted(task.name)} has deps and no `run`"
        raise Stop(f"{message} — name the task that it is meant for", "GRAPH-9")


def _warn_about_lines(task: Task) -> None:
    """Say it where a line of `run` does not end the command that its author may have ended there."""
    if any(word.on_new_line for command in task.commands or [] for word in command.words[1:]):
        warn(f"task {quoted(task.name)}: the lines of `run` are one command; join commands with `&&`", "SHELL-1")


# Places, files, variables, words --------------------------------------------------------------


class _Judge:
    """Judges tasks, and no others (ENV-4), by what lies in the tree at the moment."""

    __slots__ = ("_config", "_environment", "_reader", "asked", "fence")

    def __init__(self, config: Config, asked: Request, bounds: Fence, environment: Mapping[bytes, bytes]) -> None:
        self._config = config
        self._environment = environment
        self._reader: Reader | None = None
        self.asked = asked
        self.fence = bounds

    def ready(self, tasks: list[Task], again: bool) -> list[Ready]:
        """Those of the tasks that have a command, ready to start. Raises `ConfigFault`.

        All tasks are judged in one respect before the first one is in the next. `again`: the load
        is over.
        """
        has_root_file = self._exists("the root `.env`", config_paths.ROOT_FILE, "FENCE-8" if again else "FENCE-1")
        for task in tasks:
            self._judge_paths(task, again)
        environments = self._environments(tasks, has_root_file)
        return [
            Ready(task, _steps(task, environments[task.name], self._words_for(task)), environments[task.name])
            for task in tasks
            if task.commands is not None
        ]

    def _judge_paths(self, task: Task, again: bool) -> None:
        """FENCE-1: what a task names."""
        where = f"task {quoted(task.name)}"
        if task.directory is not None:
            self._exists(f"{where}: `dir`", task.directory, "FENCE-15" if again else "FENCE-1")
        for file in task.env_files:
            path = config_paths.from_directory(task.directory, file)
            self._exists(f"{where}: `env_file`", path, "FENCE-8" if again else "FENCE-1")

    def _exists(self, what: str, path: str, clause: str) -> bool:
        """Judge a path; whether there is anything."""
        with config_paths.content(self.fence, what, path, clause) as content:
            try:
                return content.kind() != MISSING
            except Fault:
                return False  # a directory on the way is none

    def _environments(self, tasks: list[Task], has_root_file: bool) -> dict[str, Mapping[bytes, bytes]]:
        """The environment of each task, by its name; that of the process passes as it is (ENV-3)."""
        # Most runs set nothing. With `--strict` a file that is missing has to be judged, too.
        sets = has_root_file or self._config.env or any(task.env or task.env_files for task in tasks)
        if not (sets or self.asked.strict):
            return dict.fromkeys([task.name for task in tasks], self._environment)
        from tsr_impl import envfiles, layers

        self._reader = self._reader or envfiles.Reader(self.fence, self.asked.strict)
        return layers.Layers(self._config, tasks, self.asked, self._reader).environments(self._environment)

    def _words_for(self, task: Task) -> list[str]:
        """What goes to its last command: the words that were typed are for the named task only (GRAPH-9)."""
        return [*task.args, *(self.asked.extra if task.name == self.asked.first else [])]


def _steps(task: Task, environment: Mapping[bytes, bytes], last_words: list[str]) -> list[Step]:
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

    steps = [
        Step(command.operator, [shell.expand(word, value_of) for word in command.words], command.words[0].written)
        for command in task.commands or []
    ]
    steps[-1].words += [[shell.Text(word, active=False)] for word in last_words]
    return steps
