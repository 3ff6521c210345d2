"""One generated case in ten tries `run` strings or command lines: what each may hold, and all that is refused in it."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial

import pytest

from tsr_model.command_line import Misuse, Request, Told, request
from tsr_model.config import Config, ConfigError, parse_config
from tsr_model.prediction import Prediction, predict
from tsr_model.shell import Text, Variable, Word, commands
from tsr_oracle.generator.command_lines import command_lines_case
from tsr_oracle.generator.generate import TURNS, generate
from tsr_oracle.generator.run_strings import run_strings_case
from tsr_oracle.materialise import materialise, names_other, names_other_user
from tsr_oracle.scratch import Area
from tsr_spec.case import WORLD, File, Given, Link, case_id

SEED, COUNT = 11, 3000
WORDS = [index for index in range(10 * COUNT) if TURNS[index % len(TURNS)] in (run_strings_case, command_lines_case)]
RAREST = COUNT // 1000
"""How often each situation has to come in that many cases, at the least."""


@dataclass(frozen=True)
class Made:
    """A generated case, and what is asked about it."""

    given: Given
    foretold: Prediction
    of_strings: bool

    @cached_property
    def config(self) -> Config | ConfigError | None:
        """The file in the workspace, where there is one."""
        texts = [e.data for e in self.given.tree if isinstance(e, File) and e.path == "ws/tasks.toml"]
        return parse_config(texts[0]) if texts else None

    @property
    def words(self) -> list[Word]:
        tasks = self.config.tasks.values() if isinstance(self.config, Config) and self.of_strings else ()
        return [word for task in tasks if task.run for command in commands(task.run) for word in command]

    @property
    def by(self) -> tuple[str, ...]:
        return self.foretold.refusal

    @property
    def asks(self) -> Request | Told | Misuse:
        return request(self.given.argv)

    def told(self, *what: str) -> bool:
        return isinstance(self.asks, Told) and self.asks.what in what

    def linked(self) -> bool:
        """Whether a link is called like a config."""
        return any(isinstance(e, Link) and e.path.endswith("/tasks.toml") for e in self.given.tree)


@pytest.fixture(name="every", scope="module")
def those_that_try_words() -> list[Made]:
    givens = [(index, generate(SEED, index, other=True)) for index in WORDS]
    return [Made(given, predict(given), TURNS[index % len(TURNS)] is run_strings_case) for index, given in givens]


def test_nothing_absolute_is_named_but_the_world(every: list[Made]) -> None:
    """No word that is typed, run or followed begins at the root of the host, whatever it is put together of."""
    for one in every:
        assert not names_other(one.given)
        assert not names_other_user(one.given)
        texts = [*one.given.argv, *(value for _, value in one.given.env)]
        texts += [word for step in one.foretold.steps for word in step.argv]
        texts += [entry.target for entry in one.given.tree if isinstance(entry, Link)]
        assert not any(text.startswith("/") and not text.startswith(WORLD) for text in texts), texts


def test_no_word_of_a_string_can_begin_with_a_slash(every: list[Made]) -> None:
    """Were all variables empty, and all quotes, none would."""
    for word in (word for one in every for word in one.words):
        assert not "".join(part.text for part in word if isinstance(part, Text)).startswith("/")


def test_they_can_be_made_and_are_all_different(every: list[Made]) -> None:
    assert len({case_id(one.given) for one in every}) > 0.9 * COUNT
    with Area() as area:
        for one in every[:200]:
            area.discard(materialise(one.given, area))


def mixed(word: Word) -> bool:
    return len({(type(part), isinstance(part, Text) and part.quoted) for part in word}) > 1


def rejected(clause: str, one: Made) -> bool:
    return clause in one.by


UNKNOWN = "command =|allow_all|retries|version =|member ="
REJECTIONS = [f"SHELL-{number}" for number in range(21, 31)]
SITUATIONS: dict[str, Callable[[Made], object]] = {
    "a word of several kinds of parts": lambda one: any(map(mixed, one.words)),
    "a word that is empty": lambda one: any(word == (Text("", True),) for word in one.words),
    "a reference in quotes": lambda one: any(isinstance(part, Variable) for word in one.words for part in word),
    "a pattern that matches": lambda one: one.of_strings and "SHELL-10" in one.foretold.clauses,
    "a first word from a variable": lambda one: any(word == (Variable("FIRST"),) for word in one.words),
    "a program that is missing": lambda one: "SHELL-44" in one.by,
    "an unset variable": lambda one: "SHELL-8" in one.by,
    "`||` that is taken": lambda one: "SHELL-17" in one.foretold.clauses,
    "words that are handed on": lambda one: one.of_strings and "--" in one.given.argv and one.foretold.children,
    "a plan": lambda one: one.of_strings and one.foretold.clauses[:1] == ("PLAN-1",),
    **{f"a string that is rejected: {clause}": partial(rejected, clause) for clause in REJECTIONS},
    "a list": lambda one: one.told("list") and one.foretold.exit == 0,
    "a list that is refused": lambda one: one.told("list") and one.foretold.exit == 64,
    "a list without a config": lambda one: one.told("list") and "CLI-12" in one.foretold.clauses,
    "a first config": lambda one: one.told("init") and one.foretold.exit == 0,
    "no first config, since there is one": lambda one: "CLI-15" in one.by,
    "no first config, since there is a link": lambda one: "CLI-15" in one.by and one.linked(),
    "the editor": lambda one: "CLI-17" in one.by,
    "what needs no config": lambda one: one.told("about"),
    "misuse": lambda one: "CLI-3" in one.by,
    "a value that is missing, or comes twice": lambda one: "CLI-18" in one.by,
    "a file that can't be written": lambda one: "EVENT-2" in one.by,
    "a task that is unknown": lambda one: "CLI-1" in one.by,
    "several options": lambda one: isinstance(one.asks, Request) and len(one.asks.options) > 1,
    "a config that is an error": lambda one: not one.of_strings and isinstance(one.config, ConfigError),
    "a config that is no file": lambda one: "DISC-4" in one.by,
    "a config by a link": lambda one: one.linked() and one.foretold.children,
    "a config that everybody may write": lambda one: "PERM-1" in one.by,
    "keys that nobody knows": lambda one: (
        one.foretold.exit == 0 and any(isinstance(e, File) and re.search(UNKNOWN, e.data) for e in one.given.tree)
    ),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_interesting_situation_is_there(every: list[Made], situation: str) -> None:
    """What may be overlooked in a string or in a command line comes often enough to be found wrong."""
    assert sum(bool(SITUATIONS[situation](one)) for one in every) >= RAREST


def test_neither_refusals_nor_runs_outweigh_everything_else(every: list[Made]) -> None:
    """Else "refuse everything" or "do as you are told" would agree nearly everywhere."""
    assert 0.2 < sum(bool(one.foretold.children) for one in every) / COUNT < 0.7
    assert 0.2 < sum(bool(one.by) for one in every) / COUNT < 0.6


def test_no_single_reason_outweighs_the_others(every: list[Made]) -> None:
    """Whoever gets one rule wrong is told so in some cases, and not in most."""
    reasons = Counter(one.by[0] for one in every if one.by)
    assert max(reasons.values()) < 0.35 * reasons.total()
