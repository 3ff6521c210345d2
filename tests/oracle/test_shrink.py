"""A failing case is made as small as it goes while it fails in the same way, within a number of tries."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest

from tsr_oracle.generator.generate import generate
from tsr_oracle.judge import judge
from tsr_oracle.scratch import Area
from tsr_oracle.sealed import run_case
from tsr_oracle.shrink import candidates, shrink
from tsr_oracle.subject import Hosted
from tsr_oracle.worker import Batch, Judged, Setting, _Worker
from tsr_spec.case import Case, Directory, File, Given, HardLink, Link, Special, canonical, case_id, entries
from tsr_spec.example import config_text, given_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LARGE = given_of(
    {
        "tree": r"""
        ws/a/b/f: mine 1\n
        ws/a/l -> ../../out/d/e
        [0600] ws/key: k
        ws/same == ws/key
        ws/pipe|
        [0700] ws/private/
        out/d/e/f: precious 1\n
        out/g
        bin/rec* 0
        """,
        "run": "rec 'one' two && cat a/b/f ; rm -r a/l/f key || touch a/x",
        "allow": ["../shared", "../later/on"],
        "cwd": "ws/a",
        "umask": "0077",
        "env": {"A": "x/y/z", "B": ""},
        "argv": ["t", "--", "typed"],
        "stdin": "typed",
    }
)


def texts(given: Given) -> list[str]:
    return [entry.data if isinstance(entry, File) else getattr(entry, "target", "") for entry in given.tree]


def size(given: Given) -> int:
    return len(canonical(given))


def holds(*words: str) -> Callable[[Given], bool]:
    """Fails for as long as these words are somewhere in the config."""
    return lambda given: all(any(word in text for text in texts(given)) for word in words)


# --- by itself -------------------------------------------------------------------------------------------------------


def test_what_never_fails_again_stays_as_it_is() -> None:
    assert shrink(LARGE, lambda given: False) == LARGE


def test_all_that_does_not_matter_goes() -> None:
    smallest = shrink(LARGE, holds("a/l/f"))
    assert smallest.cwd == "ws"
    assert (smallest.env, smallest.argv, smallest.stdin, smallest.umask) == ((), ("t",), "", 0o022)
    assert [entry.path for entry in smallest.tree] == ["ws/tasks.toml"]
    assert texts(smallest) == ['run = "a/l/f"\n']


def test_each_part_of_a_command_line_can_go_by_itself() -> None:
    for wanted in ("two", "cat", "key", "touch"):
        assert texts(shrink(LARGE, holds(wanted))) == [f'run = "{wanted}"\n']
    assert texts(shrink(LARGE, holds("../later/on"))) == ['allow_paths = ["../later/on"]\n']
    assert texts(shrink(LARGE, holds("../shared"))) == ['allow_paths = ["../shared"]\n']
    assert texts(shrink(LARGE, holds("tasks.t]"))) == ["[tasks.t]\n"]


def test_a_value_that_is_made_shorter_is_still_toml() -> None:
    """Half a string would be another failure, or none."""
    config = config_text("rm a/b && cat 'c d'", ["../x", "../y/z"], "sub/dir", ["one", "two"])
    given = Given(("t",), (File("ws/tasks.toml", config),))
    for candidate in candidates(given):
        for text in texts(candidate):
            tomllib.loads(text)


def test_the_result_can_be_made_smaller_by_none_of_its_candidates() -> None:
    for fails in (holds("rm", "key"), holds("cat"), lambda given: len(given.tree) > 3):
        smallest = shrink(LARGE, fails)
        assert fails(smallest)
        assert not any(fails(candidate) for candidate in candidates(smallest) if candidate != smallest)


def test_what_is_plainer_is_taken_instead() -> None:
    smallest = shrink(LARGE, lambda given: {"ws/same", "ws/pipe", "ws/private"} <= {e.path for e in given.tree})
    kinds = {entry.path: type(entry) for entry in smallest.tree}
    assert kinds == {"ws/same": File, "ws/pipe": File, "ws/private": Directory}
    assert Directory("ws/private") in smallest.tree


def test_a_candidate_is_no_larger_and_never_loses_what_a_hard_link_names() -> None:
    for candidate in candidates(LARGE):
        assert size(candidate) <= size(LARGE) + len(",'file':''same"), "a FIFO becomes a file with a text"
        there = {entry.path for entry in entries(candidate)}
        assert all(entry.to in there for entry in candidate.tree if isinstance(entry, HardLink))


@pytest.mark.parametrize("most", [0, 1, 7, 50])
def test_it_ends_within_its_tries_and_tries_nothing_twice(most: int) -> None:
    tried = []

    def fails(given: Given) -> bool:
        tried.append(given)
        return len(given.tree) % 2 == 0

    shrink(LARGE, fails, most)
    assert len(tried) <= most
    assert len(set(tried)) == len(tried)
    assert LARGE not in tried


def test_it_ends_where_everything_fails() -> None:
    smallest = shrink(LARGE, lambda given: True)
    assert (smallest.tree, smallest.env, smallest.argv) == ((), (), ("t",))


def test_generated_cases_shrink_to_cases_that_can_be_written_down() -> None:
    for index in range(40):
        given = generate(2, index, other=True)
        smallest = shrink(given, lambda candidate: any(isinstance(e, Link | Special) for e in candidate.tree))
        assert case_id(smallest)
        json.dumps(canonical(smallest))


# --- with faults -----------------------------------------------------------------------------------------------------


def first_failure(area: Area, fault: str, leading: str) -> Judged:
    """The first generated case that the fault fails by this clause."""
    with Hosted(fault) as subject:
        for index in range(3000):
            case = Case(f"generated {index}", (), generate(1, index, other=False), ())
            verdict = judge(case, run_case(case.given, area, subject, 2.0), "ours")
            if verdict.worst != "agree" and leading in verdict.clauses:
                return Judged("generated", "hosted", index, case, (), verdict)
    raise AssertionError("no case fails")


@pytest.mark.parametrize(
    ("fault", "leading", "command", "nodes"),
    [("destination_unjudged", "FENCE-1", ("cp", "mv", "mkdir", "touch"), 5), ("rm_follows", "FENCE-5", ("rm",), 5)],
)
def test_a_fault_is_shown_by_one_command_in_a_few_entries(
    fault: str, leading: str, command: tuple[str, ...], nodes: int
) -> None:
    with Area() as area:
        failing = first_failure(area, fault, leading)
        worker = _Worker(Setting((), fault, "ours", 1, 2.0), area)
        smallest = worker.shrink(failing)
        before, after = failing.verdict, smallest.verdict
        assert before is not None
        assert after is not None
        assert after.worst == before.worst, "the class is kept"
        assert before.clauses[0] in after.clauses, "and so is the clause"
        config = next(e.data for e in smallest.case.given.tree if isinstance(e, File) and e.path.endswith("tasks.toml"))
        assert config.count("\n") == 2, "one table, one value"
        run = config.split('"')[1]
        assert run.startswith(command)
        assert not any(operator in run for operator in ("&&", "||", ";"))
        assert len(smallest.case.given.tree) <= nodes
        for candidate in candidates(smallest.case.given):
            again = worker.judge(
                Batch("given", "hosted", range(0)), 0, replace(smallest.case, given=candidate, clauses=())
            )
            if candidate != smallest.case.given and again is not None and again.verdict is not None:
                same = again.verdict.worst == before.worst and before.clauses[0] in again.verdict.clauses
                assert not same, "a smaller one shows the same"
        worker.subjects["hosted"].close()
