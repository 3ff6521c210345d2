"""Wrong ways to judge and to run a config: wrong in what is judged, in what a flag lifts, or in what is printed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from tsr_model import command_line, environment, plan, prediction
from tsr_model import guards as guarding
from tsr_model.command_line import Asked, Request
from tsr_model.config import Config, Task
from tsr_model.environment import Assignment, Source
from tsr_model.guards import Environment, Guards, Wrong
from tsr_model.prediction import Prediction
from tsr_model.refusal import Notes, Refusal
from tsr_model.workload import Work
from tsr_model.world import World
from tsr_proofs.references import resolved
from tsr_proofs.seeding import Fault, Swap

FLAG = "--allow-unsafe-env"

# The right versions, kept before any is swapped.
_judge = guarding.judge
_judge_assignments = guarding._judge_assignments
_wrong_in_layer = guarding._wrong_in_layer
_environments = guarding._environments
_judge_config = guarding.judge_config
_shared = guarding.shared_assignments
_own = guarding.own_assignments
_merge = environment.merge
_request = command_line.request
_run = prediction._run
_plan = plan.plan

Layer = tuple[Assignment, ...]
Tasks = tuple[Task, ...]


# --- what is judged --------------------------------------------------------------------------------------------------


def _last_of_each(guards: Guards, layer: Layer, merged: dict[str, str]) -> Iterator[Wrong]:
    """An assignment that a later one of its layer overrides isn't judged."""
    return _wrong_in_layer(guards, tuple({one.name: one for one in layer}.values()), merged)


def _what_arrives(guards: Guards, tasks: Tasks) -> Iterator[Wrong]:
    """What a task's own layers override isn't judged in those below."""
    for task in tasks:
        effective = {one.name: one for one in (*_shared(guards), *_own(guards, task))}
        yield from _wrong_in_layer(guards, tuple(effective.values()), dict(guards.inherited))


def _all_tasks(guards: Guards, tasks: Tasks) -> Refusal | None:
    return _judge_assignments(guards, tuple(guards.config.tasks.values()))


def _named_task_only(guards: Guards, tasks: Tasks) -> Refusal | None:
    return _judge_assignments(guards, tasks[-1:])


def _files_unjudged(guards: Guards, tasks: Tasks) -> Iterator[Wrong]:
    table = tuple(Assignment(name, value, Source()) for name, value in guards.config.env)
    return _wrong_in_layer(guards, table, dict(guards.inherited))


def _judged_once(guards: Guards, tasks: Tasks) -> dict[str, Environment] | Refusal:
    """What is read again when a task starts isn't judged again."""
    return _judge(replace(guards, unsafe_env=True) if guards.again else guards, tasks)


# --- what arrives ----------------------------------------------------------------------------------------------------


def _cleaned(before: Mapping[str, str], assignments: Iterable[Assignment]) -> dict[str, str]:
    """Guarded variables are taken out of the process environment."""
    return _merge({name: value for name, value in before.items() if name != "BASH_ENV"}, assignments)


def _set_by_runner(before: Mapping[str, str], assignments: Iterable[Assignment]) -> dict[str, str]:
    return {**_merge(before, assignments), "TSR_X": "1"}


def _table_last(guards: Guards, task: Task) -> Layer:
    own = _own(guards, task)
    return tuple(sorted(own, key=lambda one: one.source.file is not None))


def _files_reversed(guards: Guards, task: Task) -> Layer:
    files = tuple(reversed(task.env_files))
    return _own(guards, replace(task, env_files=files))


def _dotenv_last(guards: Guards) -> Layer:
    return tuple(sorted(_shared(guards), key=lambda one: one.source.file is not None))


def _deps_inherit(guards: Guards, task: Task) -> Layer:
    """A dep gets the variables of the task that was asked for."""
    return _own(guards, guards.config.tasks["t"]) if task.name == "d" else _own(guards, task)


# --- what lifts a guard ----------------------------------------------------------------------------------------------


def _flag_lifts_all(guards: Guards, tasks: Tasks) -> dict[str, Environment] | Refusal:
    return _environments(guards, tasks) if guards.unsafe_env else _judge(guards, tasks)


def _path_stays(guards: Guards, tasks: Tasks) -> Refusal | None:
    if not guards.unsafe_env:
        return _judge_assignments(guards, tasks)
    found = _judge_assignments(replace(guards, unsafe_env=False), tasks)
    return found if found is not None and found.clauses[0].startswith("PATH") else None


def _strict_stays(guards: Guards, tasks: Tasks) -> Refusal | None:
    return _judge_assignments(replace(guards, unsafe_env=guards.unsafe_env and not guards.strict), tasks)


def _table_lifts(guards: Guards, tasks: Tasks) -> Refusal | None:
    return None if guards.config.allow_paths else _judge_assignments(guards, tasks)


def _table_refuses(guards: Guards, tasks: Tasks) -> Refusal | None:
    return Refusal(("PERM-1",)) if guards.config.allow_paths else _judge_assignments(guards, tasks)


def _variable_lifts(guards: Guards, tasks: Tasks) -> Refusal | None:
    lifted = "TSR_ALLOW_UNSAFE_ENV" in guards.inherited
    return None if lifted else _judge_assignments(guards, tasks)


def _file_lifts(guards: Guards, tasks: Tasks) -> Refusal | None:
    lifted = any(one.name == "TSR_ALLOW_UNSAFE_ENV" for one in _shared(guards))
    return None if lifted else _judge_assignments(guards, tasks)


def _words_count(argv: tuple[str, ...]) -> Asked:
    """An option counts behind `--` too."""
    asked = _request(argv)
    return replace(asked, options=asked.options | set(argv[1:])) if isinstance(asked, Request) else asked


