"""What a manifest says (PKG-3, PKG-6 to PKG-11), and how it is read."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from tsr_impl import calls, fence, manifests
from tsr_impl.report import ConfigFault

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tsr_impl import places
    from tsr_impl.manifests.fields import Table

    Said = tuple[str, list[str]]
    Say = Callable[..., Said]


@pytest.fixture
def say(tmp_path: Path) -> Say:
    """What a manifest in `packages/a` says, of other files around it: its name, and what it depends on."""
    tmp_path = tmp_path.resolve()
    (tmp_path / "ws/packages/a").mkdir(parents=True)

    def read(name: str, text: str | bytes | None, others: dict[str, str] | None = None) -> Said:
        for path, content in (others or {}).items():
            (tmp_path / "ws" / path).write_text(content)
        if text is not None:
            data = text.encode() if isinstance(text, str) else text
            (tmp_path / "ws/packages/a" / name).write_bytes(data)
        root = str(tmp_path / "ws")
        with fence.physical_directory(calls.open_directory(root), root) as here:
            bounds = fence.Fence(here, [])
            with bounds.content(bounds.root, "packages/a") as found_at, found_at.open_directory() as directory:
                found = manifests.Reader(bounds).manifest(directory, "packages/a", name)
        return found.name, found.requires

    return read


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"name": "@x/a"}', ("@x/a", [])),
        ('{"name": "a", "name": "b"}', ("b", [])),
        ('{"name": 1, "dependencies": {"b": "1"}}', ("", ["b"])),
        ('{"name": "", "dependencies": ["b"]}', ("", [])),
        (
            '{"optionalDependencies": {"d": {}}, "peerDependencies": {"c": null}, "dependencies": {"a": "npm:x@1"},'
            ' "devDependencies": {"b": "workspace:*"}, "bundledDependencies": {"e": "1"}}',
            ("", ["a", "b", "c", "d"]),
        ),
        ('{"name": "a", "dependencies": {"b": "1"}, "devDependencies": 3}', ("a", ["b"])),
        ("[1]", ("", [])),
        ('"name"', ("", [])),
        ("", ("", [])),
        ('{"name": "a"', ("", [])),
        ('{"name": "a", "x": NaN}', ("", [])),
        ('{"name": "a"} x', ("", [])),
        ('{"name": "a", "x": ' + "[" * 100_000 + "]" * 100_000 + "}", ("", [])),
        ('{"name": "a", "dependencies": {"b": ' + "9" * 10_000 + '}, "x": [-1e' + "9" * 10_000 + "]}", ("a", ["b"])),
        ('{"name": 12, "dependencies": 1.5}', ("", [])),
        (b'\xef\xbb\xbf{"name": "a"}', ("a", [])),
        (b'\xef\xbb\xbf\xef\xbb\xbf{"name": "a"}', ("", [])),
        ('{"name": "a"}'.encode("utf-16"), ("", [])),
        (b'{"name": "\xff"}', ("", [])),
    ],
)
def test_package_json(say: Say, text: str | bytes, said: Said) -> None:
    """PKG-3, PKG-7, PKG-11."""
    assert say("package.json", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[package]\nname = 'a'\nversion = '1'", ("a", [])),
        ("[workspace]\nmembers = ['x']", ("", [])),
        ("[package]\nname = 1\n[dependencies]\nb = '1'", ("", ["b"])),
        (
            "[dependencies]\nb = '1'\n[dev-dependencies]\nc = { path = '../x' }\n"
            "[build-dependencies.d]\nversion = '1'\n"
            "[target.'cfg(unix)'.dependencies]\ne = '1'\n[target.x.dev-dependencies]\nf = '1'\n[other]\ng = '1'",
            ("", ["b", "c", "d", "e", "f"]),
        ),
        ("[dependencies]\nb = { package = 'real' }\nc = { package = 1 }", ("", ["real", "c"])),
        (
            "[dependencies]\nb = { workspace = true }\nc.workspace = true\nd.workspace = true\ne.workspace = false",
            ("", ["of-root", "c", "d", "e"]),
        ),
        ("dependencies = 3\n[package]\nname = 'a'", ("a", [])),
        ("target = 3\n[package]\nname = 'a'", ("a", [])),
        ("[package]\nname = 'a'\n[", ("", [])),
        ("[package]\nname = 'a'\nx = " + "[" * 100_000, ("", [])),
        ("[package]\nname = 'a'\n" + ".".join("x" * 101) + " = 1", ("", [])),
        ("[package]\nname = 'a'\n[" + " . ".join(["'x'"] * 50_000) + "]", ("", [])),
        ("[package]\nname = 'a'\n[" + ".".join("x" * 100) + "] # " + "." * 101, ("a", [])),
        ("\ufeff[package]\nname = 'a'", ("a", [])),
    ],
)
def test_cargo_toml(say: Say, text: str, said: Said) -> None:
    """PKG-3, PKG-8, PKG-11."""
    root = "[workspace.dependencies]\nb = { package = 'of-root' }\nc = '1'\ne = { package = 'not-asked' }\n"
    assert say("Cargo.toml", text, {"Cargo.toml": root}) == said


@pytest.mark.parametrize(
    ("others", "name"),
    [
        ({}, "b"),
        ({"Cargo.toml": "[package]\nname = 'no workspace'"}, "b"),
        ({"Cargo.toml": "[workspace.dependencies.b]\npackage = 'far'"}, "far"),
        (
            {
                "Cargo.toml": "[workspace.dependencies.b]\npackage = 'far'",
                "packages/Cargo.toml": "[workspace.dependencies.b]\npackage = 'near'",
            },
            "near",
        ),
        (
            {
                "Cargo.toml": "[workspace.dependencies.b]\npackage = 'far'",
                "packages/Cargo.toml": "[workspace]\n",
            },
            "b",
        ),
        (
            {
                "Cargo.toml": "[workspace.dependencies.b]\npackage = 'far'",
                "packages/Cargo.toml": "broken [",
            },
            "far",
        ),
        ({"../Cargo.toml": "[workspace.dependencies.b]\npackage = 'above the root'"}, "b"),
    ],
)
def test_the_nearest_cargo_workspace(say: Say, others: dict[str, str], name: str) -> None:
    """PKG-8: up to the workspace root, and the package's own counts."""
    assert say("Cargo.toml", "[dependencies]\nb.workspace = true", others) == ("", [name])
    own = "[workspace.dependencies.b]\npackage = 'own'\n[dependencies]\nb.workspace = true"
    assert say("Cargo.toml", own, others) == ("", ["own"])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("module example.org/a\n\ngo 1.22\n", ("example.org/a", [])),
        ('module "a" // comment', ("a", [])),
        ("// module b\r\nmodule a//c\r\nrequire b v1//x\r\n", ("a", ["b"])),
        (
            "require b v1\nrequire (\n\tc v1 // indirect\n\n\t`d` v1\n\t// e v1\n) // end\nrequire f v1",
            ("", list("bcdf")),
        ),
        ("require(\nb v1\n)", ("", ["b"])),
        ("require()\nrequire c v1", ("", ["c"])),
        ("require ( )// comment\nreplace d => e v1", ("", ["d", "e"])),
        ("require ( // comment\n\tb v1\n)\nrequire c v1", ("", ["b", "c"])),
        ("require(//comment\r\nb v1\r\n)// comment\r\nrequire c v1\r\n", ("", ["b", "c"])),
        ("require ( b v1 )\nrequire c v1", ("", ["b", "c"])),
        ("exclude x (\nrequire b v1\n)\nrequire c v1", ("", ["c"])),
        ("(\nrequire b v1\n)\nrequire c v1", ("", ["c"])),
        ("\ufeffmodule a", ("a", [])),
        ("replace b => c v1\nreplace d v1 => e v2", ("", list("bcde"))),
        ("replace b => ../b\nreplace c => ./c\nreplace d => /d\nreplace e v1 => .. ", ("", ["b", "c", "d", "e", ".."])),
        ('replace (\nb v1 => "c" v1\nd => ../d\n)\nmodule a', ("a", list("bcd"))),
        ("exclude b v1\nretract v1\ntoolchain x\nrequired c v1", ("", [])),
        ("exclude (\nb v1\n)\nrequire c v1", ("", ["c"])),
        ("require\nreplace b\nmodule\n", ("", [])),
        (b"module a\xff", ("", [])),
        ("", ("", [])),
    ],
)
def test_go_mod(say: Say, text: str | bytes, said: Said) -> None:
    """PKG-3, PKG-9, PKG-11."""
    assert say("go.mod", text) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[project]\nname = 'A.b'", ("A.b", [])),
        ("[tool.poetry]\nname = 'b'", ("b", [])),
        ("[project]\nname = 'a'\n[tool.poetry]\nname = 'b'", ("a", [])),
        ("[project]\nname = 1\n[tool.poetry]\nname = 'b'", ("b", [])),
        (
            "[project]\ndependencies = ['b>=1', ' C[x,y] ; os_name<\"3\"', 'd @ file:///x', 'e.f-g_h~=1', '-x', '']",
            ("", ["b", "C", "d", "e.f-g_h"]),
        ),
        ("[project.optional-dependencies]\nx = ['b']\ny = ['c', 3]\nz = 'd'", ("", ["b", "c"])),
        ("[dependency-groups]\nx = ['b', {include-group = 'y'}]\ny = ['c']", ("", ["b", "c"])),
        (
            "[tool.poetry.dependencies]\npython = '^3'\nb = '*'\n[tool.poetry.dev-dependencies]\nc = {path = '../c'}\n"
            "[tool.poetry.group.x.dependencies]\nd = '*'\n[tool.poetry.group.y]\noptional = true",
            ("", ["python", "b", "c", "d"]),
        ),
        ("\ufeff[project]\nname = 'a'", ("a", [])),
        ("project = 3\n[tool.poetry]\nname = 'b'", ("b", [])),
        ("[project]\nname = 'a'\nname = 'b'", ("", [])),
    ],
)
def test_pyproject_toml(say: Say, text: str, said: Said) -> None:
    """PKG-3, PKG-10, PKG-11."""
    assert say("pyproject.toml", text) == said


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("package.json", "{", "it cannot be read: Expecting property name"),
        ("Cargo.toml", "[", "it cannot be read: "),
        ("Cargo.toml", ".".join("x" * 101) + " = 1", "it has a key of more than 100 parts"),
        ("pyproject.toml", "x = " + "[" * 100_000, "it is nested too deeply"),
        ("go.mod", b"\xff", "it is not UTF-8"),
    ],
)
def test_what_cannot_be_read_is_told(
    say: Say, capfd: pytest.CaptureFixture[str], name: str, text: str | bytes, reason: str
) -> None:
    """PKG-11: which it is, what comes of it, and why."""
    say(name, text)
    said = capfd.readouterr().err
    assert said.startswith(f"! warning: 'packages/a/{name}' gives no name and no dependencies: {reason}")
    assert said.endswith(" — correct it [PKG-11]\n")
    assert said.count("\n") == 1


