"""The Landlock leaf: what a confined process can still do, and what it can't (CONF-4)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import tsr_landlock
from tsr_landlock import boundary

needs_landlock = pytest.mark.skipif(tsr_landlock.abi() == 0, reason="this host has no Landlock")

CONFINE = "import os, sys, tsr_landlock\ninside, outside = sys.argv[1:3]\ntsr_landlock.restrict([inside])\n"


@pytest.fixture(name="places")
def two_places(tmp_path: Path) -> tuple[Path, Path]:
    """A directory that will be granted and one beside it, with the same content."""
    for name in ("inside", "outside"):
        (tmp_path / name / "sub").mkdir(parents=True)
        (tmp_path / name / "file").write_text("precious")
        (tmp_path / name / "link").symlink_to(tmp_path / "outside" / "file")
    return tmp_path / "inside", tmp_path / "outside"


def confined(places: tuple[Path, Path], action: str) -> str:
    """What the action says in a confined process: 'done' or the name of the error."""
    code = CONFINE + f"try:\n    {action}\nexcept OSError as e:\n    import errno; print(errno.errorcode[e.errno])\n"
    code += "else:\n    print('done')\n"
    words = [sys.executable, "-c", code, *map(str, places)]
    return subprocess.run(words, capture_output=True, text=True, check=True).stdout.strip()


ACTIONS = {
    "write": "open({0} + '/file', 'r+').write('x')",
    "truncate": "os.truncate({0} + '/file', 0)",
    "create": "open({0} + '/new', 'x')",
    "unlink": "os.unlink({0} + '/file')",
    "rmdir": "os.rmdir({0} + '/sub')",
    "mkdir": "os.mkdir({0} + '/new')",
    "rename": "os.rename({0} + '/file', {0} + '/new')",
    "rename between directories": "os.rename({0} + '/file', {0} + '/sub/new')",
    "link": "os.link({0} + '/file', {0} + '/new')",
    "symlink": "os.symlink('file', {0} + '/new')",
    "fifo": "os.mkfifo({0} + '/new')",
}


@needs_landlock
@pytest.mark.parametrize("name", ACTIONS)
def test_inside_everything_still_works(places: tuple[Path, Path], name: str) -> None:
    assert confined(places, ACTIONS[name].format("inside")) == "done"


@needs_landlock
@pytest.mark.parametrize("name", ACTIONS)
def test_outside_nothing_can_be_changed(places: tuple[Path, Path], name: str) -> None:
    before = sorted(os.listdir(places[1]))
    assert confined(places, ACTIONS[name].format("outside")) in ("EACCES", "EXDEV")
    assert sorted(os.listdir(places[1])) == before
    assert (places[1] / "file").read_text() == "precious"


@needs_landlock
@pytest.mark.parametrize(
    "action",
    [
        "os.rename(inside + '/file', outside + '/new')",
        "os.rename(outside + '/file', inside + '/new')",
        "os.link(outside + '/file', inside + '/new')",
        "open(inside + '/link', 'w')",
    ],
)
def test_nothing_is_carried_over_the_boundary(places: tuple[Path, Path], action: str) -> None:
    assert confined(places, action) in ("EACCES", "EXDEV")
    assert (places[1] / "file").read_text() == "precious"


@needs_landlock
@pytest.mark.parametrize(
    "action",
    [
        "assert open(outside + '/file').read() == 'precious'",
        "assert os.system('true') == 0",
        "open('/dev/null', 'w').write('x')",
        "open('/dev/zero', 'w').write('x')",
    ],
)
def test_reading_running_and_the_null_device_still_work(places: tuple[Path, Path], action: str) -> None:
    assert confined(places, action) == "done"


@needs_landlock
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make devices")
@pytest.mark.parametrize("kind", ["0o020600", "0o060600"], ids=["character", "block"])
def test_no_device_is_made_beneath_a_root_either(places: tuple[Path, Path], kind: str) -> None:
    """By that of a disk all that is on it could be written. (Without a boundary root may make it.)"""
    action = f"os.mknod({{0}} + '/new', {kind}, os.makedev(1, 5))"
    assert confined(places, action.format("inside")) == "EACCES"
    assert not (places[0] / "new").exists()


@needs_landlock
def test_what_a_confined_process_starts_is_confined_too(places: tuple[Path, Path]) -> None:
    assert confined(places, "assert os.system(f'rm -f {outside}/file 2>/dev/null') != 0") == "done"
    assert (places[1] / "file").exists()


@needs_landlock
def test_a_regular_file_is_a_root_of_itself(places: tuple[Path, Path]) -> None:
    file, neighbour = places[0] / "file", places[0] / "sub"
    assert confined((file, neighbour), "open(inside, 'w').write('x')") == "done"
    assert confined((file, neighbour), "os.rmdir(outside)") == "EACCES"


@needs_landlock
@pytest.mark.skipif(tsr_landlock.abi() < 6, reason="this kernel can't scope signals")
def test_a_process_outside_cannot_be_signalled(places: tuple[Path, Path]) -> None:
    assert confined(places, "os.kill(os.getppid(), 0)") == "EPERM"


@needs_landlock
@pytest.mark.skipif(tsr_landlock.abi() < 6, reason="this kernel can't scope signals")
def test_what_a_scoped_thread_starts_cannot_signal_its_own_process_but_can_be_signalled_by_it() -> None:
    """CONF-4: the process itself stays as it is."""
    code = """
