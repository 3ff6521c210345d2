"""The judge sees what wrong versions of builtins do when a call fails."""

from __future__ import annotations

import errno
from collections.abc import Callable

import pytest
from failing_cases import LIMIT, Player
from failing_judge import (
    CLEAR,
    HALF,
    HANG,
    INTERNAL,
    LEFT,
    LOST,
    SILENT,
    STOPPED,
    TRACEBACK,
    UNHARMED,
    VAGUE,
    WRONG_CODE,
    Case,
)
from failing_scenarios import SCENARIOS

COPY, MOVE, REMOVE, LIST = "cp to a new name", "mv of a file across file systems", "rm -f", "cat of standard input"


@pytest.fixture
def judged() -> Callable[[str, Case], str]:
    """The word for a case, with a wrong version of the runner."""

    def of(wrong: str, case: Case) -> str:
        scenario = SCENARIOS[case.scenario]
        if why := scenario.why_not():
            pytest.skip(why)
        with Player(wrong, limit=1.0 if wrong == "cat_waits_for_nothing" else LIMIT) as player:
            player.begin(scenario)
            assert player.sound.code == 0, player.sound
            return player.judged(case)[0]

    return of


@pytest.mark.parametrize(
    ("wrong", "scenario", "function", "number", "word"),
    [
        ("cp_leaves_half", COPY, "write", errno.ENOSPC, HALF),
        ("cp_empties_the_source", COPY, "write", errno.ENOSPC, LOST),
        ("mv_removes_what_was_not_copied", MOVE, "write", errno.ENOSPC, LOST),
        ("rm_says_nothing", REMOVE, "unlink", errno.EACCES, SILENT),
        ("rm_fails_without_a_word", REMOVE, "unlink", errno.EACCES, SILENT),
        ("rm_does_not_say_why", REMOVE, "unlink", errno.EACCES, VAGUE),
        ("rm_names_something_else", REMOVE, "unlink", errno.EACCES, VAGUE),
        ("rm_has_a_code_of_its_own", REMOVE, "unlink", errno.EACCES, WRONG_CODE),
        ("rm_prints_a_traceback", REMOVE, "unlink", errno.EACCES, TRACEBACK),
        ("rm_did_not_foresee_it", REMOVE, "unlink", errno.EACCES, INTERNAL),
        ("mkdir_stops_at_the_first", "mkdir", "make_directory", errno.ENOSPC, STOPPED),
        ("cat_waits_for_nothing", LIST, "write", errno.EAGAIN, HANG),
        ("cat_leaves_a_process", LIST, "write", errno.EIO, LEFT),
    ],
)
def test_a_wrong_version(
    judged: Callable[[str, Case], str], wrong: str, scenario: str, function: str, number: int, word: str
) -> None:
    """Each has the word for what it does wrong."""
    assert judged(wrong, Case(scenario, function, number, 1)) == word


@pytest.mark.parametrize(
    ("scenario", "function", "number", "word"),
    [
        (REMOVE, "unlink", errno.EACCES, CLEAR),
        (REMOVE, "unlink", errno.ENOENT, UNHARMED),
        ("mv", "rename", errno.EXDEV, UNHARMED),
    ],
)
def test_the_runner_itself(
    judged: Callable[[str, Case], str], scenario: str, function: str, number: int, word: str
) -> None:
    """The same cases have a good word where nothing is wrong."""
    assert judged("", Case(scenario, function, number, 1)) == word
