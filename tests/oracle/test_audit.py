"""The audit of a workspace: exactly what there is to say, and nothing else; nothing read that a guard refuses."""

from __future__ import annotations

import importlib.util
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from test_report_sarif import validator

from tsr_model.command_line import Request, request
from tsr_model.names import beneath
from tsr_model.prediction import predict
from tsr_model.world import WORLD, path_in_world, world
from tsr_oracle.audit.audit import NothingToAudit, audit_of
from tsr_oracle.audit.live_manifests import LiveManifests
from tsr_oracle.audit.toml_places import lines_of
from tsr_oracle.command import run as main
from tsr_spec.case import Case, CaseError, File
from tsr_spec.chapters import cases

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
FORMATS = ("text", "markdown", "html", "json", "sarif")


def _prepare() -> ModuleType:
    found = importlib.util.spec_from_file_location("prepare", ROOT / "examples" / "audit" / "prepare.py")
    assert found is not None
    assert found.loader is not None
    module = importlib.util.module_from_spec(found)
    sys.modules["prepare"] = module
    found.loader.exec_module(module)
    return module


prepare = _prepare()
EXAMPLES = {example.name: example for example in prepare.examples()}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A directory that nobody else may write, whatever the umask is."""
    tmp_path.chmod(0o755)
    return tmp_path


Make = Callable[[dict[str, str]], Path]


@pytest.fixture
def make(place: Path) -> Make:
    """Makes a workspace of these files."""

    def make(files: dict[str, str]) -> Path:
        for name, data in files.items():
            path = place / "ws" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(data, "utf-8")
        return place / "ws"

    return make


def said(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    code = main(["audit", *words])
    return code, capsys.readouterr().out


# --- what it says ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", EXAMPLES)
def test_examples(name: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Each prepared repository gives the audit that is written down for it, to the letter."""
    example = EXAMPLES[name]
    prepare.make(example, place)
    monkeypatch.setenv("PATH", "/usr/bin:/bin")
    if example.home is not None:
        monkeypatch.setenv("HOME", str(place / example.home))
    code, out = said(capsys, str(place / example.start), *example.words)
    assert out.replace(str(place), "@") == example.expected
    assert code == example.code


def _audited() -> list[Case]:
    """The cases that ask for a task, and for nothing that an audit does not look at."""
    return [case for case in cases().values() if _is_audited(case)]


def _is_audited(case: Case) -> bool:
    asked = request(case.given.argv)
    if not isinstance(asked, Request) or asked.arguments or asked.options - {"--strict", "--no-bail"}:
        return False
    return not asked.values.keys() - {"--reporter"}


def test_error_where_the_model_refuses() -> None:
    """Of every case: an error is found where the model refuses the run at load, and only where it ends with 64."""
    for case in _audited():
        asked = request(case.given.argv)
        assert isinstance(asked, Request)
        try:
            here, foretold = world(case.given), predict(case.given)
        except CaseError:
            continue
        try:
            found = audit_of(here, (here.home,), asked.task, strict=asked.strict)
            errors = [one.clause for one in found.findings if one.level == "error"]
        except NothingToAudit:
            errors = ["DISC"]
        refused = foretold.stage == "load" and foretold.exit == 64
        assert bool(errors) or not refused, case.title
        assert foretold.exit == 64 or not errors, (case.title, errors)


