"""What a config may not set (ENV-1 to ENV-6), and what it may do to `PATH`."""

from __future__ import annotations

import pytest
from conftest import Workspace, toml_string

ON_PURPOSE = "pass `--allow-unsafe-env` if that is intended"
LOADS = f"which decides what code an unrelated program loads — {ON_PURPOSE} [ENV-1]\n"
RESERVED = f"which is reserved for tsr itself — {ON_PURPOSE} [ENV-1]\n"


@pytest.mark.parametrize("options", [[], ["--strict"]])
def test_every_source_is_judged_and_named(ws: Workspace, options: list[str]) -> None:
    """ENV-1, ENV-6: with its line, and without the value."""
    (ws.root / ".env").write_text("A=1\nNODE_OPTIONS=secret")
    refusal = ws.run("true").err
    assert refusal == f"✗ config error: the root '.env' (line 2) sets 'NODE_OPTIONS', {LOADS}"
    (ws.root / ".env").unlink()
    (ws.root / "conf").mkdir()
    (ws.root / "conf/x.env").write_text("\n\nexport LD_PRELOAD='secret'")
    for text, source, name in (
        ("[env]\nLD_PRELOAD = 'secret'\n[tasks.t]\nrun = 'true'", "[env]", "LD_PRELOAD"),
        ("[tasks.t]\nrun = 'true'\nenv = { GIT_SSH = '' }", "[tasks.t.env]", "GIT_SSH"),
        ("[tasks.t]\nrun = 'true'\nenv_file = 'conf/x.env'",
         "the env_file 'conf/x.env' (line 3) of task 't'", "LD_PRELOAD"),
        ("[tasks.t]\ndeps = ['p#a:b']\n[tasks.'p#a:b']\nrun = 'true'\nenv = { RUBYOPT = 'secret' }",
         '[tasks."p#a:b".env]', "RUBYOPT"),
        ("[tasks.t]\ndeps = ['a-_1']\n[tasks.'a-_1']\nrun = 'true'\nenv = { RUBYOPT = 'secret' }",
         "[tasks.a-_1.env]", "RUBYOPT"),
        ("[tasks.t]\ndeps = ['\"\\#t']\n[tasks.'\"\\#t']\nrun = 'true'\nenv = { RUBYOPT = 'secret' }",
         '[tasks."\\"\\\\#t".env]', "RUBYOPT"),
    ):  # fmt: skip
        ws.config(text)
        result = ws.tsr("t", *options)
        assert (result.code, result.out) == (64, "")
        assert result.err == f"✗ config error: {source} sets '{name}', {LOADS}"
        assert ws.tsr("t", "--allow-unsafe-env", *options).code == 0


def test_names_reserved_for_the_runner(ws: Workspace) -> None:
    """ENV-1, ENV-6: each that begins with TSR_, and that itself."""
    for name in ("TSR_X", "TSR_"):
        ws.config(f"[tasks.t]\nrun = 'true'\nenv = {{ {name} = 'x' }}")
        assert ws.tsr("t").err == f"✗ config error: [tasks.t.env] sets '{name}', {RESERVED}"


@pytest.mark.parametrize("name", ["ld_preload", "LD_PRELOAD_", "XLD_PRELOAD", "TSR", "tsr_x", "CC", "HOME", "Path"])
def test_other_names_are_free(ws: Workspace, name: str) -> None:
    """ENV-2, ENV-5: another case, or a letter more, is another variable."""
    ws.config(f"[tasks.t]\nrun = 'echo ${name}'\nenv = {{ {name} = 'x' }}")
    assert ws.tsr("t").out == "x\n"


@pytest.mark.parametrize("name", ["CC", "HOME", "GOFLAGS_", "BASH_FUNC_x%%", "GIT_CONFIG_COUNT", "LD_LIBRARY_PATH"])
def test_strict_guards_more_names(ws: Workspace, name: str) -> None:
    """ENV-5: and says so."""
    ws.config(f"[tasks.t]\nrun = 'echo fine'\nenv = {{ '{name}' = 'x' }}")
    assert ws.tsr("t").out == "fine\n"
    result = ws.tsr("t", "--strict")
    if name == "GOFLAGS_":
        assert result.out == "fine\n"
        return
    way_out = "leave `--strict` away, or pass `--allow-unsafe-env`, if that is intended"
    assert result.err == f"✗ config error: [tasks.t.env] sets '{name}', which `--strict` guards — {way_out} [ENV-5]\n"
    assert ws.tsr("t", "--strict", "--allow-unsafe-env").out == "fine\n"


def test_an_overridden_assignment_is_judged_too(ws: Workspace) -> None:
    """ENV-1: what comes out in the end does not matter."""
    (ws.root / ".env").write_text("LD_PRELOAD=x\nLD_PRELOAD=\n")
    assert "(line 1) sets 'LD_PRELOAD'" in ws.run("true").err


