"""Which config governs, who may have written it, where its tasks run, and what it says."""

from __future__ import annotations

import re

from tsr_model.command_line import Told
from tsr_model.config import ConfigError, parse_config
from tsr_model.discovery import CONFIG
from tsr_model.packages import MARKERS
from tsr_model.permissions import GROUP_OR_OTHERS
from tsr_model.prediction import Prediction
from tsr_oracle.vectors.facts import asked, config_of, config_texts, named, security, tasks
from tsr_oracle.vectors.situations import situation
from tsr_oracle.vectors.ways import entry_at, is_link
from tsr_spec.case import Directory, File, Given, Link


@situation
def nested_config(given: Given, foretold: Prediction) -> bool:
    """There are several `tasks.toml`, of which one governs."""
    return len(named(given, CONFIG)) > 1


_DECIDING = (CONFIG, *MARKERS)


@situation
def open_to_others(given: Given, foretold: Prediction) -> bool:
    """Somebody else, a group or everybody, may write a file or a directory."""
    return any(isinstance(e, File | Directory) and e.mode & GROUP_OR_OTHERS for e in given.tree)


@situation
def foreign_owner(given: Given, foretold: Prediction) -> bool:
    """Something belongs to another user."""
    return any(isinstance(entry, File | Directory | Link) and entry.owner == "other" for entry in given.tree)


@situation
def strict(given: Given, foretold: Prediction) -> bool:
    """`--strict` is typed."""
    return "--strict" in given.argv


@situation
def odd_entry_in_allow_paths(given: Given, foretold: Prediction) -> bool:
    """An entry of `allow_paths` is empty, a pattern, absolute, through a link, or leads to nothing."""
    written = re.findall(r"""allow_paths\s*=\s*\[([^\]]*\]?)""", "\n".join(config_texts(given)))
    entries = [text for inside in written for text in re.findall(r"""["']([^"']*)["']""", inside)]
    return any(not e or re.search(r"[*?\[$~]", e) or e.startswith("/") or _is_odd(given, e) for e in entries)


def _is_odd(given: Given, entry: str) -> bool:
    there = entry_at(given, f"ws/{entry}")
    return there is None or is_link(there)


@situation
def judged_again_at_start(given: Given, foretold: Prediction) -> bool:
    """Earlier commands of the run change what a later task was judged by at load."""
    return bool({"ENV-7", "FENCE-15"} & {*foretold.clauses}) and foretold.stage == "run"


@situation
def broken_config(given: Given, foretold: Prediction) -> bool:
    """A `tasks.toml` is an error of the file."""
    return any(isinstance(parse_config(text), ConfigError) for text in config_texts(given))


@situation
def nothing_to_run(given: Given, foretold: Prediction) -> bool:
    """The runner is asked to say something, or to write a first config, and to run no task."""
    return isinstance(asked(given), Told)


@situation
def end_of_the_walk(given: Given, foretold: Prediction) -> bool:
    """The walk for a config comes to the home directory, or to the end of a repository."""
    in_home = any(entry.path.rpartition("/")[0] == given.home for name in _DECIDING for entry in named(given, name))
    at_home = f"{given.cwd}/".startswith(f"{given.home}/")
    return in_home or at_home or any("/.git/" in f"/{entry.path}/" for entry in given.tree)


_DECIDING = (CONFIG, *MARKERS)


@situation
def config_that_is_no_file(given: Given, foretold: Prediction) -> bool:
    """A `tasks.toml` is a link, a directory or a FIFO."""
    return any(not isinstance(entry, File) for entry in named(given, CONFIG))


@situation
def asks_to_lift_a_guard(given: Given, foretold: Prediction) -> bool:
    """`--allow-unsafe-env` is typed, or `[security]` has a key that sounds like it."""
    return "--allow-unsafe-env" in given.argv or bool(security(given) - {"allow_paths"})


@situation
def link_in_what_a_config_names(given: Given, foretold: Prediction) -> bool:
    """A directory, a file of variables or a package that a config names is behind a link, or lies outside."""
    config = config_of(given)
    written = [task.dir or "" for task in tasks(given)] + [".env", *config.members]
    written += [text for task in tasks(given) for text in (*task.env_files, *(task.packages or ()))]
    links = {entry.path.rpartition("/")[2] for entry in given.tree if isinstance(entry, Link)}
    return any(text.startswith(("/", "..")) or not links.isdisjoint(text.split("/")) for text in written)
