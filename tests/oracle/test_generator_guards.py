"""A quarter of the generated cases try the guards at load: each reason to refuse, and what is nearly one, comes."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import pytest

from tsr_model.choices import Choices
from tsr_model.config import Config, parse_config
from tsr_model.guarded import guarded
from tsr_model.prediction import Prediction, predict
from tsr_oracle.generator.generate import MOST_CLIMBS, TURNS, climbs, generate, keeps_within
from tsr_oracle.generator.guards import guards_case
from tsr_oracle.materialise import materialise, names_other, names_other_user
from tsr_oracle.scratch import Area
from tsr_spec.case import Directory, File, Given, Link, Special

SEED, COUNT = 11, 4000
GUARDS = [index for index in range(4 * COUNT) if TURNS[index % len(TURNS)] is guards_case]
RAREST = COUNT // 800
"""How often each situation has to come in that many cases, at the least."""


@dataclass(frozen=True)
class Made:
    """A generated case, and what is asked about it."""

    given: Given
    foretold: Prediction

    @cached_property
    def config(self) -> Config | None:
        text = next(e.data for e in self.given.tree if isinstance(e, File) and e.path.endswith("/tasks.toml"))
        read = parse_config(text)
        return read if isinstance(read, Config) else None

    @cached_property
    def assigned(self) -> list[str]:
        """The names that tables set."""
        if self.config is None:
            return []
        every = [self.config.env, *(task.env for task in self.config.tasks.values())]
        return [name for variables in every for name, _ in variables]

    @cached_property
    def files(self) -> str:
        """The texts of the files of variables."""
        return "".join(
            e.data for e in self.given.tree if isinstance(e, File) and e.path.startswith("ws/") and "env" in e.path
        )

    @property
    def by(self) -> tuple[str, ...]:
        """The clauses of a refusal at load, or none."""
        return self.foretold.clauses if self.foretold.stage == "load" and self.foretold.exit == 64 else ()

    @property
    def later(self) -> tuple[str, ...]:
        """The clauses of a refusal once something has run, or none."""
        return self.foretold.clauses if self.foretold.stage == "run" and "ENV-7" in self.foretold.clauses else ()

    def at(self, path: str, *kinds: type) -> bool:
        return any(entry.path == path and isinstance(entry, kinds) for entry in self.given.tree)

    def has(self, option: str) -> bool:
        return option in self.given.argv

    @property
    def runs(self) -> bool:
        return bool(self.foretold.children)


@pytest.fixture(name="every", scope="module")
def those_that_try_the_guards() -> list[Made]:
    givens = [generate(SEED, index, other=True) for index in GUARDS]
    return [Made(given, predict(given)) for given in givens]


# --- nothing outside the world ---------------------------------------------------------------------------------------


def test_they_climb_no_further_than_all_others(every: list[Made]) -> None:
    assert max(climbs(one.given) for one in every) <= MOST_CLIMBS
    assert all(keeps_within(one.given) for one in every)
    assert not any(names_other(one.given) for one in every)


def test_no_value_climbs_far_and_none_starts_a_path_behind_a_reference(every: list[Made]) -> None:
    """Else a reference that is made twice would climb twice, and one that is empty would leave a slash in front."""
    for one in every:
        for environment in one.foretold.environments:
            for entry in [entry for value in environment.values() for entry in value.split(":")]:
                assert entry.split("/").count("..") <= 1, entry
                assert not entry.startswith("/") or entry.startswith("/@WORLD@"), entry


def test_they_can_be_made_and_stay_small(every: list[Made]) -> None:
    assert sum(len(one.given.tree) for one in every) / COUNT < 15
    with Area() as area:
        for one in every[:300]:
            if os.geteuid() == 0 or not names_other_user(one.given):
                area.discard(materialise(one.given, area))


# --- the situations --------------------------------------------------------------------------------------------------


def near_guarded(one: Made) -> bool:
    names = [name for name in one.assigned if guarded(name, strict=True) is None]
    return any(
        guarded(name.upper()) or guarded(name[:-1]) or guarded(name[1:]) or guarded(f"{name}H") for name in names
    )


def loose(one: Made) -> bool:
    return any(
        isinstance(e, File | Directory) and e.mode & 0o002 and e.path != "ws/conf/open.env" for e in one.given.tree
    )


SITUATIONS: dict[str, Callable[[Made], object]] = {
    "tasks that run in an order": lambda one: len(one.foretold.children) > 2 and "GRAPH-1" in one.foretold.clauses,
    "a task that is needed twice": lambda one: one.config and any(len(t.deps) > 2 for t in one.config.tasks.values()),
    "a run that ends with a task that fails": lambda one: "GRAPH-5" in one.foretold.clauses and one.foretold.exit == 3,
    "an unknown dep": lambda one: "GRAPH-2" in one.by,
    "a circle": lambda one: "GRAPH-3" in one.by,
    "a circle that is not reached": lambda one: one.config and "other" in one.config.tasks and one.runs,
    "a dep with ^": lambda one: "GRAPH-6" in one.by,
    "words for an aggregate": lambda one: "GRAPH-9" in one.by,
    "an aggregate": lambda one: (
        one.config and one.config.tasks.get("t") and one.config.tasks["t"].aggregate and one.runs
    ),
    "a task that nothing says how to run": lambda one: "CLI-10" in one.by,
    "a task that a marker says how to run": lambda one: one.runs and "FORM-3" in one.foretold.clauses,
    "a guarded variable": lambda one: one.by[-1:] == ("ENV-1",),
    "a guarded variable in a file": lambda one: (
        one.by[-1:] == ("ENV-1",) and one.foretold.says and "line" in one.foretold.says
    ),
    "a variable that is reserved": lambda one: one.foretold.says and "reserved" in one.foretold.says,
    "a variable that --strict guards": lambda one: "ENV-5" in one.by,
    "such a variable without --strict": lambda one: one.runs and any(guarded(n, strict=True) for n in one.assigned),
    "a variable that is nearly guarded": lambda one: one.runs and near_guarded(one),
    "a guarded variable of the process": lambda one: one.runs and any(guarded(name) for name, _ in one.given.env),
    "a guarded variable that is let through": lambda one: (
        one.runs and one.has("--allow-unsafe-env") and any(guarded(name) for name in one.assigned)
    ),
    "PATH without $PATH": lambda one: "PATH-1" in one.by,
    "PATH with an empty entry": lambda one: "PATH-2" in one.by,
    "PATH that --strict refuses": lambda one: "PATH-3" in one.by,
    "PATH that is accepted": lambda one: one.runs and "PATH" in one.assigned and not one.has("--allow-unsafe-env"),
    "a program that another PATH finds": lambda one: one.foretold.exit == 5,
    "another PATH of the process": lambda one: one.runs and "PATH" in dict(one.given.env),
    "an empty PATH of the process": lambda one: dict(one.given.env).get("PATH") == "",
    "a name that is not UTF-8 in the process": lambda one: any("\udcff" in name for name, _ in one.given.env),
    "a name that no process can have": lambda one: "ENV-13" in one.by,
    "an undefined variable": lambda one: "SHELL-8" in one.by,
    "a .env with a byte order mark": lambda one: "\ufeff" in one.files and one.runs,
    "a .env with carriage returns": lambda one: "\r\n" in one.files and one.runs,
    "a .env that can't be read": lambda one: "ENV-8" in one.by,
    "a value in single quotes": lambda one: "env_single_quotes" in one.foretold.open,
    "a value over several lines": lambda one: "env_several_lines" in one.foretold.open and one.runs,
    "a comment behind a value": lambda one: "env_comment" in one.foretold.open,
    "a .env that is a directory": lambda one: one.at("ws/.env", Directory) and one.runs,
    "a FIFO or a socket": lambda one: "ENV-12" in one.by and any(isinstance(e, Special) for e in one.given.tree),
    "an env_file that is a directory": lambda one: "ENV-12" in one.by,
    "an env_file outside": lambda one: "FENCE-1" in one.by,
    "a link of variables": lambda one: one.at("ws/.env", Link) or one.at("ws/conf/x.env", Link),
    "an env_file that is missing": lambda one: one.runs and "gone" in str(one.config),
    "an env_file over more links than the budget": lambda one: "FENCE-2" in one.by,
    "what everybody may write": lambda one: "PERM-1" in one.by and one.foretold.says,
    "what everybody may write, by a link": lambda one: "PERM-2" in one.by,
    "what --strict refuses": lambda one: "PERM-3" in one.by,
    "what is loose and decides nothing": lambda one: loose(one) and one.runs,
    "something of another user": lambda one: names_other_user(one.given),
    "something of another user that is accepted": lambda one: names_other_user(one.given) and one.runs,
    "a refusal once something has run": lambda one: one.later and one.foretold.exit == 64,
    "a guard once something has run": lambda one: {"ENV-1", "PATH-1", "PATH-2"} & {*one.later[-3:]},
    "what has changed, and is accepted": lambda one: (
        one.config and "first" in one.config.tasks and one.foretold.exit == 0 and one.foretold.touched and one.runs
    ),
    "`dir` that has gone": lambda one: one.foretold.stage == "run" and "FENCE-15" in one.foretold.clauses,
    "a link that was made to lead outside": lambda one: "env_file_swapped" in one.foretold.open,
    "a plan": lambda one: "PLAN-1" in one.foretold.clauses,
    "a plan of several tasks": lambda one: (one.foretold.stdout or "").count("\n· ") and one.has("--dry-run"),
    "a plan with words in quotes": lambda one: "'" in (one.foretold.stdout or "") and one.has("--dry-run"),
    "a refusal that a plan shares": lambda one: one.by and one.has("--dry-run"),
    "both --strict and --allow-unsafe-env": lambda one: one.has("--strict") and one.has("--allow-unsafe-env"),
    "an option twice": lambda one: len(set(one.given.argv)) < len(one.given.argv),
    "misuse": lambda one: "CLI-3" in one.by,
    "another home": lambda one: one.given.home != "home" or "HOME" in dict(one.given.env),
    "a walk that ends at the home or above everything": lambda one: "CLI-12" in one.by,
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_interesting_situation_is_there(every: list[Made], situation: str) -> None:
    count = sum(bool(SITUATIONS[situation](one)) for one in every)
    assert count >= RAREST


def test_neither_refusals_nor_runs_outweigh_everything_else(every: list[Made]) -> None:
    """Else "refuse everything" or "do as you are told" would agree nearly everywhere."""
    assert 0.3 < sum(one.runs for one in every) / COUNT < 0.6
    assert 0.3 < sum(bool(one.by) for one in every) / COUNT < 0.6


def test_no_single_reason_outweighs_the_others(every: list[Made]) -> None:
    reasons = [one.by[-1] for one in every if one.by]
    assert max(map(reasons.count, set(reasons))) < 0.35 * len(reasons)


def test_the_ways_that_are_left_open_are_come_upon(every: list[Made]) -> None:
    come_upon = frozenset().union(*(one.foretold.open for one in every))
    names = {"env_single_quotes", "env_several_lines", "env_comment", "env_file_swapped", "fence_reach"}
    assert names <= come_upon <= set(Choices.__dataclass_fields__)


def test_marks_come_in_one_place_only(every: list[Made]) -> None:
    """What a leak is seen by: the values of the process and of files stand in no config."""
    for one in every:
        marks = [value for _, value in one.given.env if value.startswith("value-")]
        assert len(marks) == len(set(marks))
