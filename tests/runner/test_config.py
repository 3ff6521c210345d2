"""The config (CLI-6 to CLI-10): types, names, and files that are no config at all."""

from __future__ import annotations

import os

import pytest
from conftest import Workspace

WRONG = {
    "run": ["1", "['a']", "true", "{}", "1.5", "1979-05-27"],
    "delegate": ["1", "['a']", "{}", "{args = ['a']}", "{bin = 1}", "{bin = 'a', args = 'b'}",
                 "{bin = 'a', args = [1]}"],
    "dir": ["1", "['a']"],
    "packages": ["'a'", "[1]", "{}"],
    "deps": ["'a'", "[1]", "[['a']]"],
    "parallel": ["'true'", "1", "[]"],
    "args": ["'a'", "[1]", "{}"],
    "env": ["'a'", "['a']", "{A = 1}", "{A = {B = 'c'}}"],
    "env_file": ["1", "[1]", "{}"],
}  # fmt: skip


@pytest.mark.parametrize(("field", "value"), [(field, value) for field, values in WRONG.items() for value in values])
def test_wrong_type_names_task_and_field(ws: Workspace, field: str, value: str) -> None:
    """CLI-7: in any task of the file, whichever is run."""
    ws.config(f"[tasks.good]\nrun = 'echo ran'\n[tasks.bad-one]\n{field} = {value}\n")
    result = ws.tsr("good")
    assert (result.code, result.out) == (64, "")
    assert result.err.startswith(f"✗ config error: task 'bad-one': `{field}` must be ")
    assert result.err.count("\n") == (1 if field == "env" else 3)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("tasks = 1", "[tasks] must be a table"),
        ("tasks.t = 'echo'", "task 't' must be a table"),
        ("[[tasks]]", "[tasks] must be a table, not an array of tables"),
        ("[[tasks.t]]\nrun = 'true'", "task 't' must be a table, not an array of tables"),
        ("workspace = 'x'", "[workspace] must be a table"),
        ("workspace.members = 'x'", "[workspace]: `members` must be a list of strings"),
        ("security = []", "[security] must be a table"),
        ("security.allow_paths = '..'", "[security]: `allow_paths` must be a list of strings"),
        ("security.allow_paths = [1]", "[security]: `allow_paths` must be a list of strings"),
        ("env = 1", "[env] must be a table of strings"),
        ("[env]\nA = 1", "[env] must be a table of strings, and sets 'A' to an integer"),
        ("[security]\nallow_paths = ['']", "[security] allow_paths: '' is empty"),
        ("[security]\nallow_paths = ['x', 'a*']", "[security] allow_paths: 'a*' is a pattern"),
        ("[tasks.t]\nrun = 'true'\ndir = 'd'\npackages = ['a']", "both `dir` and `packages`"),
        ("[tasks.'a b']\nrun = 'true'", "task 'a b' has a name that is none"),
        ("[tasks.'']\nrun = 'true'", "task '' has a name that is none"),
        ("[tasks.'a#b#c']\nrun = 'true'", "has a name that is none"),
        ("[tasks.'#c']\nrun = 'true'", "has a name that is none"),
        ("[tasks.'^c']\nrun = 'true'", "has a name that is none"),
        ("[tasks.'é']\nrun = 'true'", "has a name that is none"),
        ("[tasks.t]\ndeps = ['a b']", "can't be a task"),
        ("[tasks.t]\ndeps = ['^p#t']", "`^` takes a task, without a package"),
        ("[tasks.t]\ndeps = ['^']", "can't be a task"),
        ("[tasks.t]\ndeps = ['^t']", "has no `packages` for `^` to start from"),
        ("[tasks.t]\nrun = 'true'\n[tasks.u]\ndir = ''", "task 'u': `dir` is empty"),
        ("[tasks.t]\nrun = 'true'\n[tasks.u]\nenv_file = ''", "task 'u': `env_file` holds an empty path"),
        ("[tasks.t]\nrun = 'true'\n[tasks.u]\nenv_file = ['a', '']", "`env_file` holds an empty path"),
        ("[env]\n'' = 'a'", "[env] sets '', which can't be the name of a variable"),
        ("[env]\n'A=B' = 'a'", "[env] sets 'A=B', which can't be"),
        ("[tasks.u.env]\n\"A\\u0000\" = 'a'", "task 'u': `env` sets 'A\\x00', which can't be"),
        ("[tasks.u.env]\nA = \"secret\\u0000\"", "task 'u': `env` sets 'A' to a value with a NUL byte"),
        ("[tasks.t]\nrun = \"a\\u0000b\"", "holds a NUL byte"),
        ("[tasks.t]\nargs = [\"\\u0000\"]", "holds a NUL byte"),
        ("[tasks.t]\ndir = \"\\u0000\"", "holds a NUL byte"),
        ("[security]\nallow_paths = [\"\\u0000\"]", "holds a NUL byte"),
        ("[tasks.t\n", "not valid TOML"),
        ("a = 1\na = 2\n", "not valid TOML"),
        ("\ufeff[tasks.t]\nrun = 'true'", "starts with a byte order mark — save it as UTF-8 without one"),
        ("a = " + "[" * 100_000, "nested too deeply"),
        ("a = " + "9" * 10_000, "holds an integer that is too long"),
        ("a = \x00", "not valid TOML"),
    ],
)  # fmt: skip
def test_refused(ws: Workspace, text: str, says: str) -> None:
    """What is no config is 64, in one line, with those of the file behind it if they are known."""
    ws.config(text)
    result = ws.tsr("t")
    assert result.code == 64
    assert says in result.err, result.err
    assert result.err.startswith("✗ config error: ")
    assert result.err.count("\n") in (1, 3)


