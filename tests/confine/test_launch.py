"""`tsr-confine exec` on the real kernel: what it permits, what it denies, and that it fails closed (CONF-3, CONF-4)."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import boundary_checks
import command_checks
import failure_checks
import pytest
from launchers import BY_ROOT, IMPL, MAIN, Launcher, Place, ordinary_python, place

import tsr_landlock

needs_landlock = pytest.mark.skipif(tsr_landlock.abi() == 0, reason="this host has no Landlock")

Check = Callable[[Launcher, Place], None]

CHECKS: dict[str, Check] = {
    name: check
    for module in (boundary_checks, command_checks, failure_checks)
    for name, check in vars(module).items()
    if getattr(check, "__module__", "") == module.__name__ and not name.startswith("_")
}
TAKES_ABI = {"outsiders_are_not_signalled": 6}


@pytest.fixture(name="ordinary", params=[False, True], ids=["", "ordinary"])
def whether_by_an_ordinary_user(request: pytest.FixtureRequest) -> bool:
    """Once as whoever runs the tests, and if that is root once more as somebody else."""
    if request.param and not BY_ROOT:
        pytest.skip("who runs this is an ordinary user already")
    if request.param and not ordinary_python():
        pytest.skip("no Python here that an ordinary user can start")
    return bool(request.param)


@pytest.fixture(name="there")
def there_is_a_place(ordinary: bool) -> Iterator[Place]:
    with place(ordinary) as made:
        yield made


@needs_landlock
@pytest.mark.parametrize("name", CHECKS)
def test_the_launcher_keeps_to_the_clause(name: str, ordinary: bool, there: Place) -> None:
    """CONF-4, CONF-3: what the check of this name says."""
    if tsr_landlock.abi() < TAKES_ABI.get(name, 1):
        pytest.skip(f"this takes Landlock ABI {TAKES_ABI[name]}")
    CHECKS[name](Launcher(ordinary), there)


@pytest.mark.parametrize("words", failure_checks.MISUSES, ids=lambda words: " ".join(words) or "nothing")
def test_a_command_line_that_says_nothing_clear_is_64(words: list[str]) -> None:
    """One line with a hint, and nothing is run, where a word is missing, unknown, twice there or means nothing."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", str(MAIN), "exec", *words], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (64, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("tsr-confine: ")
    assert line.endswith(" — see `tsr-confine --help`")


@pytest.mark.parametrize("words", [[], ["no-such-verb"], [""], ["--mode", "read-only"]], ids=" ".join)
def test_what_is_no_verb_is_64(words: list[str]) -> None:
    """A command line begins with a verb that there is."""
    done = subprocess.run([sys.executable, str(MAIN), *words], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (64, "", 1)


@pytest.mark.parametrize("words", [["--help"], ["-h"], ["exec", "--help"]], ids=" ".join)
def test_help_says_how_it_is_used(words: list[str]) -> None:
    """The help is an answer: on standard output, with 0."""
    done = subprocess.run([sys.executable, str(MAIN), *words], capture_output=True, text=True, check=True)
    assert "tsr-confine exec --mode read-only|workspace-write" in done.stdout
    assert done.stderr == ""


@needs_landlock
@pytest.mark.parametrize("start", [["-I", "-S", str(MAIN)], [str(MAIN)], ["-m", "tsr_impl.confinement"]], ids=" ".join)
def test_no_module_of_the_working_directory_is_loaded(start: list[str], tmp_path: Path) -> None:
    """However it is started, what lies in a project by the name of a module has no part in the boundary.

    What `-m` itself loads before our first line is out of our hands: `types`, for one.
    """
    for name in ("ctypes", "struct", "tsr_landlock", "messages"):
        (tmp_path / f"{name}.py").write_text("print('loaded')\nraise SystemExit(0)\n")
    words = [sys.executable, *start, "exec", "--mode", "read-only", "--", "echo", "ran"]
    environment = {"PATH": os.environ["PATH"], "PYTHONPATH": str(IMPL)}
    done = subprocess.run(words, cwd=tmp_path, env=environment, capture_output=True, text=True, check=True)
    assert done.stdout == "ran\n"


HEAVY = {
    *("argparse", "collections", "contextlib", "dataclasses", "enum", "functools", "importlib", "json", "pathlib"),
    *("re", "shutil", "signal", "subprocess", "tempfile", "threading", "typing"),
}


def test_what_exec_loads_is_little() -> None:
    """The start of the interpreter is what a confined command costs: nothing heavy is loaded beside it."""
    code = (
        f"import sys\nsys.path.append({str(IMPL)!r})\nfrom tsr_impl.confinement.command import main\n"
        "main(['exec', '--mode', 'read-only', '--', ''])\nprint('tsr_landlock' in sys.modules, *sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    landlock, *loaded = done.stdout.split()
    assert landlock == "True"
    assert not HEAVY & set(loaded)
