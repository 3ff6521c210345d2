"""The mini-shell of `run` strings (SHELL): what it accepts, what it refuses, what it means."""

from __future__ import annotations

import pytest
from conftest import Workspace, toml_string

from tsr_impl import shell


def parsed(source: str) -> list[tuple[str, list[str]]]:
    """Commands in a compact form: quoted text as `'x'`, unquoted as `x`, references as `$V`."""

    def shown(part: shell.Text | shell.Variable) -> str:
        if isinstance(part, shell.Variable):
            return f"${part.name}@{part.at}"
        return part.text if part.active else f"'{part.text}'"

    return [
        (command.operator, ["|".join(map(shown, word.parts)) for word in command.words])
        for command in shell.parse(source)
    ]


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("a", [(";", ["a"])]),
        ("  a\t b\nc ", [(";", ["a", "b", "c"])]),
        ("a&&b||c;d", [(";", ["a"]), ("&&", ["b"]), ("||", ["c"]), (";", ["d"])]),
        ("a 'b c'\"d\"", [(";", ["a", "'b cd'"])]),
        ("''", [(";", ["''"])]),
        ('""', [(";", ["''"])]),
        ("a '$V' \"$V\"", [(";", ["a", "'$V'", "''|$V@8"])]),
        ("$A${B}c", [(";", ["$A@0|$B@2|c"])]),
        ("$V.x $V_x", [(";", ["$V@0|.x", "$V_x@5"])]),
        ("$ $1 $$ $? a$", [(";", ["$", "$1", "$$", "$?", "a$"])]),
        ('"$" "$1" "a$"', [(";", ["'$'", "'$1'", "'a$'"])]),
        ("a\\ b \\\\", [(";", ["a\\", "b", "\\\\"])]),
        ('"a\\"', [(";", ["'a\\'"])]),
        ("# a#b ~ A=b", [(";", ["#", "a#b", "~", "A=b"])]),
        (
            "{} {x} {a..c} a,b }{ ,} {a},{b} {a,b",
            [(";", ["{}", "{x}", "{a..c}", "a,b", "}{", ",}", "{a},{b}", "{a,b"])],
        ),
        ('{a"," b}', [(";", ["{a|','", "b}"])]),
        ('"| > < & ( ) {a,b} ;"', [(";", ["'| > < & ( ) {a,b} ;'"])]),
        ("'`$(|'", [(";", ["'`$(|'"])]),
        ("a* '*'", [(";", ["a*", "'*'"])]),
    ],
)
def test_accepted(source: str, expected: object) -> None:
    """Words, quotes, references and operators mean what SHELL says."""
    assert parsed(source) == expected


REJECTED = [
    ("a | b", 2, "pipes"),
    ("a|b", 1, "pipes"),
    ("a |& b", 2, "pipes"),
    ("a > b", 2, "redirecting output"),
    ("a >> b", 2, "appending output"),
    ("a < b", 2, "redirecting input"),
    ("a << b", 2, "redirecting input"),
    ("a 2>&1", 3, "joining output streams"),
    ("a &", 2, "background"),
    ("a & b", 2, "background"),
    ("a &&& b", 4, "background"),
    ("a &> b", 2, "background"),
    ("echo `x`", 5, "command substitution"),
    ('echo "`x`"', 6, "command substitution"),
    ("echo $(x)", 5, "command substitution"),
    ('echo "a$(x)"', 7, "command substitution"),
    ("echo $((1))", 5, "command substitution"),
    ("(a)", 0, "grouping"),
    ("a)", 1, "closing parenthesis"),
    ("a {b,c}", 2, "brace expansion"),
    ("a x{b,c}y", 3, "brace expansion"),
    ("a {b{c,d}}", 4, "brace expansion"),
    ("a {{b},c}", 2, "brace expansion"),
    ('a {"b",c}', 2, "brace expansion"),
    ("a {$b,}", 2, "brace expansion"),
    ("a ${V:-x}", 2, "no other form of parameter expansion"),
    ("a ${V#x}", 2, "no other form of parameter expansion"),
    ('a "${V:-x}"', 3, "no other form of parameter expansion"),
    ("a ${#V}", 2, "parameter expansion"),
    ("a ${!V}", 2, "parameter expansion"),
    ("a ${1}", 2, "special parameter"),
    ("a ${12}", 2, "special parameter"),
    ("a ${@}", 2, "special parameter"),
    ("a ${}", 2, "names no variable"),
    ("a ${V", 2, "not closed"),
    ("a ${", 2, "not closed"),
    ("a 'b", 2, "not closed"),
    ('a "b', 2, "not closed"),
    ('a "', 2, "not closed"),
    ("", 0, "the command is empty"),
    (" \t\n", 0, "the command is empty"),
    ("&& a", 0, "no command before"),
    ("; a", 0, "no command before"),
    ("a && && b", 5, "no command before"),
    ("a ;; b", 3, "no command before"),
    ("a || ; b", 5, "no command before"),
    ("a &&", 2, "no command after"),
    ("a ;", 2, "no command after"),
    ("a ; \n", 2, "no command after"),
    ("a ||", 2, "no command after"),
]