def test_not_utf8(ws: Workspace) -> None:
    """TOML is UTF-8; the line is named."""
    ws.config(b"[tasks.t]\nrun = 'a\xff'\n")
    result = ws.tsr("t")
    assert result.code == 64
    assert "not UTF-8 text (line 2)" in result.err


def test_tolerated(ws: Workspace) -> None:
    """CLI-6: unknown keys anywhere, an empty file, CRLF, every character in a name that may be."""
    ws.config(
        "other = 1\n[unknown]\nx = 1\n[workspace]\ny = []\n[security]\nz = 1\n[env]\n"
        "[tasks.'aZ9_:-']\r\nrun = 'echo fine'\r\nwhatever = { a = 1 }\r\ndeps = []\r\n"
        "parallel = false\r\nenv = {}\r\n"
        "[tasks.'@scope/pkg#build']\nrun = 'true'\n[tasks.list]\nrun = 'echo list'\n"
    )
    assert ws.tsr("aZ9_:-").out == "fine\n"
    assert ws.tsr("list").out == "list\n"
    ws.config("")
    assert ws.tsr("t").code == 64
    assert ws.tsr("--list").out == ""


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("[tasks.t]", "."),
        ("[tasks.t]\ndeps = []", "."),
        ("[tasks.t]\nargs = ['x']", "."),
        ("[tasks.t]\ndir = 'none'", "none"),
        ("[tasks.t]\ndir = './a/'", "./a/"),
        ("[tasks.t]\ndir = 'tasks.toml'", "tasks.toml"),
        ("[tasks.t]\nrun = 'touch x'\ndeps = ['u']\n[tasks.u]\n", "."),
    ],
)
def test_a_task_that_nothing_says_how_to_run(ws: Workspace, text: str, place: str) -> None:
    """CLI-10: the message names what to write, and where there is no marker."""
    ws.config(text)
    (ws.root / "a" / "package.json").mkdir(parents=True)
    before = ws.tree()
    result = ws.tsr("t")
    assert (result.code, result.out) == (64, "")
    first = result.err.splitlines()[0]
    assert first.startswith("✗ config error: nothing says what task ")
    assert f"'{place}'" in first
    assert all(word in first for word in ("`run`", "`delegate`", "`deps`", "package.json", "pyproject.toml"))
    assert first.endswith(" [CLI-10]")
    assert ws.tree() == before


