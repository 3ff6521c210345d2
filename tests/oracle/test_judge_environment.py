"""What a child got of variables, what the runner printed of them, and what it said at load, is judged."""

from __future__ import annotations

from dataclasses import replace

import pytest
from observed import question, right, started

from tsr_model.prediction import predict
from tsr_oracle.classes import Class
from tsr_oracle.deciding import Level
from tsr_oracle.expected import Difference
from tsr_oracle.judge import judge
from tsr_oracle.observe import Observation
from tsr_oracle.recorder import Started
from tsr_spec.case import Case, Child, Outcome
from tsr_spec.example import given_of

LEVELS: tuple[Level, ...] = ("seed", "ruling", "ours")
TREE = "bin/rec* 0\n"
PLAIN = question(TREE, "rec", env={"A": "1"})


def configured(config: str, *argv: str, **more: object) -> Case:
    """A case of a whole config."""
    return Case("by hand", (), given_of({"tree": TREE, "config": config, "argv": ["t", *argv]} | more), ())


def child(case: Case, **different: str | None) -> Started:
    """The only child of the case, with these variables otherwise; None: without it."""
    foretold = predict(case.given)
    environment = {**foretold.environments[0], **different}
    return started(foretold.children[0], {name: value for name, value in environment.items() if value is not None})


def with_child(case: Case, **different: str | None) -> Observation:
    return right(case, started=(child(case, **different),))


def worst(case: Case, seen: Observation, level: Level = "ours") -> Class:
    return judge(case, seen, level).worst


# --- the environment of a child --------------------------------------------------------------------------------------


def test_the_order_in_which_a_child_gets_its_variables_is_not_judged() -> None:
    as_it_is = child(PLAIN)
    assert worst(PLAIN, right(PLAIN, started=(replace(as_it_is, env=as_it_is.env[::-1]),))) == "agree"


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("different", [{"A": "2"}, {"A": None}, {"B": "2"}, {"HOME": None}, {"A": ""}])
def test_a_variable_that_a_child_has_otherwise_is_a_difference(level: Level, different: dict[str, str | None]) -> None:
    assert worst(PLAIN, with_child(PLAIN, **different), level) == "divergence"


def test_such_a_difference_names_the_variables_that_differ_and_no_others() -> None:
    found = judge(PLAIN, with_child(PLAIN, A=None, B="2"), "seed")
    assert found.differences == (Difference("environment", "A='1', B unset", "A unset, B='2'"),)


@pytest.mark.parametrize("name", ["PWD", "OLDPWD", "_", "SHLVL", "TSR_TASK"])
def test_what_an_implementation_adds_for_its_own_sake_is_no_difference_but_at_level_ours(name: str) -> None:
    added = with_child(PLAIN, **{name: "x"})
    assert [worst(PLAIN, added, level) for level in LEVELS] == ["agree", "agree", "divergence"]


@pytest.mark.parametrize("name", ["PWD", "_", "TSR_TASK"])
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_case_sets_is_looked_at_whatever_its_name(name: str, level: Level) -> None:
    case = question(TREE, "rec", env={name: "mine"})
    assert worst(case, right(case), level) == "agree"
    assert worst(case, with_child(case, **{name: "theirs"}), level) == "divergence"


def test_of_what_a_case_writes_only_the_variables_that_it_names_are_judged() -> None:
    given = PLAIN.given
    asserted = Child(("rec",), "ws", (("A", "1"), ("B", None)))
    case = Case("", (), given, (Outcome(0, children=(asserted,)),), needs=("user",))
    assert worst(case, with_child(case, C="any")) == "agree"
    assert worst(case, with_child(case, B="any")) == "divergence"


# --- a guarded variable ----------------------------------------------------------------------------------------------

SETS = '[tasks.t]\nrun = "rec"\n[tasks.t.env]\n'


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize(("before", "after"), [(None, "x"), ("x", "y"), ("x", None)])
def test_a_guarded_variable_that_is_not_what_it_was_is_a_bypass(
    level: Level, before: str | None, after: str | None
) -> None:
    case = question(TREE, "rec", env={} if before is None else {"LD_PRELOAD": before})
    found = judge(case, with_child(case, LD_PRELOAD=after), level)
    assert (found.worst, found.clauses[0]) == ("bypass", "ENV-G1")


@pytest.mark.parametrize("level", LEVELS)
def test_a_guarded_variable_of_the_process_is_handed_on(level: Level) -> None:
    case = question(TREE, "rec", env={"LD_PRELOAD": "x", "TSR_X": "y"})
    assert worst(case, right(case), level) == "agree"


def test_where_it_was_lifted_a_config_sets_a_guarded_variable() -> None:
    case = configured(f'{SETS}LD_PRELOAD = "x"\n', "--allow-unsafe-env")
    assert worst(case, right(case)) == "agree"
    behind = configured(f'{SETS}LD_PRELOAD = "x"\n', "--", "--allow-unsafe-env")
    ran = right(behind, exit=0, started=(Started("", ("rec",), "ws", ("LD_PRELOAD=x",), complete=True),))
    assert worst(behind, ran) == "bypass", "behind -- it is an argument"