def test_a_broken_cargo_workspace_is_told_once(say: Say, capfd: pytest.CaptureFixture[str]) -> None:
    """PKG-11, PKG-8: however many entries look something up there; one that is missing is nothing to be told."""
    entries = "[dependencies]\n" + "".join(f"d{number}.workspace = true\n" for number in range(5))
    say("Cargo.toml", entries)
    assert capfd.readouterr().err == ""
    say("Cargo.toml", entries, {"Cargo.toml": "["})
    said = capfd.readouterr().err
    assert said.count("! warning: 'packages/a/../../Cargo.toml' gives no dependencies of a workspace: ") == 1


def test_the_cargo_workspace_is_looked_for_once(say: Say, monkeypatch: pytest.MonkeyPatch) -> None:
    """PKG-8: not again for each entry that refers to it."""
    asked: list[str] = []
    found = manifests.Reader._cargo_workspace

    def counting(self: manifests.Reader, directory: places.Directory, path: str) -> Table:
        asked.append(path)
        return found(self, directory, path)

    monkeypatch.setattr(manifests.Reader, "_cargo_workspace", counting)
    entries = "[dependencies]\n" + "".join(f"d{number}.workspace = true\n" for number in range(5))
    assert say("Cargo.toml", entries) == ("", ["d0", "d1", "d2", "d3", "d4"])
    assert asked == ["packages/a"]
    say("Cargo.toml", "[dependencies]\nx = '1'")
    assert asked == ["packages/a"]


