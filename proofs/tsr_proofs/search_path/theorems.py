"""What the rules for `PATH` give, as properties of one value or of a few that are set one after another."""

from __future__ import annotations

import posixpath
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import TypeAlias

from tsr_model import search_path
from tsr_model.environment import Assignment, Source, merge
from tsr_proofs.references import refers
from tsr_proofs.search_path import reading
from tsr_proofs.search_path.reading import Letters
from tsr_proofs.spelled import texts

OTHERS = {"D": ".", "C": "/a::/b", "S": ":", "E": ""}
"""What else is set; `U` is not."""
_SET = " ".join(f"{name}='{value}'" for name, value in OTHERS.items())


def _called(path: str | None) -> str:
    return "env -u PATH" if path is None else f"env PATH='{path}'"


# --- one value -------------------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Judged:
    """A value for `PATH`, as it is written, and with what is merged at that point."""

    value: str
    path: str | None
    literal: bool
    strict: bool

    @property
    def environment(self) -> dict[str, str]:
        """What is merged at that point."""
        return OTHERS if self.path is None else {**OTHERS, "PATH": self.path}

    def __str__(self) -> str:
        quoted = f"'{self.value}' (single-quoted)" if self.literal else f'"{self.value}"'
        return f"PATH = {quoted}, with {_SET}, {_called(self.path)}{' and --strict' * self.strict}"


def judged(tokens: tuple[str, ...], most: int, paths: tuple[str | None, ...], literal: bool) -> Iterator[Judged]:
    """Every value of up to `most` tokens, with each inherited `PATH`, with and without `--strict`."""
    for value in texts(tokens, most):
        for path, strict in product(paths, (False, True)):
            yield Judged(value, path, literal, strict)


def reference_read_alike(case: Judged) -> str | None:
    """PATH-1: the model sees a reference to the inherited `PATH` exactly where the second reading expands one."""
    found = search_path.references_path(case.value)
    return None if found == refers(case.value, "PATH") else f"the model says {found}"


def judged_alike(case: Judged) -> str | None:
    """PATH-1, PATH-2, PATH-3: the model refuses a value by the clause by which the second reading does."""
    expected = reading.clause(case.value, case.literal, case.environment, case.strict)
    found = search_path.judge_path(case.value, case.literal, case.environment, case.strict)
    return None if found == expected else f"the model: {found}, the second reading: {expected}"


def nothing_refers(case: Judged) -> str | None:
    """Witness: no value refers to the inherited `PATH`."""
    return "it refers to it" if search_path.references_path(case.value) else None


def all_is_refused(case: Judged) -> str | None:
    """Witness: every value is refused."""
    refused = search_path.judge_path(case.value, case.literal, case.environment, case.strict)
    return None if refused else "it is accepted"


# --- what a child searches -------------------------------------------------------------------------------------------


@dataclass(slots=True)
class Searched:
    """Values that a config sets `PATH` to, one after another, and the `PATH` that the run is started with."""

    values: tuple[str, ...]
    path: str | None
    strict: bool

    def __str__(self) -> str:
        tables = (("[env]",), ("[tasks.t]", 'run = "/usr/bin/env"', "[tasks.t.env]"))
        lines = [line for table, value in zip(tables, self.values, strict=False) for line in (*table, _written(value))]
        lines += () if len(self.values) > 1 else tables[1][:2]
        used = [f"{name}='{value}' " for name, value in OTHERS.items() if f"${name}" in "".join(self.values)]
        command = f'{_called(self.path)} {"".join(used)}"$tsr" t{" --strict" * self.strict}'
        begun = ('tsr="$(command -v tsr)"', 'cd "$(mktemp -d)"', "cat > tasks.toml <<'END'")
        return "\n".join([*begun, *lines, "END", command])

    def merged(self) -> str | None:
        """The `PATH` that the model gives a child of the task; None where it refuses a value."""
        environment = OTHERS if self.path is None else {**OTHERS, "PATH": self.path}
        for value in self.values:
            if search_path.judge_path(value, False, environment, self.strict):
                return None
            environment = merge(environment, [Assignment("PATH", value, Source())])
        return environment["PATH"]

    def letters(self) -> Letters:
        """The `PATH` that a child of the task gets, by the second reading."""
        letters = reading.inherited(self.path)
        for value in self.values:
            letters = reading.extended(value, OTHERS, letters)
        return letters


