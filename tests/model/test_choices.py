"""Where the clauses leave more than one way open, the model knows each of them, and not only that of the runner."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from tsr_model.choices import Choices, others
from tsr_model.prediction import predict
from tsr_model.world import path_in_world
from tsr_spec.case import CaseError
from tsr_spec.example import given_of


@dataclass(frozen=True)
class Fork:
    """A question whose answer depends on the way that is taken: the exit code of ours, and that of another."""

    way: Choices
    question: dict[str, str | list[str]]
    ours: int
    other: int


SWAPPED = """
[tasks.t]
run = "true"
deps = ["a"]
env_file = "e"
[tasks.a]
run = "mv l e"
"""

UNREACHED = """
[tasks.t]
run = "true"
[tasks.a]
run = "true"
dir = "../out"
"""

DETOUR = """
[tasks.t]
run = "rm $A"
env_file = "none/../../ws/e"
"""

FORKS = (
    Fork(Choices(missing_dots="textual"), {"tree": "ws/f", "run": "rm none/../../ws/f"}, 1, 0),
    Fork(Choices(missing_dots="textual"), {"tree": "ws/f\nws/e: A=f", "config": DETOUR}, 64, 0),
    Fork(Choices(rm_force_not_directory="hidden"), {"tree": "ws/f", "run": "rm -f f/x"}, 1, 0),
    Fork(
        Choices(mv_across_links="judge"),
        {"tree": "ws/l -> ../out", "run": "mv l /@OTHER@", "allow": ["/@OTHER@"]},
        0,
        1,
    ),
    Fork(Choices(env_several_lines="error"), {"tree": "ws/", "run": "true", "dotenv": "A='1\n2'"}, 0, 64),
    Fork(Choices(env_file_swapped="skip"), {"tree": "ws/e\nws/l -> ../out/e\nout/e", "config": SWAPPED}, 64, 0),
    Fork(Choices(fence_reach="file"), {"tree": "out/", "config": UNREACHED}, 0, 64),
    Fork(Choices(static_refusal="load"), {"tree": "out/l -> ../ws/d", "run": "mkdir -p ../out//l"}, 1, 64),
)


@pytest.mark.parametrize("fork", FORKS)
def test_another_way_is_come_upon_and_ends_otherwise(fork: Fork) -> None:
    """A prediction says which ways it came upon, and by each of them it has the answer that is right there."""
    given = given_of(fork.question)
    ours = predict(given)
    assert fork.way in others(ours.open)
    assert (ours.exit, predict(given, fork.way).exit) == (fork.ours, fork.other)


def test_how_much_is_copied_beside_a_link_that_leads_out_is_open() -> None:
    """What a tree has beside a link that leads out may be there afterwards, and need not (FENCE-6)."""
    tree = "ws/d/a\nws/d/l -> ../../out/f\nout/f"
    foretold = predict(given_of({"tree": tree, "run": "cp -r d e"}))
    assert {path_in_world(place) for place in foretold.optional} == {"ws/e", "ws/e/a"}


@pytest.mark.parametrize("run", ["rm -r ../d && pwd", "mv ../d ../e && pwd", "mv ../d ../e && /bin/true"])
def test_what_is_told_of_a_directory_that_is_not_where_it_was_is_open(run: str) -> None:
    """BUILTIN-18: the model has no word for it, so that no implementation is judged by one."""
    config = f"[tasks.t]\nrun = '{run}'\ndir = 'd'\n"
    with pytest.raises(CaseError, match="moved or removed the directory of its task"):
        predict(given_of({"tree": "ws/d/\n", "config": config}))
