"""How packages are found, where finding them is made hard (PKG-1, FENCE-9, EXIT-7)."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from nobody import NobodysWorkspace, nobodys_workspace

if TYPE_CHECKING:
    from collections.abc import Iterator

    from conftest import Workspace


@pytest.fixture
def nobodys() -> Iterator[NobodysWorkspace]:
    yield from nobodys_workspace()


@pytest.mark.parametrize("entry", ["*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*/*", "**/" * 500 + "*", "**/*/**/*/**/*/**/*"])
def test_links_that_go_in_circles(ws: Workspace, entry: str) -> None:
    """PKG-1: each turn is another path to the same directories, and changes nothing."""
    for name in ("a", "b"):
        (ws.root / name).mkdir()
        (ws.root / name / "go.mod").touch()
        (ws.root / name / "up").symlink_to("..")
    for name in ("l", "m", "n"):
        (ws.root / name).symlink_to(".")
    ws.config(f"[workspace]\nmembers = ['{entry}']\n[tasks.t]\npackages = ['{'**/' * 500}**']\nrun = 'pwd'\n")
    result = ws.tsr("t")
    assert (result.code, result.err) == (0, "")
    assert sorted(result.out.splitlines()) == [f"{ws.root}/a", f"{ws.root}/b"]


def test_the_first_path_in_a_circle(ws: Workspace) -> None:
    """FENCE-9: by the bytes of the path, also where that is a longer way round."""
    (ws.root / "p/b").mkdir(parents=True)
    (ws.root / "p/b/go.mod").touch()
    (ws.root / "p/a").symlink_to(".")
    ws.config("[workspace]\nmembers = ['**/*/b']\n[tasks.t]\npackages = ['**']\nrun = 'true'\n")
    assert ws.tsr("t", "--dry-run").out.splitlines()[0] == "· t (p/a/b)"
    (ws.root / "p/a").rename(ws.root / "p/c")
    assert ws.tsr("t", "--dry-run").out.splitlines()[0] == "· t (p/b)"


SCARCE = """
[workspace]
members = ["p/*", "p/a"]
[security]
allow_paths = ["../beside"]
[tasks.t]
packages = ["p/*"]
deps = ["^t"]
run = "true"
[tasks.native]
dir = "p/a"
"""


@pytest.mark.parametrize("words", [["t"], ["native", "--dry-run"], ["--list"]])
def test_too_few_descriptors(ws: Workspace, words: list[str]) -> None:
    """EXIT-7: that is the system's fault and never the config's, whatever was to be opened."""
    ws.config(SCARCE)
    for name in ("a", "b"):
        (ws.root / "p" / name).mkdir(parents=True)
        (ws.root / "p" / name / "package.json").write_text(f'{{"name": "{name}", "dependencies": {{"a": "1"}}}}')
    (ws.base / "beside").mkdir()
    refused = 0
    for most in range(6, 20):
        script = f'ulimit -n {most}; exec "$0" -m tsr_impl "$@"'
        done = subprocess.run(
            ["sh", "-c", script, sys.executable, *words],
            cwd=ws.root, env=ws.environment(), stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if done.returncode == 0:
            assert done.stderr == ""
            continue
        refused += 1
        assert done.returncode == 64
        assert done.stderr == (
            "✗ error: the system has no more to give: Too many open files — raise its limits, see `ulimit -a`\n"
        )
    assert 0 < refused < 14


DENIED = "! warning: [workspace] members: '{}' passes over '{}', which cannot be looked at: Permission denied"


def shut(ws: NobodysWorkspace, members: str, modes: dict[str, int], packages: str = "p/a p/b q/c") -> None:
    """Packages, some of them out of reach, and a task `t` that prints where it runs."""
    for path in packages.split():
        (ws.root / path).mkdir(parents=True)
        (ws.root / path / "go.mod").touch()
    ws.config(f"[workspace]\nmembers = {members}\n[tasks.t]\npackages = ['**']\nrun = 'pwd'\n")
    ws.give()
    ws.modes(modes)


@pytest.mark.parametrize(
    ("members", "modes", "denied", "found"),
    [
        ("['p/*']", {"p/a": 0}, ["p/a"], "p/b"),
        ("['p/*', 'q/c']", {"p": 0o300}, ["p"], "q/c"),
        ("['p/*', 'q/c']", {"p": 0o600}, ["p/a", "p/b"], "q/c"),
        ("['**']", {"p": 0}, ["p", "p"], "q/c"),
        ("['*/c']", {"p": 0}, ["p/c"], "q/c"),
    ],
)
def test_a_pattern_passes_over_what_is_shut(
    nobodys: NobodysWorkspace, members: str, modes: dict[str, int], denied: list[str], found: str
) -> None:
    """PKG-1: with a warning that names it and says why; a stranger's directory does not stop the run."""
    shut(nobodys, members, modes)
    result = nobodys.tsr("t")
    assert (result.code, result.out) == (0, f"{nobodys.root}/{found}\n")
    pattern = members.split("'")[1]
    assert [line.partition(" — ")[0] for line in result.err.splitlines()] == [
        DENIED.format(pattern, path) for path in dict.fromkeys(denied)
    ]


def test_what_is_shut_is_said_of_the_first_few(nobodys: NobodysWorkspace) -> None:
    """PKG-1: more would drown what the run has to say."""
    names = [f"p/{number}" for number in range(8)]
    shut(nobodys, "['*/*']", dict.fromkeys(names, 0), " ".join([*names, "q/c"]))
    result = nobodys.tsr("t")
    assert (result.code, result.out) == (0, f"{nobodys.root}/q/c\n")
    *first, last = result.err.splitlines()
    assert [line.partition(" — ")[0] for line in first] == [DENIED.format("*/*", name) for name in names[:5]]
    assert last == "! warning: [workspace] members: and 3 more [PKG-1]"


def test_a_link_of_a_marker_that_leads_where_nobody_gets(nobodys: NobodysWorkspace) -> None:
    """PKG-1, PKG-2: whether it is one can't be told: a pattern passes the directory over, for a path it is 64."""
    for members, code, out in (("p/*", 0, "p/b\n"), ("p/a", 64, "")):
        if code == 0:
            shut(nobodys, f"['{members}']", {})
            (nobodys.root / "p/a/package.json").symlink_to("../../q/c/go.mod")
            nobodys.modes({"q": 0})
        nobodys.config(nobodys.root.joinpath("tasks.toml").read_text().replace("p/*", members))
        result = nobodys.tsr("t")
        assert (result.code, result.out) == (code, out and f"{nobodys.root}/{out}")
    said = f"✗ config error: '{nobodys.root}/p/a/package.json' cannot be looked at: Permission denied — "
    assert result.err.startswith(said)
    assert result.err.endswith("[PKG-2]\n")