import os, signal, subprocess, threading, tsr_landlock
started = []
def start():
    tsr_landlock.scope_signals()
    words = ["/bin/sh", "-c", "kill -0 $PPID 2>/dev/null; echo $?; exec cat"]
    started.append(subprocess.Popen(words, stdin=-1, stdout=-1))
thread = threading.Thread(target=start)
thread.start(); thread.join()
print(started[0].stdout.readline().strip().decode(), flush=True)
started[0].terminate()
print(started[0].wait(), flush=True)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["1", "-15"]


@needs_landlock
def test_it_works_for_an_ordinary_user(places: tuple[Path, Path]) -> None:
    if os.geteuid() != 0:
        pytest.skip("every other test here shows it")
    os.chmod(places[0], 0o777)
    become = "os.setgid(65534); os.setuid(65534)\n"
    code = f"import os, sys, tsr_landlock\n{become}tsr_landlock.restrict([os.open('.', os.O_RDONLY)])\n"
    code += "open('new', 'x')\ntry:\n    open('/tmp/tsr-never', 'x')\nexcept PermissionError:\n    print('held')\n"
    done = subprocess.run([sys.executable, "-c", code], cwd=places[0], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("held\n", "")


@needs_landlock
@pytest.mark.parametrize("special", ["missing", "pipe"])
def test_a_root_that_cannot_be_granted_is_an_error(places: tuple[Path, Path], special: str) -> None:
    os.mkfifo(places[0] / "pipe")
    code = "import sys, tsr_landlock\ntry:\n    tsr_landlock.restrict([sys.argv[1]])\n"
    code += "except tsr_landlock.LandlockError as e:\n    print(e)\n"
    words = [sys.executable, "-c", code, str(places[0] / special)]
    assert "the root '" in subprocess.run(words, capture_output=True, text=True, check=True).stdout


@needs_landlock
def test_several_threads_are_refused(places: tuple[Path, Path]) -> None:
    code = "import threading, tsr_landlock\nthreading.Thread(target=threading.Event().wait, daemon=True).start()\n"
    code += "try:\n    tsr_landlock.restrict(['/'])\nexcept tsr_landlock.LandlockError as e:\n    print(e)\n"
    words = [sys.executable, "-c", code]
    assert "several" in subprocess.run(words, capture_output=True, text=True, check=True).stdout


needs_scopes = pytest.mark.skipif(
    tsr_landlock.abi() < tsr_landlock.SCOPES_SIGNALS, reason="this kernel's Landlock can't keep signals in"
)


@needs_scopes
def test_what_a_scoped_thread_starts_cannot_signal_its_parent_but_what_it_started_itself(tmp_path: Path) -> None:
    """Only signals change: a rename from one directory to another, which other sets of rules deny, goes on."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    (tmp_path / "a" / "f").touch()
    script = f"kill -0 {os.getpid()} 2>/dev/null || echo held; sleep 60 & kill $! && echo own; mv a/f b/f && ls b"
    code = (
        "import os, sys, tsr_landlock\ntsr_landlock.scope_signals()\nos.rename('a/f', 'b/f'); os.rename('b/f', 'a/f')\n"
    )
    code += "os.execvp('sh', ['sh', '-c', sys.argv[1]])\n"
    words = [sys.executable, "-c", code, script]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("held\nown\nf\n", "")


def test_without_landlock_it_raises_and_never_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boundary, "abi", lambda: 0)
    with pytest.raises(tsr_landlock.LandlockError, match="not available"):
        boundary.restrict(["/"])


def test_an_older_kernel_leaves_gaps_and_says_them() -> None:
    assert [len(tsr_landlock.gaps(version)) for version in (2, 3, 5, 6, tsr_landlock.KNOWN_ABI)] == [2, 1, 1, 0, 0]
