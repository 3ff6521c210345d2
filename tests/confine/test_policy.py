"""The user's file: where it is, what it may say, and who may have written it (CONF-8)."""

from __future__ import annotations

import os
import pwd
import socket
from collections.abc import Iterator
from pathlib import Path

import homes
import pytest
from homes import Home

from tsr_impl import calls
from tsr_impl.confinement import usual
from tsr_impl.confinement.policy import PolicyError, read

CONFINED = "[sandbox]\nconfine_commands = true\n"


@pytest.fixture(name="home")
def home_of_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    before = os.umask(0o022)
    yield homes.make(tmp_path, monkeypatch)
    os.umask(before)


def refusal(typed: str | None = None) -> PolicyError:
    with pytest.raises(PolicyError) as caught:
        read(typed)
    return caught.value


# Where it is ----------------------------------------------------------------------------------


def test_a_file_with_another_name_is_refused(home: Home) -> None:
    """By a hard link beneath a root a command could rewrite it."""
    home.write("[sandbox]\n")
    os.link(home.file, home.base / "other")
    with pytest.raises(PolicyError, match="a hard link"):
        read()


def test_home_is_that_of_the_password_database(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """`HOME` and the variables of XDG say nothing."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(tmp_path))
    assert usual.home() == pwd.getpwuid(os.geteuid()).pw_dir


def test_a_user_whom_the_password_database_does_not_know_has_no_home(monkeypatch: pytest.MonkeyPatch) -> None:
    """So there is no file of the user's, and no cache is known."""
    monkeypatch.setattr(calls, "user", lambda: 2**31 - 7)
    assert usual.home() is None
    found = read()
    assert (found.path, found.confine, found.cache_root, found.out_of_reach) == (None, None, None, ())


def test_the_file_lies_in_that_home(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another one to which `HOME` and XDG lead is not read."""
    other = home.base / "other"
    (other / "tsr").mkdir(parents=True)
    (other / "tsr/config.toml").write_text("[sandbox]\nconfine_commands = false\n")
    monkeypatch.setenv("HOME", str(other))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(other))
    home.write(CONFINED)
    assert (read().confine, read().path) == (True, str(home.file))


def test_without_a_file_the_user_has_said_nothing(home: Home) -> None:
    """The cache directory is `.cache` in the same home directory."""
    found = read()
    assert (found.path, found.confine, found.writable_roots) == (None, None, ())
    assert found.cache_root == f"{home.path}/.cache"


def test_a_file_that_is_typed_takes_its_place(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the usual one says does not count then, and a relative name starts at the working directory."""
    home.write("[sandbox]\nnot a policy")
    (home.project / "mine.toml").write_text(CONFINED)
    monkeypatch.chdir(home.project)
    assert read("mine.toml").confine is True
    assert read("../ws/mine.toml").path == f"{home.project}/../ws/mine.toml"


@pytest.mark.parametrize("name", ["missing.toml", "missing/policy.toml", ""])
def test_a_file_that_is_typed_has_to_be_there(home: Home, name: str) -> None:
    """Who names one has something to say."""
    refused = refusal(f"{home.base}/{name}" if name else "")
    assert refused.clause == "CONF-8"
    assert name in refused.message


@pytest.mark.parametrize("link", [".config", ".config/tsr", ".config/tsr/config.toml"])
def test_a_link_that_leads_to_nothing_is_no_missing_file(home: Home, link: str) -> None:
    """Somebody meant a policy to be there."""
    place = home.path / link
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to("/nowhere/at/all")
    assert "cannot be read" in refusal().message


# What it says ---------------------------------------------------------------------------------


def test_all_that_it_may_say(home: Home) -> None:
    """A leading `~/` stands for the home directory, in each path."""
    found = home.policy("confine_commands = false", 'writable_roots = ["/srv/x", "~/y"]', 'cache_root = "~/c"')
    assert found.confine is False
    assert found.writable_roots == ("/srv/x", f"{home.path}/y")
    assert found.cache_root == f"{home.path}/c"


@pytest.mark.parametrize("text", ["", "# nothing\n", "[sandbox]\n"])
def test_it_may_say_nothing(home: Home, text: str) -> None:
    """Then all is as without it, but that there is one."""
    home.write(text)
    found = read()
    assert (found.confine, found.writable_roots, found.path) == (None, (), str(home.file))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("[sandbox]\nconfine_comands = true\n", "confine_comands"),
        ("[sandbx]\nconfine_commands = true\n", "sandbx"),
        ("confine_commands = true\n", "confine_commands"),
        ("sandbox = true\n", "sandbox"),
        ("[[sandbox]]\n", "sandbox"),
        ('[sandbox]\nconfine_commands = "yes"\n', "confine_commands"),
        ("[sandbox]\nconfine_commands = 1\n", "confine_commands"),
        ('[sandbox]\nwritable_roots = "/srv"\n', "writable_roots"),
        ('[sandbox]\nwritable_roots = ["/srv", 1]\n', "writable_roots"),
        ('[sandbox]\nwritable_roots = ["srv"]\n', "'srv'"),
        ('[sandbox]\nwritable_roots = ["./srv"]\n', "'./srv'"),
        ('[sandbox]\nwritable_roots = ["~other/srv"]\n', "'~other/srv'"),
        ('[sandbox]\nwritable_roots = ["~"]\n', "'~'"),
        ('[sandbox]\nwritable_roots = [""]\n', "''"),
        ('[sandbox]\nwritable_roots = ["$HOME/srv"]\n', "'$HOME/srv'"),
        ('[sandbox]\ncache_root = "cache"\n', "'cache'"),
        ("[sandbox]\ncache_root = false\n", "cache_root"),
        ("[sandbox]\ncache_root\n", "TOML"),
    ],
)
def test_anything_else_is_an_error(home: Home, text: str, named: str) -> None:
    """It names the file, what is wrong, and what to do; and shows the line."""
    home.write(text)
    refused = refusal()
    assert refused.clause == "CONF-8"
    assert str(home.file) in refused.message
    assert named in refused.message
    assert " — " in refused.message
    assert refused.detail


