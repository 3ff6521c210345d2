"""The line of the file that an error is about (CLI-19), and that none is shown which may hold a secret (OUT-1)."""

from __future__ import annotations

import pytest
from conftest import Workspace

from tsr_impl import locate
from tsr_impl.report import ConfigFault


def shown(text: str, *place: str, item: str | None = None) -> tuple[str, ...]:
    """The lines about a place in a text."""
    fault = ConfigFault("something").at(*place, item=item)
    locate.point(fault, text.encode())
    return fault.detail


@pytest.mark.parametrize(
    "text",
    [
        '\n[tasks.t]\ndeps = ["▮biuld"]\n',
        "[tasks.t]\ndeps=['a', '▮biuld']",
        '[tasks."t"]\ndeps = [\n  "a", # "biuld"\n  "▮biuld",\n]\n',
        "tasks.t.deps = ['▮biuld']",
        "[tasks]\nt = { run = 'biuld', deps = ['▮biuld'] }",
        "[tasks]\nt.deps = ['▮biuld']",
        "[tasks]\n't'.\"deps\" = ['▮biuld']",
        "[tasks.t]\nx = {deps = ['biuld'], y = [{deps = 'biuld'}]}\ndeps = ['▮biuld']\r\n",
        "[[tasks.t]]\ndeps = ['▮biuld']",
        "[tasks.u]\ndeps = ['biuld']\n[tasks.t]\ndeps = ['▮biuld']",
        "[tasks.t]\nrun = '''\ndeps = ['biuld']\n'''\ndeps = ['▮biuld']",
        '[tasks.t]\nrun = """\ndeps = [\\"""biuld"]\n"""\ndeps = [\'▮biuld\']',
        "[tasks.t]\nat = 2000-01-01T00:00:00.5Z\nf = -1.5e+3\ndeps = ['▮biuld']",
        "[a]\n" * 99 + "[tasks.t]\ndeps = ['▮biuld']",
        "[tasks.t]\ndeps = ['x\x1b', '▮biuld']",
    ],
)
def test_places(text: str) -> None:
    """A string among the values of a key, wherever TOML lets it stand; ▮ is in front of it."""
    above, _, _ = text.partition("▮")
    number = str(above.count("\n") + 1)
    line = text.replace("\x1b", "\\x1b").splitlines()[int(number) - 1]
    shown_line, pointer = shown(text.replace("▮", ""), "tasks", "t", "deps", item="biuld")
    assert shown_line == f"    {number} | {line.replace('▮', '')}"
    assert pointer == f"    {' ' * len(number)} | {' ' * line.index('▮')}^"


@pytest.mark.parametrize(
    ("text", "place", "lines"),
    [
        ("[tasks.t]\r\nrun = 1\r\n", ("tasks", "t", "run"), ("    2 | run = 1", "      | ^")),
        ("[tasks.'a b']", ("tasks", "a b"), ("    1 | [tasks.'a b']", "      |        ^")),
        ("x = 1\n  tasks = 1", ("tasks",), ("    2 |   tasks = 1", "      |   ^")),
        ("x = '''\n[tasks.t]\nrun = 1\n'''\n", ("tasks", "t", "run"), ()),
        ("a = 1", ("tasks", "t", "run"), ()),
        ("", ("tasks",), ()),
    ],
)
def test_keys(text: str, place: tuple[str, ...], lines: tuple[str, ...]) -> None:
    """A key; nothing where there is none."""
    assert shown(text, *place) == lines


def test_a_long_line() -> None:
    """Is cut around the place."""
    names = ", ".join(f"'n{number:04}'" for number in range(1000))
    line, pointer = shown(f"[tasks.t]\ndeps = [{names}]", "tasks", "t", "deps", item="n0500")
    assert len(line) < 120
    assert line[pointer.index("^") :].startswith("n0500")
    assert line.startswith("    2 | …")
    assert line.endswith("…")


def test_a_long_text() -> None:
    """Is not gone through."""
    assert shown("#" * (1 << 20) + "\n[tasks.t]\ndeps = ['b']", "tasks", "t", "deps", item="b") == ()


@pytest.mark.parametrize(
    "text",
    [
        "[env]\nA = 'secret' 1",
        "[env]\nA = 'secret",
        '[env]\nA = """\n[x]\nsecret""" 1',
        "[tasks.t.env]\nA = 'secret' 1",
        "[tasks.t]\nenv = {A = 'secret' 1}",
        "[tasks.t]\nenv.A = 'secret' 1",
        "env.A = 'secret' 1",
        "[tasks]\nt = {env = {A = 'secret'}, run = 1}",
        "[tasks.t]\n\"\\u0065nv\" = {A = 'secret' 1}",
        "[tasks.t]\nrun = 'a'\nenv = {A = 'secret'}\n[env\n",
        "[ env ]\nA = 'secret' 1",
        "[tasks.t.'env']\nA = 'secret'\nA = 'secret'\n",
        "[env]\n# [x]\nA = 'secret' 1",
        "[env]\nA = 'secret'\n'' = 'secret'",
        "[env]\nA = 'secret'\nB = 1",
        "[tasks.t.env]\nA = ['secret']",
    ],
)
def test_a_value_of_a_variable_is_never_shown(ws: Workspace, text: str) -> None:
    """OUT-1, also where the file is broken."""
    ws.config(text)
    result = ws.tsr("t")
    assert result.code == 64
    assert result.err.startswith("✗ config error: ")
    assert "secret" not in result.err


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("a = 1\nb = = 2\n", "    2 | b = = 2\n      |     ^\n"),
        ("[tasks.t\nrun = 'x'\n", "    1 | [tasks.t\n      |         ^\n"),
        ("[tasks.t]\nrun = 'a'\nrun = 'b'\n", "    3 | run = 'b'\n      |          ^\n"),
        ("[tasks.t]\nenv_file = ['a' 1]", "    2 | env_file = ['a' 1]\n      |                 ^\n"),
        ("[tasks.t]\nrun = 'a'\n[tasks.t]\n", "    3 | [tasks.t]\n      |         ^\n"),
    ],
)
def test_text_that_is_no_toml(ws: Workspace, text: str, lines: str) -> None:
    """The place where reading it came to an end."""
    ws.config(text)
    assert ws.tsr("t").err.endswith(f"[CLI-9]\n{lines}")