def test_what_is_not_reached_is_not_judged(ws: Workspace) -> None:
    """ENV-4: but `.env` and `[env]` belong to every run."""
    (ws.root / "x").write_text("LD_PRELOAD=x")
    ws.config("[tasks.t]\nrun = 'echo fine'\n[tasks.u]\nrun = 'true'\nenv_file = 'x'\nenv = { TSR_X = '' }\n")
    assert ws.tsr("t").out == "fine\n"
    assert ws.tsr("u").code == 64


def test_the_process_environment_is_never_judged(ws: Workspace) -> None:
    """ENV-3: nor changed; a source may refer to it."""
    ws.config("[tasks.t]\nrun = 'echo $TSR_X $A'\nenv = { A = '$NODE_OPTIONS' }\n")
    assert ws.tsr("t", "--strict", env={"TSR_X": "1", "NODE_OPTIONS": "--x", "CC": ":"}).out == "1 --x\n"


# PATH -----------------------------------------------------------------------------------------

REPLACES = f"without `$PATH`, so that it replaces the inherited one — write `$PATH` into it, or {ON_PURPOSE} [PATH-1]\n"
HIDDEN = (
    "with an entry that is empty or `.`, which is whatever directory a task runs in — name the directory, or "
    f"{ON_PURPOSE} [PATH-2]\n"
)
RELATIVE = (
    "with an entry that is not absolute, without `$PATH` as an entry of its own, or with nothing inherited to "
    "extend, which `--strict` does not take — leave `--strict` away, or pass `--allow-unsafe-env`, if that is intended "
    "[PATH-3]\n"
)
ENV = {"D": ".", "E": "/a::/b", "F": "/f", "P": "/p", "UNSET": None}


@pytest.mark.parametrize(
    ("value", "says", "strictly"),
    [
        ("", REPLACES, REPLACES),
        ("/x", REPLACES, REPLACES),
        ("$P:/x", REPLACES, REPLACES),
        ("$PATHS:/x", REPLACES, REPLACES),
        ("${PATH:-x}", REPLACES, REPLACES),
        ("$PATH:", HIDDEN, HIDDEN),
        (":$PATH", HIDDEN, HIDDEN),
        ("$PATH::/x", HIDDEN, HIDDEN),
        (".:$PATH", HIDDEN, HIDDEN),
        ("$UNSET:$PATH", HIDDEN, HIDDEN),
        ("$D:$PATH", HIDDEN, HIDDEN),
        ("$E:$PATH", HIDDEN, HIDDEN),
        ("./bin:$PATH", "", RELATIVE),
        ("bin:${PATH}", "", RELATIVE),
        ("./:$PATH", "", RELATIVE),
        (".$PATH", "", RELATIVE),
        ("/x$PATH", "", RELATIVE),
        ("$PATH/x", "", RELATIVE),
        ("$$PATH", "", RELATIVE),
        ("/x$PATH:$PATH", "", RELATIVE),
        ("$PATH", "", ""),
        ("$F:$PATH:/x", "", ""),
        ("$PATH:$PATH", "", ""),
    ],
)
def test_an_assignment_to_path(ws: Workspace, value: str, says: str, strictly: str) -> None:
    """PATH-1, PATH-2, PATH-3."""
    ws.config(f"[tasks.t]\nrun = 'echo fine'\nenv = {{ PATH = {toml_string(value)} }}\n")
    for options, expected in (([], says), (["--strict"], strictly)):
        result = ws.tsr("t", *options, env=ENV)
        assert result.out == ("" if expected else "fine\n")
        assert result.err == (f"✗ config error: [tasks.t.env] sets 'PATH' {expected}" if expected else "")
        assert ws.tsr("t", "--allow-unsafe-env", *options, env=ENV).out == "fine\n"


def test_a_literal_value_refers_to_nothing(ws: Workspace) -> None:
    """PATH-1: so it replaces what was inherited."""
    (ws.root / ".env").write_text("PATH='$PATH'\n")
    assert ws.run("true").err == f"✗ config error: the root '.env' (line 1) sets 'PATH' {REPLACES}"
    (ws.root / ".env").write_text('PATH="$PATH"\n')
    assert ws.run("true").code == 0


def test_other_variables_are_taken_as_they_are_at_that_point(ws: Workspace) -> None:
    """PATH-2, ENV-11: what a later line sets does not count yet."""
    (ws.root / ".env").write_text("PATH=$LATE:$PATH\nLATE=/x\n")
    assert ws.run("true").err.endswith("[PATH-2]\n")
    (ws.root / ".env").write_text("EARLY=/x\nPATH=$EARLY:$PATH\nEARLY=.\n")
    assert ws.run("true").code == 0


def test_strict_wants_something_to_extend(ws: Workspace) -> None:
    """PATH-3: an inherited PATH that is neither unset nor empty, as it is merged at that point."""
    ws.config("[tasks.t]\nrun = 'echo fine'\nenv = { PATH = '/x:$PATH' }\n")
    path = ws.environment()["PATH"]
    for inherited, says in ((path, ""), ("relative", ""), ("", RELATIVE)):
        result = ws.tsr("t", "--strict", env={"PATH": inherited})
        assert result.err.endswith(says) if says else result.out == "fine\n"