def test_what_cannot_be_read_says_nothing(say: Say, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """PKG-11: what is too large, and what is no file by now, which is never opened."""
    monkeypatch.setattr(manifests, "_MOST_BYTES", 1000)
    text = '{"name": "a"}'
    assert say("package.json", text.ljust(1000)) == ("a", [])
    assert say("package.json", text.ljust(1001)) == ("", [])
    path = tmp_path / "ws/packages/a/package.json"
    path.unlink()
    assert say("package.json", None) == ("", [])
    os.mkfifo(path)
    assert say("package.json", None) == ("", [])


def test_what_lies_outside_is_refused(say: Say, tmp_path: Path) -> None:
    """FENCE-1: also what only a reference leads to."""
    (tmp_path / "out").write_text('{"name": "a"}')
    (tmp_path / "ws/packages/a/package.json").symlink_to("../../../out")
    with pytest.raises(ConfigFault) as refused:
        say("package.json", None)
    assert refused.value.clause == "FENCE-1"
    (tmp_path / "ws/Cargo.toml").symlink_to("../out")
    assert say("Cargo.toml", "[dependencies]\nb = '1'") == ("", ["b"])
    with pytest.raises(ConfigFault) as refused:
        say("Cargo.toml", "[dependencies]\nb.workspace = true")
    assert refused.value.clause == "FENCE-1"


@pytest.mark.parametrize(("name", "other"), [("A.b", "a-B"), ("a__b", "a-.b"), ("x", "X")])
def test_names_of_python(name: str, other: str) -> None:
    """PKG-3: as PEP 503 compares them."""
    assert manifests.folded(name) == manifests.folded(other)
