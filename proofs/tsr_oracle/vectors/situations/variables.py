"""Variables, where they come from, and the search path."""

from __future__ import annotations

import re
from collections import Counter

from tsr_model.environment import REFERENCE
from tsr_model.guarded import guarded
from tsr_model.prediction import Prediction
from tsr_model.search_path import OPAQUE, PATH, entries, references_path
from tsr_oracle.vectors.facts import files_of_variables, is_reached, layers, raw_variables, references, tasks, values
from tsr_oracle.vectors.situations import situation
from tsr_spec.case import Given, process_environment
from tsr_spec.tables import guarded as table


def _names(given: Given) -> set[str]:
    return {name for layer in layers(given) for name, _ in layer}


@situation
def guarded_name(given: Given, foretold: Prediction) -> bool:
    """A config sets a variable that decides what other programs load."""
    return any(guarded(name) for name in _names(given))


@situation
def guarded_name_in_other_case(given: Given, foretold: Prediction) -> bool:
    """A config sets a variable whose name is a guarded one but for the case of its letters."""
    return any(guarded(name, caseless=True) and not guarded(name) for name in _names(given))


@situation
def name_like_a_guarded_one(given: Given, foretold: Prediction) -> bool:
    """A config sets a variable whose name begins, or ends, with a guarded one, or is the beginning of one."""
    listed = table().names | {*table().prefixes}
    free = [name for name in _names(given) if len(name) > 3 and not guarded(name, strict=True)]
    return any(other in name or other.startswith(name) for name in free for other in listed)


@situation
def guarded_name_inherited(given: Given, foretold: Prediction) -> bool:
    """The runner's own environment has a guarded variable."""
    return any(guarded(name) for name, _ in given.env)


@situation
def set_more_than_once(given: Given, foretold: Prediction) -> bool:
    """A variable is set in several places, of which one wins."""
    before = Counter(dict(given.env).keys())
    return max((Counter(name for layer in layers(given) for name, _ in layer) + before).values(), default=0) > 1


@situation
def variables_of_an_unreached_task(given: Given, foretold: Prediction) -> bool:
    """A task that the run does not come to sets variables."""
    return any((task.env or task.env_files) and not is_reached(given, task.name) for task in tasks(given))


@situation
def value_with_reference(given: Given, foretold: Prediction) -> bool:
    """A value refers to another variable."""
    return any(name != PATH and REFERENCE.search(value) for layer in layers(given) for name, value in layer)


@situation
def variable_no_process_can_have(given: Given, foretold: Prediction) -> bool:
    """A name is empty or has `=` in it, or something has a NUL."""
    in_files = any("\0" in file.data for file in files_of_variables(given))
    return in_files or any(not n or "=" in n or "\0" in n + str(value) for n, value in raw_variables(given))


@situation
def search_path_replaced(given: Given, foretold: Prediction) -> bool:
    """A config gives `PATH` a value without the one that it extends."""
    return any(not references_path(value) for value in values(given, PATH))


@situation
def search_path_glued(given: Given, foretold: Prediction) -> bool:
    """`$PATH` is part of an entry, or something else in a value looks like it."""
    whole = re.compile(r"(?:^|:)\$(?:PATH|\{PATH\})(?=:|$)")
    return any("PATH" in whole.sub("", value) for value in values(given, PATH))


@situation
def unset_variable(given: Given, foretold: Prediction) -> bool:
    """A `run` string refers to a variable that the runner was not started with."""
    return any(name not in process_environment(given) for name in references(given))


@situation
def value_with_a_meaning(given: Given, foretold: Prediction) -> bool:
    """The value of a variable that a `run` string refers to has blanks, quotes, operators or pattern characters."""
    before = process_environment(given)
    every = {**before, **{name: value for layer in layers(given) for name, value in layer}}
    return any(re.search(r"[\s'\"*?\[;&|$<>`(){}]", every.get(name, "")) for name in references(given))


@situation
def odd_text_in_a_file_of_variables(given: Given, foretold: Prediction) -> bool:
    """A file of variables has quotes, a comment, an `export`, a carriage return, or a line that sets nothing."""
    odd = re.compile(r"['\"#\r\ufeff]|^\s*export\b|^[^=\n]+$", re.MULTILINE)
    return any(odd.search(file.data) for file in files_of_variables(given))


@situation
def working_directory_in_search_path(given: Given, foretold: Prediction) -> bool:
    """An entry of `PATH` is empty, a dot or relative, or becomes so, and then depends on where a program is started."""
    before = process_environment(given)
    written = [entry for value in values(given, PATH) for entry in (*value.split(":"), *entries(value, before))]
    every = [*written, *before[PATH].split(":")]
    return any(not entry.startswith(("/", "$", OPAQUE)) for entry in every)
