"""How packages are found, where finding them is made hard (PKG-1, FENCE-9, EXIT-7)."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from conftest import Workspace


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
