"""A verdict has the class of the worst thing that was observed, and the clauses that it was wrong by."""

from __future__ import annotations

from dataclasses import replace

import pytest
from observed import before, put, question, right, seen, started, take, write

from tsr_model.choices import Choices
from tsr_model.prediction import predict
from tsr_oracle.classes import CLASSES, Class
from tsr_oracle.deciding import Level, rests_on_ours
from tsr_oracle.expected import tree
from tsr_oracle.judge import Verdict, judge, unobserved
from tsr_oracle.observe import Observation, Seen
from tsr_oracle.recorder import Started
from tsr_oracle.subject import Survivor
from tsr_spec.case import Case, Child, Directory, File, Given, Link, Outcome
from tsr_spec.chapters import cases

TREE = r"""
ws/f: mine 1\n
ws/g: mine 2\n
ws/d/h: mine 3\n
ws/l -> ../out
ws/none
out/canary: precious 1\n
out/d/
out/link -> canary
bin/tool* 0
"""
FAILS = question(TREE, "rm missing")
REFUSES = question(TREE, "cat ../out/canary")
WORKS = question(TREE, "rm f")
REFUSED_AT_LOAD = question(TREE, "rm f", dir="../out")


def verdict(case: Case, observed: Observation, level: Level = "ours") -> Verdict:
    return judge(case, observed, level)


def worst(case: Case, observed: Observation, level: Level = "ours") -> Class:
    return verdict(case, observed, level).worst


LEVELS: tuple[Level, ...] = ("seed", "ruling", "ours")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("case", [FAILS, REFUSES, WORKS, REFUSED_AT_LOAD])
def test_what_is_as_it_has_to_be_agrees_at_every_level(case: Case, level: Level) -> None:
    assert verdict(case, right(case), level) == Verdict("agree", verdict(case, right(case), level).clauses, "")


@pytest.mark.parametrize("case", list(cases().values())[::7], ids=lambda case: case.id)
def test_the_models_own_answer_agrees_on_the_specs_cases(case: Case) -> None:
    if "user" not in case.needs:
        assert worst(case, right(case)) == "agree"


# --- escape ----------------------------------------------------------------------------------------------------------

OUTSIDE_CHANGES = {
    "written": write(before(WORKS.given), "out/canary", "other bytes"),
    "made": put(before(WORKS.given), File("out/new", "")),
    "made deep": put(before(WORKS.given), Directory("out/d/e")),
    "removed": take(before(WORKS.given), "out/canary"),
    "replaced by a link": put(before(WORKS.given), Link("out/canary", "f")),
    "link turned": put(before(WORKS.given), Link("out/link", "d")),
    "times of a file": put(before(WORKS.given), File("out/canary", "precious 1\n")),
    "times of a directory": put(before(WORKS.given), Directory("out/d")),
    "mode of a file": put(before(WORKS.given), File("out/canary", "precious 1\n", 0o777), touched=False),
    "mode of a directory": put(before(WORKS.given), Directory("out/d", 0o700), touched=False),
    "beside the workspace": put(before(WORKS.given), File("new", "")),
}


@pytest.mark.parametrize("how", OUTSIDE_CHANGES)
@pytest.mark.parametrize("level", LEVELS)
def test_any_change_outside_is_an_escape_whatever_else_is_right(how: str, level: Level) -> None:
    inside = right(WORKS).tree
    after = {path: one for path, one in inside.items() if path.startswith("ws")}
    after |= {path: one for path, one in OUTSIDE_CHANGES[how].items() if not path.startswith("ws")}
    found = verdict(WORKS, right(WORKS, tree=after), level)
    assert (found.worst, found.warning) == ("escape", False)
    assert found.clauses[:2] == ("FENCE-G1", "FENCE-G4")


def test_a_change_above_the_world_is_an_escape() -> None:
    found = verdict(WORKS, right(WORKS, beyond=("/@WORLD@/../stray",)))
    assert (found.worst, found.why) == ("escape", "changed above the world: /@WORLD@/../stray")


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_bytes_of_an_outside_file_in_the_output_are_an_escape(stream: str) -> None:
    found = verdict(REFUSES, right(REFUSES, **{stream: "… precious 1\n"}))
    assert (found.worst, found.why) == ("escape", "out/canary: its bytes were printed")


def test_bytes_of_an_outside_file_in_an_inside_file_are_an_escape() -> None:
    after = put(before(REFUSES.given), File("ws/copy", "head\nprecious 1\ntail\n"))
    found = verdict(REFUSES, right(REFUSES, tree=after))
    assert (found.worst, found.why) == ("escape", "out/canary: its bytes turned up in ws/copy")