@pytest.mark.parametrize(("source", "at", "what"), REJECTED)
def test_rejected(source: str, at: int, what: str) -> None:
    """Everything else is rejected where it stands, with a message of its own and a way out."""
    with pytest.raises(shell.Rejected) as caught:
        shell.parse(source)
    assert caught.value.at == at
    assert what in caught.value.what
    assert caught.value.way_out


CLAUSES = {
    "pipes": "SHELL-21",
    "redirecting": "SHELL-22",
    "appending": "SHELL-22",
    "joining": "SHELL-22",
    "command substitution": "SHELL-23",
    "background": "SHELL-24",
    "grouping": "SHELL-25",
    "closing parenthesis": "SHELL-25",
    "brace expansion": "SHELL-26",
    "parameter": "SHELL-27",
    "names no variable": "SHELL-27",
    "not closed": "SHELL-28",
    "no command": "SHELL-29",
    "is empty": "SHELL-30",
}


@pytest.mark.parametrize(("source", "what"), [(source, what) for source, _, what in REJECTED])
def test_clause_of_a_rejection(source: str, what: str) -> None:
    """EXIT-7: a rejection names the clause that decided."""
    with pytest.raises(shell.Rejected) as caught:
        shell.parse(source)
    [expected] = {clause for words, clause in CLAUSES.items() if words in what}
    assert caught.value.clause == expected


def test_rejection_at_load_points_at_the_culprit(ws: Workspace) -> None:
    """A rejection ends the run with 64 before anything, and shows the line and a caret."""
    result = ws.run("touch made;\n echo a | b")
    assert (result.code, result.out) == (64, "")
    assert result.err == (
        "✗ config error: task 't': in `run`, pipes are not supported"
        " — put it into a script, and run that [SHELL-21]\n"
        "     echo a | b\n"
        "            ^\n"
    )
    assert ws.tree() == {}


def test_every_run_string_of_the_file_counts(ws: Workspace) -> None:
    """SHELL-20: a syntax error in another task stops the run, and the list too."""
    ws.config('[tasks.a]\nrun = "true"\n[tasks.b]\nrun = "a | b"\n')
    assert ws.tsr("a").code == 64
    assert ws.tsr("--list").code == 64


@pytest.mark.parametrize(
    ("run", "out", "code"),
    [
        ("true && echo a || echo b", "a\n", 0),
        ("false && echo a || echo b", "b\n", 0),
        ("false || true && echo a", "a\n", 0),
        ("true || echo a && echo b", "b\n", 0),
        ("false && true ; echo a", "a\n", 0),
        ("false ; true", "", 0),
        ("true ; false", "", 1),
        ("false && echo a", "", 1),
        ("echo a;echo b&&false||false", "a\nb\n", 1),
        ("sh -c 'exit 7' || sh -c 'exit 8'", "", 8),
    ],
)
def test_operators(ws: Workspace, run: str, out: str, code: int) -> None:
    """`&&` and `||` bind equally, to the left; the status is that of the last that ran."""
    result = ws.run(run)
    assert (result.out, result.code) == (out, code)


