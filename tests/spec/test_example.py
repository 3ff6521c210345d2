"""What stands in a fenced example is read as it is meant, or refused with a sentence."""

from __future__ import annotations

import sys

import pytest

from tsr_spec.case import Case, CaseError, Child, Directory, File, Link, Outcome, Program
from tsr_spec.example import cases_of, config_text, refusal

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


def one(text: str) -> Case:
    (case,) = cases_of('title = "a title"\n' + text, "FENCE-1")
    return case


def test_the_short_form_is_written_out() -> None:
    case = one(
        'run = "rm f"\nallow = ["../out"]\ndir = "d"\nargs = ["a b"]\ntree = "ws/f: x"\nexit = 0\ngone = ["ws/f"]'
    )
    config = '[security]\nallow_paths = ["../out"]\n\n[tasks.t]\nrun = "rm f"\ndir = "d"\nargs = ["a b"]\n'
    assert case.given.argv == ("t",)
    assert case.given.tree == (File("ws/f", "x"), File("ws/tasks.toml", config))
    assert case.admissible == (Outcome(0, gone=("ws/f",)),)


@pytest.mark.parametrize("text", ["plain", 'quo"te', "back\\slash", "a\nb\tc", "\x01\x7f", "ä\u2028", "'''"])
def test_a_config_holds_the_text_that_it_was_made_from(text: str) -> None:
    table = tomllib.loads(config_text(text, allow=[text], dir=text, args=[text]))
    assert table == {
        "security": {"allow_paths": [text]},
        "tasks": {"t": {"run": text, "dir": text, "args": [text]}},
    }


def test_escapes_stand_for_bytes_where_bytes_can_stand() -> None:
    case = one(
        r"""argv = ['t', '\xff']
env = {V = '\xfe'}
stdin = '\x00'
exit = 0
gone = ['ws/\xfd']
made = ['ws/\xfc: \xfb', 'ws/d/', 'ws/l -> \xfa']
stdout = '\xf9\\'
says = ['\xf8']
children = [['\xf7'], {argv = ['\xf6'], cwd = 'ws/\xf5'}]
tree = 'ws/\xfd'
"""
    )
    assert case.given.argv == ("t", "\udcff")
    assert case.given.env == (("V", "\udcfe"),)
    assert case.given.stdin == "\0"
    (outcome,) = case.admissible
    assert outcome.gone == ("ws/\udcfd",)
    assert outcome.made == (File("ws/\udcfc", "\udcfb"), Directory("ws/d"), Link("ws/l", "\udcfa"))
    assert (outcome.stdout, outcome.says) == ("\udcf9\\", ("\udcf8",))
    assert outcome.children == (Child(("\udcf7",), "ws"), Child(("\udcf6",), "ws/\udcf5"))


def test_texts_of_files_and_of_run_are_taken_as_they_are() -> None:
    case = one("run = 'echo \\x41'\nfiles = {f = '\\x42'}\nexit = 0")
    assert [entry.data for entry in case.given.tree if isinstance(entry, File)] == [
        "\\x42",
        '[tasks.t]\nrun = "echo \\\\x41"\n',
    ]


def test_a_refusal_is_written_out() -> None:
    case = one('run = "x"\nexit = 1\nrefused = ["rm out/a b", "cp /dev/null", "mv /@OTHER@/f", "touch /@WORLD@"]')
    places = ["/@WORLD@/out/a b", "/dev/null", "/@OTHER@/f", "/@WORLD@"]
    (outcome,) = case.admissible
    assert outcome.says == tuple(
        refusal(name, place) for name, place in zip(["rm", "cp", "mv", "touch"], places, strict=True)
    )
    assert outcome.says[0] == (
        "rm: refusing to touch '/@WORLD@/out/a b': outside the workspace at '/@WORLD@/ws'"
        " — add it to `[security] allow_paths` if that is intended"
    )


def test_a_refusal_at_load_is_one_more_right_answer() -> None:
    case = one('run = "tool && rm ../x"\ntree = "bin/tool* 0"\nexit = 1\nchildren = [["tool"]]\nat_load = true')
    assert case.admissible == (Outcome(1, children=(Child(("tool",), "ws"),)), Outcome(64))
    silent = one('run = "cat ../x"\nexit = 1\nstdout = ""\nat_load = true')
    assert silent.admissible == (Outcome(1, stdout=""), Outcome(64, stdout=""))


