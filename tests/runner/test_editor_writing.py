"""How the editor writes a tasks.toml: whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

import errno
import os
import stat
from typing import TYPE_CHECKING

import pytest

from tsr_impl import calls
from tsr_impl.editor import writing
from tsr_impl.report import ConfigFault, Stop

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

OLD = "[tasks.a]\nrun = 'x'\n"
NEW = "[tasks.a]\nrun = 'y'\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path.resolve() / "tasks.toml"
    path.write_text(OLD)
    return path


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_the_text_is_there_and_nothing_else(file: Path) -> None:
    after = writing.write(writing.read(str(file)), NEW)
    assert file.read_text() == NEW
    assert after.text == NEW.encode()
    assert os.listdir(file.parent) == ["tasks.toml"]


@pytest.mark.parametrize(("before", "then"), [(0o640, 0o640), (0o600, 0o600), (0o666, 0o664), (0o444, 0o444)])
def test_the_mode_stays_but_for_the_right_of_anybody_to_write(file: Path, before: int, then: int) -> None:
    file.chmod(before)
    writing.write(writing.read(str(file)), NEW)
    assert mode(file) == then


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give a file away")
def test_the_owner_stays(file: Path) -> None:
    os.chown(file, 65534, 65534)
    writing.write(writing.read(str(file)), NEW)
    assert (file.stat().st_uid, file.stat().st_gid) == (65534, 65534)


def test_a_group_that_the_file_cannot_have_gets_no_rights(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(descriptor: int, user: int, group: int) -> None:
        raise PermissionError

    file.chmod(0o664)
    original = writing.read(str(file))
    monkeypatch.setattr(calls, "change_owner", refuse)
    assert original.status is not None
    values = [*original.status]
    values[stat.ST_GID] += 1
    original.status = os.stat_result(values)
    writing.write(original, NEW)
    assert mode(file) == 0o604


def test_a_file_that_is_not_there_is_made(tmp_path: Path) -> None:
    os.umask(0o022)
    path = tmp_path / "tasks.toml"
    original = writing.read(str(path))
    assert original.status is None
    writing.write(original, NEW)
    assert path.read_text() == NEW
    assert mode(path) == 0o644


def test_a_link_stays_one_and_its_target_is_written(file: Path) -> None:
    target = file.rename(file.parent / "real.toml")
    file.symlink_to("real.toml")
    writing.write(writing.read(str(file)), NEW)
    assert file.is_symlink()
    assert target.read_text() == NEW


def test_what_the_runner_would_refuse_is_not_written(file: Path) -> None:
    with pytest.raises(ConfigFault) as refused:
        writing.write(writing.read(str(file)), "[tasks.a]\nrun = 1\n")
    assert refused.value.clause == "CLI-7"
    assert file.read_text() == OLD


def test_the_fault_is_in_the_words_of_the_runner() -> None:
    assert writing.fault(NEW) == ""
    assert writing.fault("[tasks.a]\nrun = 1\n").startswith("task 'a': `run` must be a string, not an integer")


def rewritten(file: Path) -> None:
    file.write_text(OLD + "# by somebody else\n")


def put_elsewhere(file: Path) -> None:
    file.rename(file.parent / "real.toml")
    file.symlink_to("real.toml")


@pytest.mark.parametrize("change", [rewritten, put_elsewhere, os.unlink])
def test_what_somebody_else_did_is_not_lost(file: Path, change: object) -> None:
    original = writing.read(str(file))
    assert callable(change)
    change(file)
    before = {entry.name: entry.read_text() for entry in file.parent.iterdir()}
    with pytest.raises(writing.Changed, match="changed by somebody else"):
        writing.write(original, NEW)
    assert {entry.name: entry.read_text() for entry in file.parent.iterdir()} == before


def test_what_somebody_else_does_meanwhile_is_not_lost(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    original = writing.read(str(file))
    monkeypatch.setattr(calls, "change_mode", lambda *_: rewritten(file))
    with pytest.raises(writing.Changed):
        writing.write(original, NEW)
    assert file.read_text() == OLD + "# by somebody else\n"
    assert os.listdir(file.parent) == ["tasks.toml"]


def test_a_file_that_has_come_up_is_not_lost(tmp_path: Path) -> None:
    path = tmp_path / "tasks.toml"
    original = writing.read(str(path))
    path.write_text("")
    with pytest.raises(writing.Changed):
        writing.write(original, NEW)


def test_it_is_written_over_when_that_is_wanted(file: Path) -> None:
    original = writing.read(str(file))
    rewritten(file)
    writing.write(original, NEW, over_changes=True)
    assert file.read_text() == NEW


@pytest.mark.parametrize("call", ["create", "write", "change_mode", "synchronize", "rename"])
def test_when_something_fails_the_file_is_as_it_was(file: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device")

    original = writing.read(str(file))
    monkeypatch.setattr(calls, call, fail)
    with pytest.raises(Stop, match="can't be written: No space left on device"):
        writing.write(original, NEW)
    assert file.read_text() == OLD
    assert os.listdir(file.parent) == ["tasks.toml"]


def test_the_first_reason_is_the_one_that_is_said(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(number: int) -> Callable[..., None]:
        def failing(*_: object) -> None:
            raise OSError(number, os.strerror(number))

        return failing

    original = writing.read(str(file))
    monkeypatch.setattr(calls, "rename", fail(errno.ENOSPC))
    monkeypatch.setattr(calls, "unlink", fail(errno.EIO))
    with pytest.raises(Stop, match="can't be written: No space left on device"):
        writing.write(original, NEW)
    assert file.read_text() == OLD


def test_to_close_a_file_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        os.close(descriptor)
        raise InterruptedError(errno.EINTR, os.strerror(errno.EINTR))

    monkeypatch.setattr(calls, "close", interrupted)
    assert writing.write(writing.read(str(file)), NEW).text == NEW.encode()
    assert file.read_text() == NEW


def test_what_is_no_file_is_neither_read_nor_waited_for(tmp_path: Path) -> None:
    for make in (os.mkfifo, os.mkdir, lambda path: os.symlink("nowhere", path)):
        path = tmp_path / f"{make.__name__}.toml"
        make(path)
        with pytest.raises(ConfigFault) as refused:
            writing.read(str(path))
        assert refused.value.clause == "DISC-4"


def test_a_file_that_is_too_large_is_not_read(file: Path) -> None:
    os.truncate(file, (64 << 20) + 1)
    with pytest.raises(ConfigFault, match="larger than 64 MiB"):
        writing.read(str(file))