def test_a_place_that_a_guard_speaks_of(ws: Workspace) -> None:
    """The same for what is refused once the whole file is in order."""
    ws.config("[tasks.build]\nrun = 'true'\n[tasks.t]\ndeps = ['biuld']\n")
    result = ws.tsr("t")
    assert "did you mean 'build'?" in result.err
    assert result.err.endswith("[GRAPH-2]\n    4 | deps = ['biuld']\n      |          ^\n")


def test_near_misses_of_keys(ws: Workspace) -> None:
    """CLI-19: a warning, and the run goes on; what is not near is not talked about (CLI-6)."""
    ws.config(
        "[evn]\n[workspace]\nmember = ['x']\nplugins = 1\n[security]\nallow_path = []\n"
        "[tasks.t]\nrun = 'echo ran'\ndep = []\nwhatever = 1\n[tasks.t.envs]\n"
    )
    result = ws.tsr("t")
    assert (result.code, result.out) == (0, "ran\n")
    assert result.err.splitlines() == [
        f"! warning: {where}: '{key}' is not known and has no effect — did you mean '{known}'? [CLI-19]"
        for where, key, known in (
            ("tasks.toml", "evn", "env"),
            ("[workspace]", "member", "members"),
            ("[security]", "allow_path", "allow_paths"),
            ("task 't'", "dep", "deps"),
            ("task 't'", "envs", "env"),
        )
    ]


@pytest.mark.parametrize(
    ("key", "meant"),
    [
        ("command = 'x'", "run"), ("script = 'x'", "run"), ("cwd = 'x'", "dir"), ("depends_on = []", "deps"),
        ("environment = {}", "env"), ("dotenv = 'x'", "env_file"), ("Run = 'x'", "run"), ("pakages = []", "packages"),
        ("description = 'x'", ""), ("desc = 'x'", ""), ("x = 'y'", ""), ("inputs = []", ""), ("outputs = []", ""),
        ("cache = true", ""), ("name = 'x'", ""), ("shell = 'sh'", ""), ("tags = []", ""), ("group = 'x'", ""),
    ],
)  # fmt: skip
def test_keys_of_other_tools(ws: Workspace, key: str, meant: str) -> None:
    """CLI-19: those that many use are known; what has another meaning is not talked about (CLI-6)."""
    ws.config(f"[tasks.t]\nrun = 'true'\n{key}\n[tasks.u]\n{key}\n".replace("[tasks.u]\n", "[x]\n"))
    said = ws.tsr("t").err
    name = key.partition(" ")[0]
    text = f"! warning: task 't': '{name}' is not known and has no effect — did you mean '{meant}'? [CLI-19]\n"
    assert said == (text if meant else "")


def test_a_table_that_is_no_section(ws: Workspace) -> None:
    """CLI-1: `tasks.` was forgotten; and `[scripts]` is not taken for `security`."""
    ws.config("[build]\nrun = 'true'\n[scripts]\nx = 'y'\n[tasks.t]\nrun = 'true'\n")
    result = ws.tsr("build")
    assert (result.code, result.err.count("warning")) == (64, 0)
    assert "there is no task 'build' in" in result.err
    assert ", but a table [build] — write [tasks.build] there [CLI-1]" in result.err


def test_names_that_differ_in_case(ws: Workspace) -> None:
    """CLI-19: they are near."""
    ws.config("[tasks.build]\nrun = 'true'\n")
    assert "did you mean 'build'?" in ws.tsr("BUILD").err


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("[tasks.t]\ndeps = 'y'", 'deps = ["…"]'),
        ("[tasks.t]\nrun = ['y']", 'run = "…"'),
        ("[tasks.t]\nparallel = 'y'", "parallel = true"),
        ("[tasks.t]\ndelegate = 1", 'delegate = { bin = "…", args = ["…"] }'),
        ("[tasks.t]\nenv_file = 1", 'env_file = "…"'),
        ("[tasks.t]\nenv = 1", 'env = { NAME = "…" }'),
        ("[workspace]\nmembers = 'a'", 'members = ["…"]'),
        ("[tasks]\nt = 'true'", "[tasks.t]"),
        ("[tasks]\n'p#t' = 'true'", '[tasks."p#t"]'),
        ("tasks = 1", "[tasks]"),
    ],
)
def test_how_a_type_is_written(ws: Workspace, text: str, written: str) -> None:
    """CLI-7: the message shows it."""
    ws.config(text)
    assert f" — write it as in `{written}` [CLI-7]" in ws.tsr("t").err


def test_many_near_misses(ws: Workspace) -> None:
    """No more than a few are told."""
    ws.config("".join(f"[tasks.t{number}]\nrun = 'true'\ndep = []\n" for number in range(100)))
    assert ws.tsr("t0").err.count("\n") == 5