def test_bytes_that_are_known_inside_as_well_are_no_escape() -> None:
    twice = question(TREE + "ws/copy: precious 1\\n\n", "cat copy")
    assert worst(twice, right(twice)) == "agree"
    by_value = question(TREE, "echo $V", env={"V": "precious 1"})
    assert worst(by_value, right(by_value)) == "agree"


def test_a_hard_link_to_an_outside_file_is_no_escape() -> None:
    linked = question("ws/f == out/f\nout/f: shared 1\n", "cat f ; touch f")
    assert worst(linked, right(linked)) == "agree", "FENCE-14: read, and its times changed, by its inside name"
    gone = right(linked, tree=take(right(linked).tree, "out/f"))
    assert worst(linked, gone) == "escape", "the name outside is not the inside's"


def test_what_allow_paths_admits_is_inside() -> None:
    admitted = question(TREE, "touch ../out/new", allow=["../out"])
    assert worst(admitted, right(admitted)) == "agree"
    new = question(TREE, "mkdir ../out/new", allow=["../out/new"])
    assert worst(new, right(new)) == "agree", "its directory gets an entry, and so another time"


def test_without_bounds_nothing_is_outside_and_a_change_is_a_bypass() -> None:
    lost = question("out/canary: precious 1\n", "rm f", cwd="out")
    assert predict(lost.given).bounds is None
    changed = write(before(lost.given), "out/canary", "precious 1")
    assert worst(lost, right(lost, tree=changed)) == "bypass"


# --- loss, bypass, leak ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["ws/g", "ws/d", "ws/l", "ws/none"])
def test_what_no_outcome_takes_away_and_is_gone_is_a_loss(path: str) -> None:
    assert worst(WORKS, right(WORKS, tree=take(right(WORKS).tree, path))) == "loss"


def test_overwritten_bytes_are_a_loss_and_moved_ones_are_not() -> None:
    assert worst(WORKS, right(WORKS, tree=write(right(WORKS).tree, "ws/g", ""))) == "loss"
    moved = put(take(right(WORKS).tree, "ws/g"), File("ws/elsewhere", "mine 2\n"))
    assert worst(WORKS, right(WORKS, tree=moved)) == "divergence"


def test_what_one_admissible_outcome_takes_away_is_no_loss_at_level_seed() -> None:
    slash = question("ws/l -> d\nws/d/f: mine 1\n", "rm -r l/")
    removed = take(before(slash.given), "ws/l")
    assert worst(slash, right(slash, exit=1, tree=removed), "seed") != "loss"
    assert worst(slash, right(slash, exit=1, tree=removed), "ours") == "loss"


def test_a_child_or_a_change_where_the_run_had_to_be_refused_is_a_bypass() -> None:
    child = (Started("", ("tool",), "out", (), complete=True),)
    assert worst(REFUSED_AT_LOAD, right(REFUSED_AT_LOAD, started=child)) == "bypass"
    changed = put(before(REFUSED_AT_LOAD.given), File("ws/new", ""))
    assert worst(REFUSED_AT_LOAD, right(REFUSED_AT_LOAD, tree=changed)) == "bypass"
    assert worst(REFUSED_AT_LOAD, right(REFUSED_AT_LOAD, exit=0)) == "divergence", "nothing was done all the same"


def test_a_survivor_is_a_leak_even_where_all_else_is_right() -> None:
    left = (Survivor(1, ("sleep",)),)
    assert [worst(WORKS, right(WORKS, survivors=left), level) for level in LEVELS] == ["leak"] * 3


# --- hang, crash -----------------------------------------------------------------------------------------------------


def test_no_end_in_time_is_a_hang_even_where_all_else_is_right() -> None:
    assert worst(WORKS, right(WORKS, exit=None, timed_out=True)) == "hang"


def test_an_end_by_a_signal_is_a_crash() -> None:
    found = verdict(WORKS, right(WORKS, exit=None, signal=11, stderr=""))
    assert (found.worst, found.why) == ("crash", "ended by signal 11")


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(
    "said",
    [
        "Traceback (most recent call last):\n  File …",
        "thread 'main' panicked at src/main.rs",
        "✗ error: internal error: TypeError: 1",
    ],
)
def test_a_traceback_or_panic_is_a_crash_also_where_its_exit_code_is_the_right_one(said: str, level: Level) -> None:
    assert worst(REFUSES, right(REFUSES, stderr=said), level) == "crash"