def _written(value: str) -> str:
    return f'PATH = "{value}"'


Paths: TypeAlias = "tuple[str | None, ...]"


def searched(tokens: tuple[str, ...], most: int, count: int, paths: Paths, strict: bool) -> Iterator[Searched]:
    """Every `count` values of up to `most` tokens, with each inherited `PATH`."""
    for values in product(list(texts(tokens, most)), repeat=count):
        for path in paths:
            yield Searched(values, path, strict)


def kept_where_whole(case: Searched) -> str | None:
    """PATH-G1: where `$PATH` is an entry of its own, every directory of a non-empty inherited `PATH` is searched, in
    order."""
    whole = all(reading.is_whole(value, OTHERS) for value in case.values)
    return _lost(case) if whole else None


def strict_keeps_all(case: Searched) -> str | None:
    """PATH-G1, PATH-3: what `--strict` accepts keeps every directory of the inherited `PATH`, in order, and adds
    neither the working directory nor what depends on it."""
    return _lost(case) or _hidden(case) or _relative(case)


def inherited_comes_first(case: Searched) -> str | None:
    """Witness: the directories of the inherited `PATH` are searched before all others."""
    there = case.merged()
    return None if there is None or not case.path or there.startswith(case.path) else f"it becomes '{there}'"


# --- findings --------------------------------------------------------------------------------------------------------


def kept_in_order(case: Searched) -> str | None:
    """PATH-G1: every directory of a non-empty inherited `PATH` is still searched by every child, in order.

    Text in front of `$PATH` becomes one entry with its first directory, text behind it with its last.
    """
    return _lost(case)


def no_working_directory(case: Searched) -> str | None:
    """PATH-2: a `PATH` that a config extends makes no child search its working directory.

    Where the inherited one is unset or empty, the entry that `$PATH` stands for is an empty one.
    """
    return _hidden(case)


def nothing_relative(case: Searched) -> str | None:
    """PATH-3: what a config adds to `PATH` does not depend on the directory that a task runs in."""
    whole = all(reading.is_whole(value, OTHERS) for value in case.values)
    return _relative(case) if whole else None


def nothing_is_here(case: Searched) -> str | None:
    """PATH-2: no entry that a config writes is the working directory, in whatever way it is written.

    `./` and `x/..` are, and are explicit, so that they are accepted.
    """
    entry = next((entry for entry in _own(case) if entry not in ("", ".") and posixpath.normpath(entry) == "."), None)
    return None if entry is None else f"'{entry}' is whatever directory a task runs in"


def no_path_is_extended(case: Searched) -> str | None:
    """Witness: no config extends `PATH`."""
    return None if case.merged() is None else "it is accepted"


def _lost(case: Searched) -> str | None:
    there = case.merged()
    if there is None or not case.path or reading.in_order(case.path.split(":"), there.split(":")):
        return None
    return f"it becomes '{there}', and not all of '{case.path}' is searched in order"


def _hidden(case: Searched) -> str | None:
    hidden = [entry for entry in _own(case) if entry in ("", ".")]
    return f"it becomes '{case.merged()}', in which an entry is the working directory" if hidden else None


def _relative(case: Searched) -> str | None:
    entry = next((entry for entry in _own(case) if entry not in ("", ".") and not entry.startswith("/")), None)
    return None if entry is None else f"'{entry}' is looked for in the directory that the task runs in"


def _own(case: Searched) -> list[str]:
    """The entries that a config has added, by the second reading, if the model gives them to a child at all."""
    there = case.merged()
    if there is None:
        return []
    letters = case.letters()
    return reading.own_entries(letters) if reading.text_of(letters) == there else there.split(":")
