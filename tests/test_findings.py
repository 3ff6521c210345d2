"""The findings of docs/evidence.md can be built by hand: their lines, given to a shell, show what the page says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent


class Shown(NamedTuple):
    name: str
    lines: tuple[str, ...]
    strict: str


def findings() -> list[Shown]:
    """Each finding's name, the last block of commands beneath it, and what `--strict` does."""
    page = (ROOT / "docs" / "evidence.md").read_text("utf-8").partition("\n## Findings\n")[2].partition("\n## ")[0]
    found = []
    for text in page.split("\n### ")[1:]:
        name = re.match(r"[^:]+: (\S+)", text)
        strict = re.search(r"- `--strict`: (.+)", text)
        assert name is not None
        assert strict is not None, f"{name[1]} does not say what --strict does"
        blocks = re.findall(r"(?:^    .*\n)+", text, re.MULTILINE)
        found.append(Shown(name[1], tuple(line[4:] for line in blocks[-1].splitlines()), strict[1]))
    return found


FINDINGS = findings()
REFUSED = [finding for finding in FINDINGS if finding.strict.startswith("refuses it")]


def play(lines: tuple[str, ...], scratch: Path) -> subprocess.CompletedProcess[str]:
    """The lines, played by a shell, with the bundled runner and a `sudo` that needs no password."""
    if any("sudo" in line for line in lines) and os.geteuid() != 0:
        pytest.skip("needs root: it gives a file to another user")
    programs = scratch / "programs"
    programs.mkdir()
    for name, text in (("sudo", 'exec "$@"'), ("tsr", f'exec {sys.executable} -m tsr_impl "$@"')):
        (programs / name).write_text(f"#!/bin/sh\n{text}\n")
        (programs / name).chmod(0o755)
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(scratch), "TMPDIR": str(scratch)}
    script = "\n".join(line for line in lines if not line.startswith("#"))
    return subprocess.run(
        ["/bin/sh", "-c", script],
        capture_output=True,
        text=True,
        env=environment,
        cwd=scratch,
        check=False,
        umask=0o022,
    )


@pytest.fixture
def scratch(tmp_path: Path) -> Path:
    """A directory on the way to which everything is the user's own."""
    tmp_path.chmod(0o755)
    return tmp_path


def test_the_page_has_findings_that_strict_closes() -> None:
    assert len(REFUSED) >= 20
    assert len({finding.name for finding in FINDINGS}) == len(FINDINGS)


@pytest.mark.parametrize("finding", REFUSED, ids=lambda finding: finding.name)
def test_what_is_accepted_as_the_page_says_is_refused_with_strict(finding: Shown, scratch: Path) -> None:
    for strict, code in (False, 0), (True, 64):
        (scratch / str(strict)).mkdir()
        lines = tuple(
            re.sub(r'(\btsr"? t)(?=\)?$)', r"\1 --strict", line) if strict else line for line in finding.lines
        )
        assert (lines != finding.lines) == strict
        done = play(lines, scratch / str(strict))
        assert done.returncode == code, "\n".join((*lines, done.stderr))


SEEN = {
    "builtins-tell": ("stderr", "a-secret-value"),
    "outside-is-not-seen": ("stdout", "0\n1\n"),
    "linked-outside-is-the-same": ("stdout", "[tasks.t]"),
    "path-glue": ("stdout", "PATH=/x/b\n"),
    "path-relative": ("stdout", "PATH=x:/b\n"),
    "path-here": ("stdout", "PATH=./:/b\n"),
    "path-without-inherited": ("stdout", "PATH=\n"),
    "background-survives": ("stdout", "still there"),
    "stopped-waits": ("stdout", "waits\n130\n"),
}
"""What is seen of those that show something else than that they are accepted: on which stream, and what."""


@pytest.mark.parametrize("finding", [one for one in FINDINGS if one.name in SEEN], ids=lambda finding: finding.name)
def test_what_the_page_says_is_seen(finding: Shown, scratch: Path) -> None:
    stream, text = SEEN[finding.name]
    done = play(finding.lines, scratch)
    assert text in getattr(done, stream)


def test_what_a_task_puts_in_the_background_is_gone_with_strict(scratch: Path) -> None:
    lines = next(finding.lines for finding in FINDINGS if finding.name == "background-survives")
    done = play(tuple(line.replace("tsr t", "tsr t --strict") for line in lines), scratch)
    assert "still there" not in done.stdout


def test_each_finding_is_tried() -> None:
    assert {finding.name for finding in FINDINGS} == {finding.name for finding in REFUSED} | SEEN.keys()
