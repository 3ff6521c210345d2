"""The runner's own lines hold no value of the environment (OUT-1); what `--strict` does at run time (FENCE-10)."""

from __future__ import annotations

import os

import pytest
from conftest import Workspace, toml_string

SECRET = "s3cr3t"


@pytest.mark.parametrize(
    ("run", "shown"),
    [
        ("$S", "the program '$S' was not found"),
        ('"${S}"/x', "the program '\"${S}\"/x' was not found"),
        ("cd$S x", "the program 'cd$S' was not found"),
        ("$CD x", "the program '$CD' was not found — install it"),
        ("$DIR/data", "the program '$DIR/data' is not executable"),
        ("data", "the program 'data' is not executable"),
        ("bad", "the program 'bad' cannot be run: "),
        ("$EMPTY", "the name of the program is empty"),
        ("echo $S $UNSET", "the variable 'UNSET' is not set"),
    ],
)
def test_a_program_is_shown_as_it_is_written(ws: Workspace, run: str, shown: str) -> None:
    """OUT-1: before anything is expanded, and without the directories of PATH."""
    directory = ws.base / SECRET
    directory.mkdir()
    (directory / "data").touch()
    (directory / "bad").write_text(f"#!/{SECRET}/none\n")
    (directory / "bad").chmod(0o755)
    path = f"{directory}:{os.environ['PATH']}"
    env = {"S": SECRET, "CD": "cd", "DIR": str(directory), "PATH": path, "EMPTY": "", "HOME": f"/{SECRET}"}
    result = ws.run(run, env=env)
    assert result.code == 64
    assert shown in result.err
    assert SECRET not in result.err


MISLEADING = "\x00 \x1f\x7f\x80\x9f\u2028\u2029\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
HARMLESS = "~\xa0\u061b\u061d\u200b\u200d\u2010\u2027\u202f\u2065\u206a\u05d0\u0627"


def test_what_misleads_a_reader_is_shown_as_bytes(ws: Workspace) -> None:
    """EXIT-8: in a message, a list and a plan; what stands beside such characters passes."""
    misleading = MISLEADING.replace("\x00", "").replace(" ", "")
    shown = "".join(f"\\x{byte:02x}" for byte in misleading.encode())
    ws.config(f"[tasks.t]\nrun = {toml_string('cat ' + HARMLESS + misleading)}\ndir = {toml_string(misleading)}\n")
    assert shown + "\n" in ws.tsr("--list").out
    plan = ws.tsr("t", "--dry-run", "--", misleading).out
    assert plan.count(shown) == 3
    assert HARMLESS in plan
    (ws.root / misleading).mkdir()
    message = ws.tsr("t").err
    assert message == f"cat: '{HARMLESS}{shown}': No such file or directory\n"
    ws.config(f"[tasks.t]\nrun = {toml_string('| ' + misleading)}\n")
    assert shown in ws.tsr("t").err
    assert shown in ws.tsr(misleading).err


def test_values_of_the_config_are_not_shown_either(ws: Workspace) -> None:
    """OUT-1: in a list, in a plan, in a refusal."""
    (ws.root / ".env").write_text(f"A={SECRET}\n{SECRET}\nB='{SECRET}\n")
    ws.config(f"[env]\nC = '{SECRET}'\n[tasks.t]\nrun = 'none $C'\nenv = {{ D = '{SECRET}' }}\n")
    for words in (["--list"], ["t"], ["t", "--dry-run"], ["t", "--strict"]):
        result = ws.tsr(*words)
        assert SECRET not in result.out + result.err


@pytest.mark.parametrize("run", ["cat ../outside/none || echo on", "cat f ../outside/none ; echo on"])
def test_strict_ends_a_run_after_a_refusal(ws: Workspace, run: str) -> None:
    """FENCE-10: the command ends as it would, and nothing follows it, whatever the operator."""
    (ws.root / "f").write_text("f\n")
    assert ws.run(run).out.endswith("on\n")
    result = ws.tsr("t", "--strict")
    assert (result.code, result.out) == (64, "f\n" if "cat f" in run else "")
    assert ws.refusal("cat", ws.outside / "none") in result.err
    assert result.err.endswith("[FENCE-10]\n")


def test_strict_lets_other_failures_be(ws: Workspace) -> None:
    """FENCE-10: only a refusal ends the run."""
    ws.config("[tasks.t]\nrun = 'cat none || echo on'\n")
    assert ws.tsr("t", "--strict").out == "on\n"