def test_expansion_is_neither_split_nor_globbed(ws: Workspace) -> None:
    """A value is one piece of one word, whatever is in it; empty, the word stays."""
    (ws.root / "a b").touch()
    ws.run("true")
    probe = "sh -c 'for w; do echo \"[$w]\"; done' sh"
    values = {"V": "a  b*", "E": ""}
    result = ws.run(f'{probe} $V x${{V}}y "$V" $E \'\' $E$E *" "*', env=values)
    assert result.out == "[a  b*]\n[xa  b*y]\n[a  b*]\n[]\n[]\n[]\n[a b]\n"


def test_undefined_variable(ws: Workspace) -> None:
    """SHELL-8: an undefined reference is found at load, with a caret under it."""
    result = ws.run("touch made && echo ${NO_SUCH_THING}")
    assert result.code == 64
    assert result.err.splitlines()[1:] == [
        "    touch made && echo ${NO_SUCH_THING}",
        "                       ^",
    ]
    assert "'NO_SUCH_THING' is not set" in result.err
    assert result.err.splitlines()[0].endswith(" [SHELL-8]")
    assert ws.tree() == {}


def test_undefined_variable_of_another_task(ws: Workspace) -> None:
    """SHELL-8: it only counts where it is reached."""
    ws.config('[tasks.a]\nrun = "true"\n[tasks.b]\nrun = "echo $NO_SUCH_THING"\n')
    assert ws.tsr("a").code == 0
    assert ws.tsr("b").code == 64


def test_values_are_bytes(ws: Workspace) -> None:
    """A value that is not UTF-8 passes through byte for byte, in any locale."""
    for locale in ({}, {"LC_ALL": "C"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}):
        environment = {"V": "\udcff\udc80é", **locale}
        result = ws.run("echo $V && sh -c 'echo \"$1\"' sh $V", env=environment)
        assert result.raw_out == b"\xff\x80\xc3\xa9\n" * 2


def test_appended_words(ws: Workspace) -> None:
    """`args`, then the words after `--`, go to the last command, never expanded."""
    ws.config("[tasks.t]\nrun = 'echo a && echo b'\nargs = ['$X', '*', 'a b']\n")
    result = ws.tsr("t", "--", "$Y", "--", "*.toml", b"\xff")
    assert result.raw_out == b"a\nb $X * a b $Y -- *.toml \xff\n"


def test_first_word_may_be_expanded(ws: Workspace) -> None:
    """A command word that becomes the name of a builtin is that builtin; an empty one is 64."""
    assert ws.run("$C x", env={"C": "echo"}).out == "x\n"
    (ws.root / "echo").touch()
    assert ws.run("ech? x").out == "x\n"
    assert ws.run("$C || true", env={"C": ""}).code == 64
    assert ws.run("A=b echo x").code == 64


def test_huge_string(ws: Workspace) -> None:
    """Length is no problem, nor is depth of braces."""
    assert len(parsed("a " * 50_000)[0][1]) == 50_000
    assert parsed("{" * 50_000 + "}" * 50_000)
    assert len(parsed(";".join(["a"] * 20_000))) == 20_000


@pytest.mark.parametrize(
    ("run", "warned"),
    [
        ("echo a\necho b", True),
        ("\n  echo a\n\n  echo b\n", True),
        ("true &&\n echo a\n b", True),
        ("echo 'a\nb'\n'c'", True),
        ("\n echo a b \n", False),
        ("true\n&& echo a ;\n echo b\n||\n\n echo c", False),
        ("echo 'a\nb' \"c\nd\"", False),
        ("echo a\t b", False),
    ],
)
def test_lines_that_are_one_command(ws: Workspace, run: str, warned: bool) -> None:
    """SHELL-1: it is said at load, once, also in a dry run, for what is reached and not in a list."""
    text = toml_string(run)
    ws.config(
        f"[tasks.t]\nrun = 'true'\ndeps = ['a', 'b']\n[tasks.b]\ndeps = ['a']\n[tasks.a]\nrun = {text}\n"
        f"[tasks.c]\nrun = {toml_string('a' + chr(10) + 'b')}\n"
    )
    says = "! warning: task 'a': the lines of `run` are one command; join commands with `&&` [SHELL-1]\n"
    for words in (["t"], ["t", "--dry-run"], ["t", "--strict"]):
        result = ws.tsr(*words)
        assert (result.code, result.err) == (0, says if warned else "")
    assert ws.tsr("--list").err == ""