@pytest.mark.parametrize(
    ("text", "clause"),
    [
        ("a = ", "CLI-9"),
        ("\ufeff", "CLI-9"),
        ("a = " + "9" * 10_000, "CLI-9"),
        ("tasks = 1", "CLI-7"),
        ("[tasks.t]\nrun = 1", "CLI-7"),
        ('[tasks.t]\nargs = ["\\u0000"]', "CLI-7"),
        ("[env]\nA = 1", "CLI-7"),
        ("[security]\nallow_paths = ['a[b']", "FENCE-13"),
        ("[tasks.'a b']", "CLI-8"),
        ("[tasks.t]\ndeps = ['a b']", "CLI-8"),
        ("[tasks.t]\ndeps = ['^p#t']", "GRAPH-6"),
        ("[tasks.t]\ndeps = ['^t']", "GRAPH-6"),
        ("[tasks.t]\ndir = ''", "CLI-5"),
        ("[tasks.t]\nenv_file = ''", "ENV-12"),
        ("[tasks.t.env]\n'' = ''", "ENV-13"),
        ('[env]\nA = "\\u0000"', "ENV-13"),
        ("[tasks.t]\ndir = 'd'\npackages = ['a']", "CLI-9"),
        ("[tasks.t]\npackages = ['a', '']", "PKG-4"),
        ("[workspace]\nmembers = ['']", "PKG-1"),
        ("[tasks.t]\ndelegate = ''", "FORM-2"),
        ("[tasks.t]\ndelegate = {bin = ''}", "FORM-2"),
    ],
)
def test_clause_of_a_refusal(ws: Workspace, text: str, clause: str) -> None:
    """EXIT-7: the clause that decided stands in brackets. ENV-9: nor is there a list of such a file."""
    ws.config(text)
    assert ws.tsr("t").err.splitlines()[0].endswith(f" [{clause}]")
    listed = ws.tsr("--list")
    assert (listed.code, listed.out, listed.err) == (64, "", ws.tsr("t").err)


@pytest.mark.parametrize("title", ["[env]", "[tasks.bad-one.env]"])
@pytest.mark.parametrize(
    ("value", "what"),
    [
        ("31337", "an integer"),
        ("31337.5", "a float"),
        ("true", "a boolean"),
        ("1979-05-27", "a date or time"),
        ("['31337']", "a list"),
        ("[31337]", "a list that holds something else"),
        ("{ B = '31337' }", "a table"),
    ],
)
def test_a_variable_that_is_no_string(ws: Workspace, title: str, value: str, what: str) -> None:
    """CLI-7: which one, what it is, and what to write; OUT-1: not its value."""
    where = "[env]" if title == "[env]" else "task 'bad-one': `env`"
    for key, name in (("PORT", "PORT"), ("'a b'", "a b"), ('"\\u202e"', "\\xe2\\x80\\xae")):
        ws.config(f"[tasks.good]\nrun = 'true'\n{title}\nFINE = 'x'\n{key} = {value}\n")
        written = "PORT" if key == "PORT" else f'"{name}"'
        assert ws.tsr("good").err == (
            f"✗ config error: {where} must be a table of strings, and sets '{name}' to {what}"
            f' — write a string, as in `{written} = "…"` [CLI-7]\n'
        )


def test_huge_file(ws: Workspace) -> None:
    """A file that nobody wrote as a config is not read to its end."""
    ws.config("")
    os.truncate(ws.root / "tasks.toml", 20 << 30)
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.startswith("✗ config error: ")
    assert "is larger than 64 MiB" in result.err


def test_only_the_reached_task_counts(ws: Workspace) -> None:
    """Another task may use what is not there yet."""
    ws.config("[tasks.t]\nrun = 'echo fine'\n[tasks.u]\ndelegate = 'npm'\ndeps = ['nowhere']\n")
    assert ws.tsr("t").out == "fine\n"
    assert ws.tsr("u").code == 64
