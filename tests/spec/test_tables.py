"""The shared tables say what the chapters say."""

from __future__ import annotations

from tsr_spec.chapters import clauses
from tsr_spec.tables import builtins


def test_the_builtins_are_those_of_the_chapter() -> None:
    assert list(builtins()) == ["rm", "cp", "mv", "mkdir", "touch", "cat", "echo", "pwd", "true", "false"]


def test_the_fenced_ones_are_those_of_the_fence() -> None:
    fenced = [name for name, builtin in builtins().items() if builtin.fenced]
    assert fenced == ["rm", "cp", "mv", "mkdir", "touch", "cat"]
    assert all(f"`{name}`" in clauses()["FENCE-1"].prose for name in builtins())


def test_the_options_are_those_of_the_clause() -> None:
    prose = " ".join(clauses()["BUILTIN-1"].prose.split())
    for name, builtin in builtins().items():
        short = [f"-{option.short}" for option in builtin.options if option.short]
        long = [f"--{option.long}" for option in builtin.options if option.long]
        listed = {word for part in prose.split("`") if part.startswith(f"{name} -") for word in part.split()[1:]}
        assert listed == {*short, *long}, name
        assert len(short) == len(set(short))


def test_the_numbers_of_operands() -> None:
    least = {name: builtin.least for name, builtin in builtins().items()}
    assert {name for name, number in least.items() if number == 2} == {"cp", "mv"}
    assert {name for name, number in least.items() if number == 1} == {"rm", "mkdir", "touch"}
    assert [name for name, builtin in builtins().items() if builtin.most is not None] == ["pwd"]
