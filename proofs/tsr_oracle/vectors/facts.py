"""What a question says: its command line, its configs and their tasks, its variables, its programs."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from typing import Any

from tsr_model.command_line import Asked, Request, request
from tsr_model.config import Config, Task, parse_config
from tsr_model.discovery import CONFIG, Discovered, discover
from tsr_model.filesystem import File
from tsr_model.graph import reach
from tsr_model.packages import MARKERS
from tsr_model.shell import Text, Variable, Word, commands
from tsr_model.world import world
from tsr_oracle.marks import assignments as lines_of
from tsr_spec import case
from tsr_spec.case import Given

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

MANIFESTS = (*MARKERS, CONFIG)


def asked(given: Given) -> Asked:
    """What is asked for on the command line."""
    return request(given.argv)


def request_of(given: Given) -> Request:
    """The task and the options that are asked for; a request for nothing where it is something else."""
    found = asked(given)
    return found if isinstance(found, Request) else Request("")


def named(given: Given, name: str) -> list[case.Entry]:
    """The entries of the tree with this base name."""
    return [entry for entry in given.tree if entry.path.rpartition("/")[2] == name]


def programs(given: Given) -> list[case.Program]:
    """The programs of the tree."""
    return [entry for entry in given.tree if isinstance(entry, case.Program)]


def config_texts(given: Given) -> list[str]:
    """The text of each `tasks.toml` of the tree, whether it governs or not."""
    return [entry.data for entry in given.tree if isinstance(entry, case.File) and entry.path.endswith(CONFIG)]


@lru_cache(maxsize=8)
def config_of(given: Given) -> Config:
    """The config that governs; an empty one where none does, or where it is an error."""
    here = world(given)
    found = discover(here.files, here.cwd, (here.home,))
    node = here.files.nodes[found.file] if isinstance(found, Discovered) else None
    config = parse_config(node.data) if isinstance(node, File) else None
    return config if isinstance(config, Config) else Config({})


def tasks(given: Given) -> list[Task]:
    """The tasks of the config that governs."""
    return list(config_of(given).tasks.values())


def runs(given: Given) -> list[str]:
    """The `run` strings of every `tasks.toml` of the tree, whether they are strings of commands or not."""
    return [task["run"] for task in _tables(given, "tasks") if isinstance(task.get("run"), str)]


def security(given: Given) -> set[str]:
    """The keys of `[security]` in every `tasks.toml` of the tree."""
    tables = (table.get("security", {}) for table in _tomls(given))
    return {key for table in tables if isinstance(table, dict) for key in table}


def raw_variables(given: Given) -> list[tuple[str, object]]:
    """What `[env]` and the tasks' `env` of every `tasks.toml` set, whether a process could be given it or not."""
    tables = [table.get("env", {}) for table in _tomls(given)]
    tables += [task.get("env", {}) for task in _tables(given, "tasks")]
    return [pair for table in tables if isinstance(table, dict) for pair in table.items()]


def _tables(given: Given, key: str) -> list[dict[str, Any]]:
    tables = (table.get(key, {}) for table in _tomls(given))
    return [inner for table in tables if isinstance(table, dict) for inner in table.values() if isinstance(inner, dict)]


@lru_cache(maxsize=8)
def _tomls(given: Given) -> list[dict[str, Any]]:
    found = []
    for text in config_texts(given):
        with suppress(tomllib.TOMLDecodeError, RecursionError):
            found.append(tomllib.loads(text))
    return found


def unquoted(given: Given) -> list[Text]:
    """The parts of words that stand outside quotes, references aside."""
    return [part for word in words(given) for part in word if isinstance(part, Text) and not part.quoted]


def references(given: Given) -> list[str]:
    """The names of the variables that the `run` strings refer to."""
    return [part.name for word in words(given) for part in word if isinstance(part, Variable)]


def words(given: Given) -> Iterator[Word]:
    """Every word of every `run` string that is one."""
    for task in tasks(given):
        for command in commands(task.run) if task.run is not None else ():
            yield from command


def is_reached(given: Given, name: str) -> bool:
    """Whether the run comes to this task by the deps that are written in the config."""
    return name in reach({task.name: task.deps for task in tasks(given)}, request_of(given).task)


def files_of_variables(given: Given) -> list[case.File]:
    """The files that may be read as files of variables: `.env`, and those that a config's text names."""
    config = "\0".join(config_texts(given))
    found = []
    for entry in given.tree:
        name = entry.path.rpartition("/")[2]
        is_named = name == ".env" or ("env_file" in config and name in config)
        if isinstance(entry, case.File) and name not in MANIFESTS and is_named:
            found.append(entry)
    return found


def layers(given: Given) -> list[tuple[tuple[str, str], ...]]:
    """What each file of variables, `[env]` and each task's `env` sets: names and values as they are written."""
    files = [tuple((line.name, line.value) for line in lines_of(file)) for file in files_of_variables(given)]
    return [*files, config_of(given).env, *(task.env for task in tasks(given))]


def values(given: Given, name: str) -> list[str]:
    """What a config sets a variable to, as it is written."""
    return [value for layer in layers(given) for own, value in layer if own == name]