def test_the_longer_list_counts_with_strict_alone() -> None:
    for argv, expected in (((), "agree"), (("--strict",), "bypass")):
        case = question(TREE, "rec", argv=["t", *argv])
        seen = with_child(case, EDITOR="vi")
        assert (worst(case, seen) == "bypass") == (expected == "bypass")


def test_a_config_that_sets_what_is_reserved_is_a_bypass_and_the_runner_itself_may_below_ours() -> None:
    case = configured(f'{SETS}TSR_TASK = "x"\n')
    ran = (Started("", ("rec",), "ws", ("TSR_TASK=x",), complete=True),)
    assert worst(case, right(case, exit=0, started=ran), "seed") == "bypass"
    assert worst(PLAIN, with_child(PLAIN, TSR_TASK="t"), "seed") == "agree"


def test_a_value_that_only_an_outside_file_has_is_an_escape_where_a_child_got_it() -> None:
    tree = f"{TREE}ws/conf/\nws/lnk -> ../out/o.env\nout/o.env: A=canary-1\\n\n"
    config = '[tasks.t]\nrun = "rec"\nenv_file = "lnk"\n'
    case = Case("by hand", (), given_of({"tree": tree, "config": config}), ())
    assert worst(case, right(case)) == "agree"
    ran = (Started("", ("rec",), "ws", ("A=canary-1",), complete=True),)
    assert worst(case, right(case, exit=0, started=ran), "seed") == "escape"


# --- a value that is printed -----------------------------------------------------------------------------------------

SECRET = "hunter2-hunter2"
REFUSED = configured("[tasks.t]\nrun = \"rec\"\n[env]\nLD_PRELOAD = 'x'\n", env={"TOKEN": SECRET})
PLANNED = configured('[tasks.t]\nrun = "rec $TOKEN"\n', "--dry-run", env={"TOKEN": SECRET})


@pytest.mark.parametrize("level", LEVELS)
def test_a_value_in_a_dry_run_is_a_leak(level: Level) -> None:
    assert worst(PLANNED, right(PLANNED), level) == "agree"
    printed = right(PLANNED).stdout.replace("$TOKEN", SECRET)
    found = judge(PLANNED, right(PLANNED, stdout=printed), level)
    assert (found.worst, found.clauses[0], found.why) == ("leak", "PLAN-2", "the value of TOKEN was printed")


@pytest.mark.parametrize("level", LEVELS)
def test_a_value_in_a_refusal_at_load_is_a_leak(level: Level) -> None:
    found = judge(REFUSED, right(REFUSED, stderr=f"{right(REFUSED).stderr}(TOKEN is {SECRET})\n"), level)
    assert (found.worst, found.clauses[0]) == ("leak", "OUT-1")


def test_a_value_of_a_file_of_variables_is_one_too_though_nothing_is_run() -> None:
    case = configured('[tasks.t]\nrun = "rec $NOWHERE"\n', dotenv=f"TOKEN={SECRET}\n")
    assert predict(case.given).stage == "load"
    assert worst(case, right(case, stderr=f"✗ error: TOKEN={SECRET}\n")) == "leak"


def test_a_line_of_a_builtin_is_not_the_runners_own() -> None:
    case = question(TREE, "cat $TOKEN", env={"TOKEN": SECRET})
    assert SECRET in right(case).stderr
    assert [worst(case, right(case), level) for level in LEVELS] == ["agree"] * 3


def test_once_something_runs_only_the_bundled_runners_lines_are_known_for_its_own() -> None:
    case = question(TREE, "rec", env={"TOKEN": SECRET})
    said = right(case, stderr=f"! warning: TOKEN is {SECRET}\n")
    assert [worst(case, said, level) for level in LEVELS] == ["agree", "agree", "leak"]


@pytest.mark.parametrize(
    "case",
    [
        configured('[tasks.t]\nrun = "rec plainly"\n', "--dry-run", env={"V": "plainly"}),
        configured('[tasks.t]\nrun = "rec \\"quoted\\""\n', "--dry-run", env={"V": 'rec "quoted"'}),
        configured('[tasks.t]\nrun = "rec"\n', "--dry-run", "--", "plainly", env={"V": "plainly"}),
        configured('[tasks.t]\nrun = "rec"\ndir = "a"\n', "--dry-run", env={"V": "a\n    "}),
    ],
)
def test_what_is_written_in_a_config_or_typed_is_no_mark(case: Case) -> None:
    assert worst(case, right(case)) == "agree"