def test_a_twin_takes_the_question_and_not_the_answer() -> None:
    first, second = cases_of(
        'title = "1"\nrun = "rm a"\ntree = "ws/a: 1"\nneeds = ["user"]\nclauses = ["FENCE-2"]\n'
        'exit = 0\ngone = ["ws/a"]\n'
        '[twin]\ntitle = "2"\nrun = "rm b"\nexit = 1\n',
        "FENCE-1",
    )
    assert (first.twin, second.twin) == (second.id, first.id)
    assert second.given.tree[0] == first.given.tree[0]
    assert (second.needs, second.clauses) == (("user",), ("FENCE-1", "FENCE-2"))
    assert second.admissible == (Outcome(1),)


def test_several_right_answers() -> None:
    case = one('run = "x"\ntree = "bin/x* 3"\n[[admissible]]\nexit = 3\n[[admissible]]\nexit = 64\n')
    assert [outcome.exit for outcome in case.admissible] == [3, 64]
    assert Program("bin/x", 3) in case.given.tree


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("exit = 0\nruns = 1", "unknown key 'runs'"),
        ('exit = "0"', "exit: '0' does not belong there"),
        ("exit = true", "exit: True does not belong there"),
        ('exit = 0\ngone = "ws/f"', "gone: 'ws/f' does not belong there"),
        ("exit = 0\ngone = ['/etc']", "relative to the world"),
        ("exit = 0\ngone = ['ws/../x']", "relative to the world"),
        ("exit = 0\nmade = ['ws/a: \\q']", "is no escape"),
        ("exit = 0\nchildren = ['tool']", "a child is a list of words"),
        ("exit = 0\nchildren = [{cwd = 'ws'}]", "a child is a list of words"),
        ("exit = 0\nneeds = ['luck']", "known are"),
        ("exit = 0\nallow = ['x']", "'allow' stands beside `run` only"),
        ("exit = 0\numask = '22'", "not four octal digits"),
        ("exit = 0\nterminal = 'yes'", "terminal: 'yes' does not belong there"),
        ("exit = 0\nignored = ['USR1']", "'USR1' is none of"),
        ("exit = 0\nsignals = ['tool up']", "a signal is written as"),
        ("exit = 0\nsignals = ['tool down: INT']", "nothing that a program says"),
        ("exit = 0\nsignals = ['tool up: KILL']", "'KILL' is none of"),
        ("exit = 0\ntree = 'ws/f: 1\n", "(at "),
        ("exit = 0\ntree = '''\nws/f: 1\nws/f: 2\n'''", "'ws/f' is there twice"),
        ("exit = 0\nrun = 'x'\ntree = 'ws/tasks.toml: y'", "'ws/tasks.toml' is there twice"),
        ("exit = 0\n[[admissible]]\nexit = 1", "either `exit` and its companions, or"),
        ("stdout = ''\n[[admissible]]\nexit = 1", "belongs into one of its tables"),
        ("[[admissible]]\nexit = 1\n[[admissible]]\nexit = 1", "an outcome is there twice"),
        ("[[admissible]]\nstdout = ''", "an outcome has an `exit`"),
        ("exit = 0\n[twin]\ntitle = '2'\nexit = 1", "the twin asks the same"),
        ("exit = 0\n[twin]\nexit = 1", "no title"),
    ],
)
def test_what_is_wrong_is_said(text: str, message: str) -> None:
    with pytest.raises(CaseError) as raised:
        one(text)
    assert message in str(raised.value)


def test_what_happens_meanwhile() -> None:
    case = one(
        """
        tree = "bin/slow* waits on TERM ignored"
        run = "slow"
        terminal = true
        ignored = ["HUP"]
        signals = ["slow up: ^C", "slow up: TERM"]
        exit = 130
        marks = ["slow up"]
        survivors = ["slow"]
        isolated = false
        """
    )
    asked, answer = case.given, case.admissible[0]
    assert (asked.terminal, asked.ignored) == (True, ("HUP",))
    assert asked.signals == (("slow up", "^C"), ("slow up", "TERM"))
    assert (answer.marks, answer.survivors, answer.isolated) == (("slow up",), ("slow",), False)


def test_the_short_forms_for_files_and_for_the_environment_of_a_child() -> None:
    (case,) = cases_of(
        """
        title = "t"
        config = "[tasks.t]"
        dotenv = "A=1"
        exit = 0
        children = [{argv = ["tool"], env = {A = "1"}, unset = ["B"]}]
        """,
        "ENV-1",
    )
    assert {entry.path for entry in case.given.tree} == {"ws/tasks.toml", "ws/.env"}
    assert case.admissible[0].children == (Child(("tool",), "ws", (("A", "1"), ("B", None))),)


def test_a_twin_with_a_config_of_its_own_drops_the_short_form_of_the_first() -> None:
    _, twin = cases_of("title = 't'\nrun = 'tool'\nexit = 0\n[twin]\ntitle = 'u'\nconfig = ''\nexit = 64", "ENV-1")
    assert twin.given.tree == (File("ws/tasks.toml", ""),)