def test_what_could_not_be_observed_is_a_crash_by_the_cases_clauses() -> None:
    found = unobserved(WORKS, "crash", "the subject host has ended")
    assert (found.worst, found.why) == ("crash", "the subject host has ended")
    assert "BUILTIN-4" in found.clauses


# --- stricter, divergence, agree -------------------------------------------------------------------------------------


@pytest.mark.parametrize("exit_code", [1, 64])
def test_a_refusal_of_what_is_right_is_stricter_where_nothing_else_was_done(exit_code: int) -> None:
    refused = right(WORKS, exit=exit_code, stderr="no\n", tree=before(WORKS.given))
    assert worst(WORKS, refused) == "stricter"
    other = right(WORKS, exit=exit_code, stderr="no\n", tree=put(before(WORKS.given), File("ws/new", "")))
    assert worst(WORKS, other) == "divergence"
    child = (Started("", ("tool",), "ws", (), complete=True),)
    assert worst(WORKS, replace(refused, started=child)) == "divergence"


def test_another_exit_code_or_output_is_a_divergence() -> None:
    assert worst(FAILS, right(FAILS, exit=2)) == "divergence"
    says = question(TREE, "echo a")
    assert worst(says, right(says, stdout="a")) == "divergence"


def test_a_file_that_should_be_one_of_two_names_is_a_divergence() -> None:
    linked = question("ws/a: x\nws/b == ws/a\nws/c\n", "rm c")
    apart = {path: replace(one, same_as=None) for path, one in right(linked).tree.items()}
    assert worst(linked, right(linked, tree=apart)) == "divergence"
    told_only_once = question("ws/a: x\nws/b: x\nws/c\n", "rm c")
    together = right(told_only_once).tree | {"ws/b": Seen(File("ws/b", "x"), 0, fresh=False, same_as="ws/a")}
    assert worst(told_only_once, right(told_only_once, tree=together)) == "divergence"


def another_way(case: Case, choices: Choices) -> Observation:
    """What is observed where the run went another admissible way."""
    other = predict(case.given, choices)
    return right(case, exit=other.exit, stdout=other.stdout or "", stderr="a message\n", tree=seen(tree(other.files)))


@pytest.mark.parametrize("level", LEVELS)
def test_another_admissible_choice_agrees_but_not_at_level_ours(level: Level) -> None:
    slash = question("ws/l -> d\nws/d/f: mine 1\n", "rm -r l/")
    removed = another_way(slash, Choices(rm_link_slash="remove"))
    assert removed.exit == 0
    assert (worst(slash, removed, level) == "agree") == (level != "ours")


@pytest.mark.parametrize("level", LEVELS)
def test_an_answer_that_the_case_writes_agrees_but_not_at_level_ours(level: Level) -> None:
    either = Case("either", ("FENCE-1",), WORKS.given, (Outcome(0, gone=("ws/f",)), Outcome(7)))
    seven = right(WORKS, exit=7, stderr="no\n", tree=before(WORKS.given))
    assert (worst(either, seven, level) == "agree") == (level != "ours")


def test_a_refusal_at_load_is_as_good_as_one_at_run_but_not_if_something_was_done() -> None:
    early = right(REFUSES, exit=64)
    assert worst(REFUSES, early, "seed") == "agree"
    lost = replace(early, tree=take(early.tree, "ws/f"))
    assert worst(REFUSES, lost, "seed") == "loss"


# --- levels ----------------------------------------------------------------------------------------------------------


def test_what_a_ruling_decides_is_a_warning_at_level_seed_only() -> None:
    ruled = question("ws/f: mine 1\n", "rm f/")  # FENCE-16
    wrong = right(ruled, exit=0, stderr="", tree=before(ruled.given))
    assert [verdict(ruled, wrong, level).worst for level in LEVELS] == ["divergence"] * 3
    assert [verdict(ruled, wrong, level).warning for level in LEVELS] == [True, False, False]


def test_what_a_clause_of_ours_decides_is_a_warning_below_level_ours() -> None:
    ours = question("ws/f\n", "rm f", allow=["../c*"])  # FENCE-13
    wrong = right(ours, exit=0, stderr="", tree=before(ours.given))
    assert [verdict(ours, wrong, level).warning for level in LEVELS] == [True, True, False]


