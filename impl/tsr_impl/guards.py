"""What is refused at load, before the first child: all of it, in one place and in one order.

A run that gets past `admit` has its bounds, its words and its directory; what is left to be
refused later is only what can't be known before a command runs (FENCE-10).
"""

from __future__ import annotations

from tsr_impl import calls, fence, shell
from tsr_impl.places import DIRECTORY, Fault, is_within
from tsr_impl.report import AS_TYPED, ConfigFault, caret, quoted, warn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from tsr_impl.config import Config, Task
    from tsr_impl.fence import Fence
    from tsr_impl.places import Directory

_PATTERN = "*?["
_ALLOW_PATHS = "[security] allow_paths"
_REMARKS = 5  # about its entries; more would drown what the run has to say


class Step:
    """A command that is ready to run but for its patterns, and the operator in front of it."""

    __slots__ = ("operator", "words")

    def __init__(self, operator: str, words: list[list[shell.Text]]) -> None:
        self.operator = operator
        self.words = words


class Plan:
    """What a run will do: its steps, in the directory `dir` of the task, within `fence`."""

    __slots__ = ("fence", "steps", "task")

    def __init__(self, task: Task, steps: list[Step], bounds: Fence) -> None:
        self.task = task
        self.steps = steps
        self.fence = bounds


def admit(
    config: Config,
    task: Task,
    root: Directory,
    environment: Mapping[bytes, bytes],
    extra: list[str],
) -> Plan:
    """The plan to run `task` with the words `extra` at its end. Raises `Stop`."""
    bounds = fence.Fence(root, _allowed(config, root))
    _judge_paths(config, task, bounds)
    _refuse_what_is_not_there_yet(config, task, bounds)
    return Plan(task, _steps(task, environment, extra), bounds)


# The bounds -----------------------------------------------------------------------------------


def _allowed(config: Config, root: Directory) -> list[str]:
    """The physical path of each `allow_paths` entry; what needs a word is said (FENCE-13)."""
    allowed, remarks = [], []
    for entry in dict.fromkeys(config.allow_paths):
        path, exists = _landing_of_allowed(entry, root)
        allowed.append(path)
        remark = _remark(entry, path, exists, root)
        if remark:
            remarks.append(f"{quoted(entry)} {remark}")
    for text in remarks[:_REMARKS]:
        warn(f"{_ALLOW_PATHS}: {text}", "FENCE-13")
    if len(remarks) > _REMARKS:
        warn(f"{_ALLOW_PATHS}: and {len(remarks) - _REMARKS} more", "FENCE-13")
    return allowed


def _landing_of_allowed(entry: str, root: Directory) -> tuple[str, bool]:
    """Where an entry leads, and whether that exists."""
    where = f"{_ALLOW_PATHS}: {quoted(entry)}"
    if not entry:
        raise ConfigFault(f"{where} is empty — write a path, or remove it", "FENCE-13")
    if any(character in entry for character in _PATTERN):
        raise ConfigFault(f"{where} is a pattern — write out each directory", "FENCE-13")
    try:
        return fence.landing(root, entry)
    except Fault as fault:
        message = f"{where} cannot be resolved: {fault.reason} — correct it"
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


# The paths of the config ----------------------------------------------------------------------


def _judge_paths(config: Config, task: Task, bounds: Fence) -> None:
    """FENCE-1: what the run can reach; `members` always."""
    for pattern in config.members:
        _judge("[workspace] members", _fixed_part(pattern), bounds)
    _judge("the root `.env`", ".env", bounds)
    where = f"task {quoted(task.name)}"
    if task.directory is not None:
        if not task.directory:
            message = f"{where}: `dir` is empty — write a directory, or remove it"
            raise ConfigFault(message, "FENCE-17")
        _judge(f"{where}: `dir`", task.directory, bounds)
    for file in task.env_files:
        _judge(f"{where}: `env_file`", _joined(task.directory or "", file), bounds)
    for pattern in task.packages or []:
        _judge(f"{where}: `packages`", _fixed_part(pattern), bounds)


def _judge(what: str, path: str, bounds: Fence) -> None:
    try:
        bounds.content(bounds.root, path or ".").close()
    except fence.Refused as refused:
        message = (
            f"{what} leads to {quoted(refused.place, AS_TYPED)}, outside the workspace at "
            f"{quoted(refused.root, AS_TYPED)} — add it to `[security] allow_paths` if that is intended"
        )
        raise ConfigFault(message, "FENCE-1") from refused
    except Fault as fault:
        message = f"{what}: {quoted(path)} cannot be resolved: {fault.reason} — correct it"
        raise ConfigFault(message, "FENCE-2") from fault


def _fixed_part(pattern: str) -> str:
    """A path as it is, and of a pattern the directories before the first wildcard."""
    wildcards = [at for at, character in enumerate(pattern) if character in _PATTERN]
    return pattern[: pattern.rfind("/", 0, wildcards[0]) + 1] if wildcards else pattern


def _joined(directory: str, path: str) -> str:
    return path if path.startswith("/") or not directory else f"{directory}/{path}"


# What this version cannot do ------------------------------------------------------------------


def _refuse_what_is_not_there_yet(config: Config, task: Task, bounds: Fence) -> None:
    where = f"task {quoted(task.name)}"
    used = {
        "the `[env]` table": config.env,
        "`[workspace] members`": config.members,
        "a root `.env`": _has_env_file(bounds),
        f"{where}: `delegate`": task.delegate is not None,
        f"{where}: `packages`": task.packages is not None,
        f"{where}: `deps`": task.deps,
        f"{where}: `parallel = true`": task.parallel,
        f"{where}: `env`": task.env,
        f"{where}: `env_file`": task.env_files,
        f"{where}: a task of another package": "#" in task.name,
    }
    for feature, is_used in used.items():
        if is_used:
            raise ConfigFault(f"{feature} is not supported by this version yet — remove it to go on", "CLI-10")
    if task.commands is None:
        message = f"{where}: `run` is missing, and working out what to run is not supported by this version yet"
        raise ConfigFault(f"{message} — write it", "CLI-10")


def _has_env_file(bounds: Fence) -> bool:
    """Whether there is a root `.env`; a directory of that name is none (CLI-10)."""
    with bounds.entry(bounds.root, ".env") as entry:
        if entry.identity() is None:
            return False
    with bounds.content(bounds.root, ".env") as content:
        return content.broken != 0 or content.kind() != DIRECTORY


# The words ------------------------------------------------------------------------------------


def _steps(task: Task, environment: Mapping[bytes, bytes], extra: list[str]) -> list[Step]:
    """The commands with their variables resolved, `args` and `extra` at the end of the last."""

    def value_of(variable: shell.Variable) -> str:
        value = environment.get(calls.encode(variable.name))
        if value is not None:
            return calls.decode(value)
        message = (
            f"task {quoted(task.name)}: in `run`, the variable {quoted(variable.name)} is not set"
            " — set it in the environment, or quote the `$` with single quotes"
        )
        raise ConfigFault(message, "SHELL-8", caret(task.run or "", variable.at))

    steps = [
        Step(command.operator, [shell.expand(word, value_of) for word in command.words])
        for command in task.commands or []
    ]
    appended = [[shell.Text(word, active=False)] for word in [*task.args, *extra]]
    steps[-1].words += appended
    return steps