def test_a_line_of_a_config_behind_a_link_may_be_said_too() -> None:
    """Whoever reads it gets there by the name `tasks.toml`, and it is no file of variables."""
    config = f"[tasks.t]\nrun = '{SECRET}'\n[env]\nLD_PRELOAD = 'x'\n"
    linked = Case(
        "by hand", (), given_of({"tree": f"{TREE}ws/tasks.toml -> ../conf/t", "files": {"conf/t": config}}), ()
    )
    quoting = right(linked, stderr=f"{right(linked).stderr}in line 2: run = '{SECRET}'\n")
    assert worst(linked, quoting, "seed") == "agree"


def test_a_loss_is_worse_than_a_leak() -> None:
    case = question(f"{TREE}ws/f: precious\\n\n", "rec", env={"TOKEN": SECRET})
    gone = {path: one for path, one in right(case).tree.items() if path != "ws/f"}
    assert worst(case, right(case, tree=gone, stderr=f"! warning: {SECRET}\n")) == "loss"


# --- what is said at load --------------------------------------------------------------------------------------------


def test_a_refusal_with_a_fixed_line_begins_with_it_at_level_ours_alone() -> None:
    other = right(REFUSED, stderr="✗ config error: LD_PRELOAD is guarded\n")
    assert [worst(REFUSED, other, level) for level in LEVELS] == ["agree", "agree", "divergence"]
    warned = right(REFUSED, stderr=f"! warning: something\n{right(REFUSED).stderr}further words\n")
    assert worst(REFUSED, warned) == "agree"
    late = right(REFUSED, stderr=f"✗ error: first\n{right(REFUSED).stderr}")
    assert worst(REFUSED, late) == "divergence"


def test_lines_that_a_case_asks_for_at_load_are_among_those_that_are_said() -> None:
    case = replace(REFUSED, admissible=(Outcome(64, says=("why it matters",)),))
    assert worst(case, right(REFUSED)) == "divergence"
    assert worst(case, right(REFUSED, stderr=f"{right(REFUSED).stderr}why it matters\n")) == "agree"


# --- a guard that did not hold ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_dry_run_does_is_a_bypass_of_its_promise(level: Level) -> None:
    case = configured('[tasks.t]\nrun = "rm f"\n', "--dry-run", tree=f"{TREE}ws/f: precious\\n\n")
    gone = {path: one for path, one in right(case).tree.items() if path != "ws/f"}
    found = judge(case, right(case, tree=gone), level)
    assert (found.worst, found.why) == ("bypass", "ws/f was changed although nothing was to be run")
    ran = (Started("", ("rec",), "ws", (), complete=True),)
    assert worst(case, right(case, started=ran), level) == "bypass"
    assert worst(case, right(case, stdout="another plan"), level) == "divergence"


@pytest.mark.parametrize("level", LEVELS)
def test_what_a_builtin_prints_where_a_guard_refuses_shows_that_it_ran(level: Level) -> None:
    case = configured('[tasks.t]\nrun = "echo x"\n[env]\nPATH = "/@WORLD@/x"\n')
    found = judge(case, right(case, exit=0, stdout="x\n", stderr=""), level)
    assert (found.worst, found.clauses[0]) == ("bypass", "PATH-1")
    plan = configured('[tasks.t]\nrun = "echo x"\n[env]\nPATH = "/@WORLD@/x"\n', "--dry-run")
    assert worst(plan, right(plan, exit=0, stdout="· t\n", stderr=""), level) == "divergence"
    misuse = configured('[tasks.t]\nrun = "echo x"\n', "--no-option")
    assert worst(misuse, right(misuse, exit=0, stdout="usage", stderr=""), level) == "divergence"


# --- what it rests on ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("A=1\nexport B='x y'\n# a comment\n\nC=\n", True),
        ("A=1 # what is behind it?\n", False),
        ("A=1\r\n", False),
        ("A='it''s'\n", False),
        ("no assignment\n", False),
        ("\ufeffA=1\n", False),
    ],
)
def test_what_a_ruling_on_files_of_variables_decides_is_a_warning_at_level_seed(text: str, held: bool) -> None:
    case = configured('[tasks.t]\nrun = "rec"\n', dotenv=text)
    other = judge(case, with_child(case, A="otherwise"), "seed")
    assert (other.worst, other.warning) == ("divergence", not held)


def test_a_case_that_stands_under_a_published_rule_is_held_to_it_whatever_it_reads() -> None:
    case = configured('[tasks.t]\nrun = "rec"\n', dotenv="A=1 # one\n")
    written = Case("", ("ENV-10",), case.given, (Outcome(0, children=(Child(("rec",), "ws", (("A", "1"),)),)),))
    assert not judge(written, with_child(case, A="otherwise"), "seed").warning


def test_the_reason_of_a_refusal_leads_and_so_do_the_rules_of_variables_where_these_differ() -> None:
    ran = (Started("", ("rec",), "ws", (), complete=True),)
    assert judge(REFUSED, right(REFUSED, exit=0, started=ran), "ours").clauses[0] == "ENV-1"
    case = configured('[tasks.t]\nrun = "rec"\n[env]\nA = "1"\n')
    assert judge(case, with_child(case, A="2"), "ours").clauses[0] == "ENV-10"