@pytest.mark.parametrize("line", ['writable_roots = ["/a\\u0000b"]', 'cache_root = "~/\\u0000"'])
def test_a_path_that_can_not_be_one_is_an_error(home: Home, line: str) -> None:
    """No path has a NUL byte."""
    home.write(f"[sandbox]\n{line}\n")
    assert "NUL byte" in refusal().message


@pytest.mark.parametrize(
    "text", [b"[sandbox]\n# \xff\n", b"\xef\xbb\xbf[sandbox]\n", b"a = " + b"[" * 100_000, b"x = " + b"1" * 10_000]
)
def test_text_that_is_no_toml_is_an_error(home: Home, text: bytes) -> None:
    """Whatever the library that reads TOML makes of it."""
    home.write(text)
    assert str(home.file) in refusal().message


def test_a_root_in_the_home_directory_needs_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the password database has none `~/` stands for nothing."""
    monkeypatch.setattr(usual, "home", lambda: None)
    (tmp_path / "policy.toml").write_text('[sandbox]\nwritable_roots = ["~/x"]\n')
    assert "password database" in refusal(f"{tmp_path}/policy.toml").message


# What it is, and who may have written it ------------------------------------------------------


def test_what_is_no_regular_file_is_an_error_and_never_waited_for(home: Home) -> None:
    """A FIFO that nobody writes to, a socket, a directory, a device."""
    home.file.parent.mkdir(parents=True)
    os.mkfifo(home.file)
    assert "not a regular file" in refusal().message
    home.file.unlink()
    home.file.mkdir()
    assert "not a regular file" in refusal().message
    with socket.socket(socket.AF_UNIX) as here:
        place = f"{home.base}/s"
        here.bind(place)
        assert "not a regular file" in refusal(place).message
    assert "not a regular file" in refusal("/dev/null").message


def test_a_file_that_is_much_too_large_is_an_error(home: Home) -> None:
    """Nobody has written that."""
    home.write("")
    os.truncate(home.file, 3 << 20)
    assert "larger than" in refusal().message


@pytest.mark.skipif(os.geteuid() == 0, reason="root reads whatever the mode")
def test_a_file_that_can_not_be_read_is_an_error(home: Home) -> None:
    """Also if it lies where this user never gets."""
    home.write(CONFINED).chmod(0)
    assert "cannot be read" in refusal().message
    home.file.chmod(0o600)
    home.file.parent.chmod(0)
    assert "cannot be read" in refusal().message
    home.file.parent.chmod(0o700)


def test_a_file_that_everybody_may_write_is_refused(home: Home) -> None:
    """As a config is, before it is read (PERM-1)."""
    home.write("no TOML").chmod(0o666)
    refused = refusal()
    assert refused.clause == "PERM-1"
    assert "chmod o-w" in refused.message


def test_a_directory_where_everybody_may_replace_it_is_refused(home: Home) -> None:
    """Unless it is sticky, where only its owner can."""
    home.write(CONFINED)
    home.file.parent.chmod(0o777)
    assert refusal().clause == "PERM-1"
    home.file.parent.chmod(0o1777)
    assert read().confine is True


def test_the_file_behind_a_link_is_judged_too(home: Home) -> None:
    """And the directory that it lies in (PERM-2)."""
    target = home.base / "dotfiles"
    target.mkdir()
    (target / "tsr.toml").write_text(CONFINED)
    home.file.parent.mkdir(parents=True)
    home.file.symlink_to(target / "tsr.toml")
    assert read().confine is True
    target.chmod(0o777)
    assert refusal().clause == "PERM-2"


def test_a_file_of_the_groups_is_accepted(home: Home) -> None:
    """The guard is no wider than for a config (PERM-1)."""
    home.write(CONFINED).chmod(0o664)
    assert read().confine is True


# What leads to it -----------------------------------------------------------------------------


def test_the_place_of_the_file_is_out_of_reach_also_where_none_is(home: Home) -> None:
    """A command could make it."""
    assert read().out_of_reach == (str(home.file),)
    home.write(CONFINED)
    assert read().out_of_reach == (str(home.file),)


def test_a_link_on_the_way_is_out_of_reach_as_what_it_leads_to(home: Home) -> None:
    """Who can change it has another file read."""
    target = home.base / "dotfiles"
    target.mkdir()
    (home.path / ".config").symlink_to("../dotfiles")
    assert read().out_of_reach == (f"{home.path}/.config", f"{target}/tsr/config.toml")


def test_the_usual_file_is_out_of_reach_also_where_another_is_typed(home: Home) -> None:
    """The next run may follow it again."""
    (home.base / "mine.toml").write_text(CONFINED)
    typed = f"{home.base}/mine.toml"
    assert read(typed).out_of_reach == (str(home.file), typed)
