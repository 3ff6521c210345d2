"""What both readings need has one source, in the spec: their own constants are held against it."""

from __future__ import annotations

import importlib

import pytest

from tsr_impl import guarded_names
from tsr_impl.builtins import find
from tsr_model.builtins import BUILTINS
from tsr_model.builtins import options as model_options
from tsr_model.effect import Call as ModelCall
from tsr_model.fence import Bounds
from tsr_model.filesystem import EMPTY
from tsr_spec.tables import Builtin, builtins, guarded

TAKING_OPTIONS = [builtin for builtin in builtins().values() if builtin.name not in ("echo", "true", "false")]


def written(builtin: Builtin) -> set[str]:
    """Every option of the table as it is typed."""
    short = {f"-{option.short}" for option in builtin.options if option.short}
    return short | {f"--{option.long}" for option in builtin.options if option.long}


def test_the_model_has_the_builtins_of_the_table() -> None:
    assert set(BUILTINS) == set(builtins())


def test_the_runner_has_the_builtins_of_the_table() -> None:
    assert all(find(name) is not None for name in builtins())
    assert find("ls") is None


@pytest.mark.parametrize("builtin", TAKING_OPTIONS, ids=lambda builtin: builtin.name)
def test_the_runner_knows_the_options_of_the_table(builtin: Builtin) -> None:
    name = "plain" if builtin.name == "pwd" else builtin.name
    known = getattr(importlib.import_module(f"tsr_impl.builtins.{name}"), "_OPTIONS", {})
    assert set(known) == written(builtin)


@pytest.mark.parametrize("builtin", TAKING_OPTIONS, ids=lambda builtin: builtin.name)
@pytest.mark.parametrize("word", ["-a", "-f", "-p", "-r", "-R", "--force", "--parents", "--recursive", "--all"])
def test_the_model_knows_the_options_of_the_table(builtin: Builtin, word: str) -> None:
    effect = BUILTINS[builtin.name](
        ModelCall(EMPTY, 0, Bounds(())), (word, "a", "b")[: 3 if builtin.most is None else 1]
    )
    assert (effect.status == 2) == (word not in written(builtin))
    assert model_options.read(("--", word), {}, "").operands == (word,)


def test_the_runner_guards_the_variables_of_the_table() -> None:
    assert frozenset(guarded_names.NAMES) == guarded().names
    assert tuple(guarded_names.PREFIXES) == guarded().prefixes
    assert frozenset(guarded_names.STRICT_NAMES) == guarded().strict_names
    assert sorted(guarded_names.STRICT_PREFIXES) == sorted(guarded().strict_prefixes)


def test_no_variable_is_listed_twice() -> None:
    assert not guarded().names & guarded().strict_names
    assert not any(name.startswith(guarded().prefixes) for name in guarded().names | guarded().strict_names)
    assert not any(name.startswith(guarded().strict_prefixes) for name in guarded().names | guarded().strict_names)