def test_what_is_refused_stays_unread(make: Make, place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of variables outside, here a FIFO that nobody writes, is not opened: else this would wait for ever."""
    root = make({"tasks.toml": '[tasks.t]\nrun = "true"\nenv_file = ["../fifo", "in"]\n', ".git/x": "", "in": "A=1\n"})
    os.mkfifo(place / "fifo")
    code, out = said(capsys, str(root))
    assert code == 1
    assert "tasks.toml:3  FENCE-1" in out


def test_what_manifests_say() -> None:
    """What the manifests of the spec's cases say is read as each case declares it (PKG-3, PKG-6 to PKG-11)."""
    for case in (case for case in cases().values() if case.given.declares):
        here = world(case.given)
        read = LiveManifests(here.files, (*WORLD, "ws"))
        for place, says in here.declared.items():
            if not beneath(place, (*WORLD, "ws")):
                continue  # the model refuses it, so it is not read
            got = read[place]
            through = tuple(path_in_world(tuple(one.strip("/").split("/"))) for one in got.through)
            assert (got.name, set(got.needs)) == (says.name, set(says.needs)), (case.title, place)
            assert set(through) >= set(says.through), (case.title, place)  # told where it matters only


def test_lines_of_toml() -> None:
    """Every key of every config of the spec has a line, and that line begins with it, or with a table's header."""
    for document in {entry.data for case in cases().values() for entry in case.given.tree if isinstance(entry, File)}:
        try:
            table = tomllib.loads(document)
        except ValueError:
            continue
        lines, rows = lines_of(document), document.split("\n")
        for keys in _keys(table, ()):
            assert keys in lines, document
            row = rows[lines[keys] - 1]
            assert keys[-1] in row or keys[-1].isdecimal() or "\\" in row, (document, keys)


def _keys(value: Any, way: tuple[str, ...]) -> list[tuple[str, ...]]:
    if not isinstance(value, dict):
        return []
    return [keys for key, inner in value.items() for keys in ((*way, key), *_keys(inner, (*way, key)))]


MANY = """\
[security]
allow_paths = [
  "../a", # one
  '''/''',
]
[tasks."x"]
env.LD_PRELOAD = "y"
run = "true"
[tasks.z]
run = \"\"\"
sh -c 'echo ]'\"\"\"
deps = ["x"]
"""


def test_sarif(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """SARIF validates, and each result is placed at the line of the key that it is about."""
    root = make({"tasks.toml": MANY, ".git/x": ""})
    code, out = said(capsys, str(root), "--format", "sarif")
    document = json.loads(out)
    assert [error.message for error in validator().iter_errors(document)] == []
    places = {
        (result["ruleId"], location["artifactLocation"]["uri"], location["region"]["startLine"])
        for result in document["runs"][0]["results"]
        for location in [result["locations"][0]["physicalLocation"]]
    }
    assert places == {("FENCE-19", "tasks.toml", 4), ("ENV-1", "tasks.toml", 7), ("OPEN-1", "tasks.toml", 10)}
    assert code == 1


@pytest.mark.parametrize("level", ["error", "warning", "note", "never"])
def test_fail_on(level: str, make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """The exit code is 1 where something is as severe as that, or severer."""
    root = make({"tasks.toml": '[env]\nLD_LIBRARY_PATH = "x"\n[tasks.t]\nrun = "sh -c x"\n', ".git/x": ""})
    code, out = said(capsys, str(root), "--fail-on", level)
    assert "1 warning, 1 note" in out
    assert code == (level in ("warning", "note"))


@pytest.mark.parametrize(
    ("words", "why"),
    [(["none"], "no directory"), (["."], "no tasks.toml governs here"), ([".", "--fail-on", "x"], "invalid choice")],
)
def test_misuse(
    words: list[str], why: str, place: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Where nothing can be audited the exit code is 64, with the reason."""
    (place / ".git").mkdir()
    monkeypatch.chdir(place)
    assert main(["audit", *words]) == 64
    assert why in capsys.readouterr().err


# --- what it never says ----------------------------------------------------------------------------------------------

SECRET = "hunter2-{}-marked"
WITH_SECRETS = {
    ".git/x": "",
    ".env": f"A={SECRET.format('dotenv')}\nNODE_OPTIONS={SECRET.format('guarded')}\n",
    "own.env": f"B={SECRET.format('file')}\nPATH={SECRET.format('path')}:$PATH\n",
    "tasks.toml": f"""
[env]
C = "{SECRET.format("table")}"
PATH = "/x/{SECRET.format("entry")}:$PATH"
LD_LIBRARY_PATH = "{SECRET.format("listed")}"
[tasks.t]
env_file = "own.env"
env = {{ D = "{SECRET.format("task")}", PATH = "tools/$C" }}
run = "echo $A $B $C $D $INHERITED"
""",
}


@pytest.mark.parametrize("form", FORMATS)
@pytest.mark.parametrize("strict", [False, True])
def test_no_secrets(
    form: str, strict: bool, make: Make, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The value of a variable is in no output, whichever source sets it, and whatever is found about it."""
    monkeypatch.setenv("INHERITED", SECRET.format("inherited"))
    root = make(WITH_SECRETS)
    for without in ((), ("NODE_OPTIONS",)):
        kept = [line for line in WITH_SECRETS[".env"].splitlines() if not line.startswith(without)]
        (root / ".env").write_text("\n".join(kept) if without else WITH_SECRETS[".env"])
        said_to_all = said(capsys, str(root), "--format", form, *(["--strict"] if strict else []))[1]
        assert "hunter2" not in said_to_all
        assert main(["explain", "--in", str(root), "$A", "$PATH", "$C", "$INHERITED", "own.env"]) == 0
        assert "hunter2" not in capsys.readouterr().out


def test_explained(make: Make, capsys: pytest.CaptureFixture[str]) -> None:
    """`explain --in` tells the walk of a path with its links, what it lands at, and where a variable is set."""
    root = make({"tasks.toml": '[env]\nA = "1"\n[tasks.t]\nrun = "true"\n', ".git/x": "", "d/f": ""})
    (root / "l").symlink_to("d")
    assert main(["explain", "--in", str(root), "l/../../x", "$A", "$LD_PRELOAD"]) == 0
    out = capsys.readouterr().out
    assert f"a link to d, which is followed from {root}" in out
    assert f"lands at {root.parent}/x, where nothing is, outside: refused, by FENCE-1, FENCE-10, FENCE-2" in out
    assert f"set by [env]: {root}/tasks.toml:2" in out
    assert "LD_PRELOAD: no config may set it (ENV-1" in out