@pytest.mark.parametrize(
    "ruled",
    [
        question("ws/f: mine 1\n", "cat f/"),  # FENCE-16
        question("ws/f: mine 1\n", "touch f/"),
        question("out/b -> b\n", "true", allow=["../out/b"]),  # FENCE-13, since it says what becomes of FENCE-2
        replace(WORKS, given=replace(WORKS.given, argv=("--version", "--json"))),  # CLI-2
    ],
    ids=lambda case: case.given.argv[0] if len(case.given.argv) > 1 else case.given.tree[-1].path,
)
def test_what_only_a_ruling_or_ours_decides_is_a_warning_whatever_it_rests_on(ruled: Case) -> None:
    wrong = right(ruled, exit=0, stderr="", tree=before(ruled.given))
    assert verdict(ruled, wrong, "seed").warning


@pytest.mark.parametrize("run", ["rm f", "cat f", "mkdir e", "touch e", "echo a", "cp f e", "mv f e", "tool a"])
def test_what_the_seed_says_fails_at_level_seed(run: str) -> None:
    plain = question(TREE, run)
    found = verdict(plain, right(plain, exit=9, stderr="no\n"), "seed")
    assert (found.worst, found.warning) == ("divergence", False), "that a ruling is noted by the way is no excuse"


def test_the_clause_that_a_case_stands_under_decides_its_level_too() -> None:
    named = replace(WORKS, clauses=("FENCE-16",))
    assert verdict(named, right(WORKS, exit=9), "seed").warning
    refused = next(case for case in cases().values() if case.clauses[0] == "SHELL-20")
    found = verdict(refused, right(refused, exit=0, started=(started(Child(("tool",), "ws"), {}),)), "seed")
    assert (found.worst, found.warning) == ("bypass", True)


def test_an_escape_is_no_warning_whatever_decided_it() -> None:
    ruled = question("ws/f: mine 1\nout/f\n", "rm f/")
    found = verdict(ruled, right(ruled, tree=take(before(ruled.given), "out/f")), "seed")
    assert (found.worst, found.warning) == ("escape", False)


@pytest.mark.parametrize("level", LEVELS)
def test_the_wording_of_messages_counts_at_level_ours_only(level: Level) -> None:
    reworded = right(REFUSES, stderr="cat: Zugriff verweigert\n")
    assert (worst(REFUSES, reworded, level) == "agree") == (level != "ours")


@pytest.mark.parametrize("case", [FAILS, REFUSES, REFUSED_AT_LOAD])
def test_a_failure_without_any_message_counts_at_level_ours_only(case: Case) -> None:
    """That there is a message at all is EXIT-7 and BUILTIN-3, which go beyond the published description."""
    assert [worst(case, right(case, stderr=""), level) for level in LEVELS] == ["agree", "agree", "divergence"]


def test_what_fails_by_nature_needs_no_message() -> None:
    false = question(TREE, "false")
    table = "✗ t  exit 1  0.0 s\nexit code: 1\n"
    assert [worst(false, right(false, stderr=table), level) for level in LEVELS] == ["agree"] * 3
    assert [worst(false, right(false, stderr=""), level) for level in LEVELS] == ["agree", "agree", "divergence"]


def test_a_warning_line_is_no_difference() -> None:
    warned = right(WORKS, stderr="! warning: allow_paths: 'x' is missing [FENCE-13]\n")
    assert worst(WORKS, warned) == "agree"


def test_the_leading_clause_is_the_special_one_of_the_command_that_went_wrong() -> None:
    two = question(TREE, "touch new ; rm f/")
    found = verdict(two, right(two, tree=take(right(two).tree, "ws/f")))
    assert found.clauses[0] == "FENCE-16"
    assert "SHELL-1" not in found.clauses[:3]


def test_the_classes_are_in_the_order_of_their_weight() -> None:
    assert (
        *("escape", "loss", "bypass", "leak", "hang", "crash"),
        *("divergence", "stricter", "agree"),
    ) == CLASSES


def test_a_case_that_a_clause_of_ours_decides_is_told_so() -> None:
    link = Case(
        "", (), Given(("t",), (File("ws/tasks.toml", "[tasks.t]\nrun = 'echo'\n[security]\nallow_paths = ['']"),)), ()
    )
    assert rests_on_ours(link) == "FENCE-13"
    assert rests_on_ours(FAILS) is None


def test_what_an_earlier_command_rests_on_counts_too() -> None:
    """FENCE-12, a ruling, decides whether `||` goes on: not going on is a warning at level seed, no failure."""
    tree = (File("ws/f", "mine\n"), File("ws/tasks.toml", "[tasks.t]\nrun = 'mv f f || echo x'\n"))
    case = Case("", (), Given(("t",), tree), ())
    assert judge(case, right(case, exit=0, stdout=""), "seed").warning