class _Flagged:
    """The flag lifts PERM for the config: remembers whether it was typed."""

    typed = False

    @classmethod
    def request(cls, argv: tuple[str, ...]) -> Asked:
        asked = _request(argv)
        cls.typed = isinstance(asked, Request) and asked.unsafe_env
        return asked

    @classmethod
    def judge_config(cls, *given: object) -> Refusal | None:
        return None if cls.typed else _judge_config(*given)  # type: ignore[arg-type]


# --- what is printed -------------------------------------------------------------------------------------------------


def _plan_first(here: World, root: int, config: Config, asked: Request, notes: Notes) -> Prediction:
    """The plan is printed before anything is judged."""
    if not asked.dry_run:
        return _run(here, root, config, asked, notes)
    works = (Work(task.name, task, ".", task.run) for task in config.tasks.values() if task.run is not None)
    printed = _plan(works, asked.task, asked.arguments)
    return Prediction(0, "load", ("PLAN-1",), here.files, stdout=printed)


def _value_told(guards: Guards, tasks: Tasks) -> Refusal | None:
    """A refusal shows the values."""
    found = _judge_assignments(guards, tasks)
    held = _merge(guards.inherited, sum((_own(guards, task) for task in tasks), _shared(guards)))
    return None if found is None else replace(found, says=f"{found.says}: {held}")


class _Expanding:
    """The plan shows commands with their variables resolved."""

    held: Mapping[str, str] = {}

    @classmethod
    def environments(cls, guards: Guards, tasks: Tasks) -> dict[str, Environment] | Refusal:
        found = _environments(guards, tasks)
        cls.held = {} if isinstance(found, Refusal) else found[tasks[-1].name]
        return found

    @classmethod
    def plan(cls, works: Iterable[Work], named: str, typed: tuple[str, ...]) -> str:
        return resolved(_plan(works, named, typed), lambda name: cls.held.get(name, ""))


def _in_guards(name: str, says: str, attribute: str, replacement: object) -> Fault:
    return Fault(name, says, (Swap("tsr_model.guards", attribute, replacement),))


def _in_run(name: str, says: str, *swaps: tuple[str, object]) -> Fault:
    return Fault(name, says, tuple(Swap("tsr_model.prediction", *swap) for swap in swaps))


LAST_OF_EACH = _in_guards(
    "last-of-each", "an assignment overridden in its layer isn't judged", "_wrong_in_layer", _last_of_each
)
WHAT_ARRIVES = _in_guards("what-arrives", "only what arrives is judged", "wrong_assignments", _what_arrives)
ALL_TASKS = _in_guards("all-tasks", "tasks that aren't reached are judged too", "_judge_assignments", _all_tasks)
NAMED_ONLY = _in_guards("named-only", "deps are not judged", "_judge_assignments", _named_task_only)
FILES_UNJUDGED = _in_guards("files-unjudged", "only `[env]` is judged", "wrong_assignments", _files_unjudged)
JUDGED_ONCE = Fault(
    "judged-once",
    "what is read again isn't judged again",
    (Swap("tsr_model.performance", "judge", _judged_once),),
)
CLEANED = _in_guards("cleaned", "guarded variables don't arrive", "merge", _cleaned)
SET_BY_RUNNER = _in_guards("set-by-runner", "the runner sets one itself", "merge", _set_by_runner)
TABLE_FIRST = _in_guards("table-first", "a task's files lie above its table", "own_assignments", _table_last)
FILES_REVERSED = _in_guards(
    "files-reversed", "the files are taken from right to left", "own_assignments", _files_reversed
)
DOTENV_LAST = _in_guards("dotenv-last", "`.env` lies above `[env]`", "shared_assignments", _dotenv_last)
DEPS_INHERIT = _in_guards("deps-inherit", "a dep gets the variables of the task", "own_assignments", _deps_inherit)
FLAG_LIFTS_ALL = _in_run("flag-lifts-all", "the flag lifts FENCE and PERM of files", ("judge", _flag_lifts_all))
PATH_STAYS = _in_guards("path-stays", "the flag lifts ENV only", "_judge_assignments", _path_stays)
STRICT_STAYS = _in_guards(
    "strict-stays", "`--strict` stays in force beside the flag", "_judge_assignments", _strict_stays
)
TABLE_LIFTS = _in_guards("table-lifts", "`allow_paths` lifts ENV and PATH", "_judge_assignments", _table_lifts)
TABLE_REFUSES = _in_guards("table-refuses", "`allow_paths` makes PERM refuse", "_judge_assignments", _table_refuses)
VARIABLE_LIFTS = _in_guards("variable-lifts", "a variable lifts ENV and PATH", "_judge_assignments", _variable_lifts)
FILE_LIFTS = _in_guards("file-lifts", "a line in `.env` lifts ENV and PATH", "_judge_assignments", _file_lifts)
WORDS_COUNT = _in_run("words-count", "the flag counts behind `--` too", ("request", _words_count))
FLAG_LIFTS_PERM = _in_run(
    "flag-lifts-perm", "the flag lifts PERM", ("request", _Flagged.request), ("judge_config", _Flagged.judge_config)
)
PLAN_FIRST = _in_run("plan-first", "the plan is printed before anything is judged", ("_run", _plan_first))
VALUE_TOLD = _in_guards("value-told", "a refusal shows the value", "_judge_assignments", _value_told)
EXPANDED = Fault(
    "expanded",
    "the plan shows what variables hold",
    (
        Swap("tsr_model.guards", "_environments", _Expanding.environments),
        Swap("tsr_model.prediction", "plan", _Expanding.plan),
    ),
)
