"""`tsr-confine status`: what it says is what `run` does, and it makes nothing (CONF-6)."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from typing import Any

import pytest
from launchers import Result
from sites import WORDS, WRITES, Site, site, was_refused
from test_launch import needs_landlock
from test_run import OPTIONS

import tsr_landlock
from tsr_impl.confinement.cache_root import private_name
from tsr_model.confinement import Said, decide
from tsr_spec.decisions import Row, decisions

KEYS = ["confined", "authority", "reason", "mechanism", "abi", "gaps", "roots"]


@pytest.fixture(name="there")
def a_site() -> Iterator[Site]:
    with site(ordinary=False) as made:
        yield made


def told(done: Result) -> dict[str, Any]:
    assert done.code == 0, done
    assert done.out.isascii()
    found: dict[str, Any] = json.loads(done.out)
    assert list(found) == KEYS
    assert found["reason"]
    return found


def status(there: Site, *words: str, **how: Any) -> dict[str, Any]:
    """The object; nothing is made for it."""
    before = sorted(there.base.rglob("*"))
    done = there.start(there.confine("status", "--json", *words), **how)
    assert sorted(there.base.rglob("*")) == before
    return told(done)


@needs_landlock
@pytest.mark.parametrize(
    "row",
    [row for row in decisions() if row.product == "tsr-confine"],
    ids=lambda row: f"{row.authority}-{row.boundary}",
)
@pytest.mark.parametrize("capable", [True, False])
def test_it_says_what_the_table_says(there: Site, row: Row, capable: bool) -> None:
    """CONF-1, CONF-6: whether, by whose word, and what became of the project's, on either host."""
    right = decide(Said("tsr-confine", row.typed, row.user, row.project, capable))
    there.say(row)
    words = there.confine("status", "--json", *OPTIONS[row.typed], launcher=there.launcher_on(capable))
    found = told(there.start(words))
    assert found["confined"] == {"on": True, "off": False, "refused": None}[right.boundary]
    assert found["authority"] == right.authority
    assert ("has no effect" in found["reason"]) == (right.remark is not None)
    assert (found["mechanism"], found["abi"] > 0) == (("landlock", True) if capable else (None, False))
    assert bool(found["roots"]) == (right.boundary == "on")


@needs_landlock
@pytest.mark.parametrize("word", [None, True])
def test_its_roots_are_where_run_may_write(there: Site, word: bool | None) -> None:
    """CONF-2, CONF-6: each with its origin, whoever has drawn the boundary; what it names need not be there yet."""
    there.user(f"writable_roots = ['{there.out}/sub', '{there.ws}']", f"cache_root = '{there.home}/new'")
    if word:
        there.project(WORDS[word])
    cache = there.home / "new"
    found = status(there)
    assert {root["path"]: root["origin"] for root in found["roots"]} == {
        str(there.ws): "project",
        f"{there.out}/sub": "user",
        str(cache / "tsr" / private_name(str(there.ws)) if word else cache): "cache",
    }
    for root in found["roots"]:
        assert there.run("--", "touch", f"{root['path']}/written").code == 0
        assert there.run("--", "touch", f"{root['path']}/../written").code != 0


@needs_landlock
@pytest.mark.parametrize("what", ["user's file", "root", "policy", "scratch"])
def test_what_would_stop_every_command_is_said(there: Site, what: str) -> None:
    """`confined` is null, with no roots, and the reason is the one that `run` gives."""
    cwd = there.home if what == "policy" else there.ws
    if what == "user's file":
        there.user("what = 1")
    elif what == "root":
        there.user(f"writable_roots = ['{there.base}/missing']")
    elif what == "scratch":
        (there.cache / "tsr-tmp").mkdir(mode=0o777)
        (there.cache / "tsr-tmp").chmod(0o777)
    found = status(there, cwd=cwd)
    assert (found["confined"], found["roots"]) == (None, [])
    assert found["authority"] == ("user" if what == "user's file" else "default")
    assert found["reason"] == was_refused(there.run("-c", WRITES, cwd=cwd))


@pytest.mark.parametrize("abi", [1, 2, 3, 6])
def test_what_an_older_kernel_leaves_open_is_said(there: Site, abi: int) -> None:
    """CONF-9: the gaps of that version; in the text as in the object."""
    launcher = there.launcher.with_more(f"import tsr_landlock\ntsr_landlock.abi = lambda: {abi}\n")
    found = told(there.start(there.confine("status", "--json", launcher=launcher)))
    assert (found["abi"], found["gaps"]) == (abi, [*tsr_landlock.gaps(abi)])
    text = there.start(there.confine("status", launcher=launcher)).out
    assert f"mechanism: landlock, ABI {abi}\n" in text
    assert text.count("\ngap: ") == len(found["gaps"])


def test_without_a_mechanism_it_does_not_look_as_if_nothing_were_open(there: Site) -> None:
    """On a host without Landlock there is one gap: everything."""
    launcher = there.launcher_on(capable=False)
    found = told(there.start(there.confine("status", "--json", launcher=launcher)))
    assert (found["confined"], found["abi"], found["gaps"]) == (False, 0, ["nothing is kept from being written"])


@needs_landlock
def test_the_text_has_the_same(there: Site) -> None:
    """A line each, for people; what is to be said besides is on standard error."""
    (there.ws / "tasks.toml").write_text("[")
    done = there.start(there.confine("status", "--confine"))
    lines = [line.split(":", 1) for line in done.out.splitlines()]
    assert [(name, value.strip()) for name, value in lines if name != "gap"] == [
        ("confined", "yes"),
        ("authority", "command-line"),
        ("reason", "`--confine` was typed"),
        ("mechanism", f"landlock, ABI {tsr_landlock.abi()}"),
        ("root", f"{there.ws} (project)"),
        ("root", f"{there.cache} (cache)"),
    ]
    (line,) = done.err.splitlines()
    assert line.startswith("! tsr-confine: the project has no say")


@needs_landlock
def test_a_path_of_any_bytes_is_shown_harmlessly(there: Site) -> None:
    """One line a root, and JSON in ASCII."""
    nasty = os.fsencode(there.ws) + b"/\xff\x1b[2J\nroot: /"
    os.mkdir(nasty)
    done = there.start(there.confine("status"), cwd=nasty)  # type: ignore[arg-type]
    assert done.out.count("\nroot: ") == 2
    assert "\x1b" not in done.out
    assert "\N{REPLACEMENT CHARACTER}\x1b[2J\n" in status(there, cwd=nasty)["roots"][0]["path"]


@pytest.mark.parametrize(
    "words", [["-c", "x"], ["--", "true"], ["--status-fd", "3"], ["--json", "--json"], ["--json=1"]]
)
def test_a_command_line_that_says_nothing_clear_is_64(there: Site, words: list[str]) -> None:
    """It takes no command, and what it takes once."""
    done = there.start(there.confine("status", *words))
    assert (done.code, done.out, done.err.count("\n")) == (64, "", 1)
