"""The roots of a run: which there are, where they are physically, and what none may be (CONF-2, CONF-8)."""

from __future__ import annotations

import os
import socket
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import homes
import pytest
from homes import Home

from tsr_impl import calls
from tsr_impl.confinement import usual
from tsr_impl.confinement.cache_root import private_name
from tsr_impl.confinement.policy import Policy, read
from tsr_impl.confinement.roots import Roots, RootsError, admitted, roots

BY_USER = ("command-line", "user", "default")


@pytest.fixture(name="home")
def home_of_a_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Home]:
    before = os.umask(0o022)
    yield homes.make(tmp_path, monkeypatch)
    os.umask(before)


def of(home: Home, *lines: str, authority: str = "user") -> Roots:
    """The roots of the project, where the user's file says that."""
    return roots(str(home.project), home.policy(*lines), authority)


def listed(found: Roots) -> list[tuple[str, str]]:
    return [(root.origin, root.path) for root in found.listed]


def refusal(home: Home, *lines: str) -> RootsError:
    with pytest.raises(RootsError) as caught:
        of(home, *lines)
    return caught.value


def mode(path: Path | str) -> int:
    return stat.S_IMODE(os.lstat(path).st_mode)


# Which there are ------------------------------------------------------------------------------


@pytest.mark.parametrize("authority", BY_USER)
def test_the_roots_are_the_project_the_users_and_the_cache(home: Home, authority: str) -> None:
    """The cache whole, where the user's word or the default has turned the boundary on."""
    (home.path / "more").mkdir()
    found = of(home, 'writable_roots = ["~/more"]', authority=authority)
    cache = f"{home.path}/.cache"
    assert listed(found) == [("project", str(home.project)), ("user", f"{home.path}/more"), ("cache", cache)]
    assert (found.cache, found.remarks) == (cache, [])


def test_with_the_projects_authority_the_cache_is_a_private_one(home: Home) -> None:
    """It is 0700, and its name follows from the physical workspace root: another project has another."""
    found = of(home, authority="project")
    private = f"{home.path}/.cache/tsr/{private_name(str(home.project))}"
    assert listed(found) == [("project", str(home.project)), ("cache", private)]
    assert [mode(path) for path in (private, f"{home.path}/.cache/tsr", f"{home.path}/.cache")] == [0o700] * 3
    (home.base / "link").symlink_to("ws")
    assert roots(f"{home.base}/link", read(), "project").cache == private
    (home.base / "other").mkdir()
    assert roots(f"{home.base}/other", read(), "project").cache != private


def test_what_allow_paths_admits_beyond_is_said(home: Home) -> None:
    """It is not admitted; what a root holds anyway is not worth a word."""
    inside, outside = f"{home.project}/a", f"{home.base}/outside"
    found = roots(str(home.project), read(), "user", [inside, outside])
    assert outside not in found.paths()
    (remark,) = found.remarks
    assert outside in remark
    assert "writable_roots" in remark


# Where they are -------------------------------------------------------------------------------


def test_roots_are_physical(home: Home) -> None:
    """`..` is the parent of what has been reached; a link that the user could change is not followed."""
    (home.base / "far/below").mkdir(parents=True)
    found = of(home, f'writable_roots = ["{home.base}/far/below/.."]')
    assert ("user", f"{home.base}/far") in listed(found)
    (home.base / "link").symlink_to("far/below")
    with pytest.raises(RootsError, match="which commands could change"):
        of(home, f'writable_roots = ["{home.base}/link"]')


def test_a_root_that_is_named_twice_is_listed_once(home: Home) -> None:
    """Whatever its names; it stays the one that it was first."""
    (home.path / ".cache").mkdir()
    found = of(home, f'writable_roots = ["{home.path}/../ws", "{home.project}/", "{home.path}/.cache"]')
    assert listed(found) == [("project", str(home.project)), ("user", f"{home.path}/.cache")]


def test_a_root_beneath_another_is_not_listed(home: Home) -> None:
    """Whole names count; and the cache root is known also where it is not listed."""
    (home.base / "ws2").mkdir()
    (home.project / "in/side").mkdir(parents=True)
    found = of(home, f'writable_roots = ["{home.project}/in", "{home.base}/ws2"]', f'cache_root = "{home.project}/c"')
    assert listed(found) == [("project", str(home.project)), ("user", f"{home.base}/ws2")]
    assert found.cache == f"{home.project}/c"


def test_the_project_may_lie_beneath_a_root_of_the_users(home: Home) -> None:
    """Then that one is listed."""
    (home.base / "src/ws").mkdir(parents=True)
    found = roots(f"{home.base}/src/ws", home.policy(f'writable_roots = ["{home.base}/src"]'), "user")
    assert listed(found)[0] == ("user", f"{home.base}/src")


def test_a_regular_file_is_a_root_of_itself(home: Home) -> None:
    """Not of what lies beside it."""
    (home.base / "log").write_text("")
    assert ("user", f"{home.base}/log") in listed(of(home, f'writable_roots = ["{home.base}/log"]'))


# What none may be -----------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["missing", "dangling", "ring", "file/", "file/below", "fifo", "socket", "device"])
def test_a_root_of_the_users_that_can_not_be_one_is_an_error(home: Home, name: str) -> None:
    """It names the file, the root and what to do."""
    (home.base / "dangling").symlink_to("nowhere")
    (home.base / "ring").symlink_to("ring")
    (home.base / "file").write_text("")
    (home.base / "device").symlink_to("/dev/null")
    os.mkfifo(home.base / "fifo")
    with socket.socket(socket.AF_UNIX) as here:
        here.bind(f"{home.base}/socket")
    refused = refusal(home, f'writable_roots = ["{home.base}/{name}"]')
    assert refused.clause == "CONF-2"
    assert str(home.file) in refused.message
    assert f"{home.base}/{name}" in refused.message
    assert "out of the list" in refused.message


@pytest.mark.parametrize("over", ["ws", "home/.cache", "elsewhere"])
def test_no_root_of_the_users_is_led_to_by_a_link_that_lies_beneath_a_root(home: Home, over: str) -> None:
    """A command could have it lead anywhere, and the next run would take that for the user's word (CONF-8)."""
    (home.path / ".cache").mkdir()
    (home.base / "elsewhere").mkdir()
    (home.base / over / "link").symlink_to(home.base / "elsewhere")
    refused = refusal(home, f'writable_roots = ["{home.base}/{over}/link"]')
    assert refused.clause == "CONF-8"
    assert f"name '{home.base}/elsewhere' itself" in refused.message


@pytest.mark.parametrize("authority", ["user", "project"])
def test_no_cache_is_led_to_by_a_link_that_lies_beneath_a_root(home: Home, authority: str) -> None:
    """It contributes nothing, and nothing is made where it leads."""
    (home.project / "link").symlink_to(home.base / "elsewhere")
    found = of(home, f'cache_root = "{home.project}/link"', authority=authority)
    assert (listed(found), found.cache) == ([("project", str(home.project))], None)
    assert not (home.base / "elsewhere").exists()


def test_the_users_roots_can_be_asked_for_alone(home: Home) -> None:
    """Physical, and without those that can't be roots: where there is no boundary these contribute nothing."""
    (home.base / "link").symlink_to("ws")
    policy = home.policy(f'writable_roots = ["{home.base}/link", "/nowhere", "/dev/null"]')
    assert admitted(policy) == [str(home.project)]


@pytest.mark.skipif(sys.platform != "linux", reason="asks Linux for what a descriptor leads to")
def test_a_root_is_what_the_kernel_is_led_to(home: Home) -> None:
    """A link that says another place than it leads to is refused."""
    (home.base / "gone").mkdir()
    (home.base / "gone (deleted)").mkdir()
    opened = os.open(home.base / "gone", os.O_RDONLY)
    try:
        (home.base / "gone").rmdir()
        assert "something else" in refusal(home, f'writable_roots = ["/proc/{os.getpid()}/fd/{opened}"]').message
    finally:
        os.close(opened)


@pytest.mark.parametrize("name", ["", "ws", "/nowhere/at/all", "/dev/null"])
def test_a_project_that_is_no_directory_is_an_error(home: Home, name: str) -> None:
    """So it never stands for `/`, say."""
    with pytest.raises(RootsError) as caught:
        roots(name, read(), "user")
    assert caught.value.clause == "CONF-2"


# The cache ------------------------------------------------------------------------------------


def test_a_cache_directory_that_is_missing_is_made(home: Home) -> None:
    """It is the user's alone, whatever the umask."""
    usual = read()
    os.umask(0)
    assert roots(str(home.project), usual, "user").cache == f"{home.path}/.cache"
    assert mode(home.path / ".cache") == 0o700


def test_a_cache_directory_that_is_there_stays_as_it_is(home: Home) -> None:
    """Others may read what the user lets them read."""
    (home.path / ".cache").mkdir(mode=0o755)
    of(home)
    assert mode(home.path / ".cache") == 0o755


def test_one_that_is_not_known_contributes_nothing(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """And that is said."""
    monkeypatch.setattr(usual, "home", lambda: None)
    found = roots(str(home.project), read(), "user")
    assert (listed(found), found.cache) == ([("project", str(home.project))], None)
    assert "no cache" in found.remarks[0]


@pytest.mark.parametrize("name", ["missing/cache", "file", "file/cache", "fifo", "ring"])
@pytest.mark.parametrize("authority", ["user", "project"])
def test_one_that_can_not_be_made_contributes_nothing(home: Home, name: str, authority: str) -> None:
    """Its parent is not there, or something else is in its place; nothing is changed."""
    (home.base / "file").write_text("")
    (home.base / "ring").symlink_to("ring")
    os.mkfifo(home.base / "fifo")
    found = of(home, f'cache_root = "{home.base}/{name}"', authority=authority)
    assert (listed(found), found.cache) == ([("project", str(home.project))], None)
    assert f"{home.base}/{name}" in found.remarks[0]
    assert not (home.base / "missing").exists()


@pytest.mark.parametrize("authority", ["user", "project"])
def test_who_only_asks_makes_nothing(home: Home, authority: str) -> None:
    """The list is the same."""
    asked = roots(str(home.project), read(), authority, make=False)
    assert not (home.path / ".cache").exists()
    assert listed(asked) == listed(roots(str(home.project), read(), authority))


@pytest.mark.parametrize("planted", ["tsr", "the last"])
def test_a_link_in_the_place_of_the_private_cache_is_not_followed(home: Home, planted: str) -> None:
    """Somebody who can write to the cache would have it lead out."""
    target = home.base / "elsewhere"
    target.mkdir(mode=0o700)
    place = home.path / ".cache/tsr"
    if planted == "the last":
        place /= private_name(str(home.project))
    place.parent.mkdir(parents=True, mode=0o700)
    place.parent.chmod(0o700)
    place.symlink_to(target)
    found = of(home, authority="project")
    assert (listed(found), found.cache) == ([("project", str(home.project))], None)
    assert str(place) in found.remarks[0]
    assert not list(target.iterdir())


@pytest.mark.parametrize("bits", [0o755, 0o720, 0o701])
def test_a_private_cache_that_is_open_to_others_is_not_used(home: Home, bits: int) -> None:
    """Nor is it closed: that is for whoever has opened it."""
    place = home.path / ".cache/tsr"
    place.mkdir(parents=True)
    place.chmod(bits)
    found = of(home, authority="project")
    assert found.cache is None
    assert "chmod 700" in found.remarks[0]
    assert mode(place) == bits


def test_a_private_cache_of_somebody_elses_is_not_used(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever its mode."""
    of(home, authority="project")
    monkeypatch.setattr(calls, "user", lambda: os.geteuid() + 1)
    found = of(home, authority="project")
    assert found.cache is None
    assert "another user" in found.remarks[0]


def test_no_private_cache_lies_where_everybody_may_replace_it(home: Home) -> None:
    """Unless only owners can (PERM-1)."""
    cache = home.path / ".cache"
    cache.mkdir()
    cache.chmod(0o777)
    assert of(home, authority="project").cache is None
    cache.chmod(0o1777)
    assert of(home, authority="project").cache is not None


# The user's file is out of reach --------------------------------------------------------------


@pytest.mark.parametrize("project", ["home", "home/.config", "home/.config/tsr", ""])
@pytest.mark.parametrize("is_there", [True, False])
def test_no_project_has_the_users_file_beneath_it(home: Home, project: str, is_there: bool) -> None:
    """Nor the place where it would be: a command could make it, and the next run would follow it."""
    home.file.parent.mkdir(parents=True)
    if is_there:
        home.write("[sandbox]\n")
    with pytest.raises(RootsError) as caught:
        roots(f"{home.base}/{project}", read(), "default")
    assert caught.value.clause == "CONF-8"
    assert "beneath it" in caught.value.message


def test_a_project_beside_the_users_file_is_one(home: Home) -> None:
    """As most are: further down in the home directory."""
    (home.path / ".config/other").mkdir(parents=True)
    assert roots(f"{home.path}/.config/other", read(), "user").listed


@pytest.mark.parametrize("root", ["~/", "~/.config", "~/.config/tsr", "~/.config/tsr/config.toml", "/"])
def test_no_root_of_the_users_has_the_file_beneath_it(home: Home, root: str) -> None:
    """Nor is it the file itself: an error that says so."""
    refused = refusal(home, f'writable_roots = ["{root}"]')
    assert refused.clause == "CONF-8"
    assert "has that file beneath it" in refused.message


def test_no_root_has_a_link_beneath_it_that_leads_to_the_file(home: Home) -> None:
    """Who can change it has another file read."""
    (home.project / "conf").mkdir()
    (home.base / "real").mkdir()
    (home.project / "conf/tsr").symlink_to(home.base / "real")
    (home.path / ".config").symlink_to(home.project / "conf")
    with pytest.raises(RootsError) as caught:
        roots(str(home.project), read(), "user")
    assert caught.value.clause == "CONF-8"


def test_a_file_that_is_typed_is_out_of_reach_too(home: Home) -> None:
    """One that lies in the project is the project's word, and not the user's."""
    (home.project / "mine.toml").write_text("")
    with pytest.raises(RootsError):
        roots(str(home.project), read(f"{home.project}/mine.toml"), "user")


@pytest.mark.parametrize("cache", ["~/", "~/.config"])
def test_a_cache_with_the_file_beneath_it_contributes_nothing(home: Home, cache: str) -> None:
    """As one that is not known; with the project's authority it is only the private directory in it that counts."""
    found = of(home, f'cache_root = "{cache}"')
    assert (listed(found), found.cache) == ([("project", str(home.project))], None)
    assert "policy file" in found.remarks[0]
    assert of(home, f'cache_root = "{cache}"', authority="project").cache is not None or cache == "~/.config"


def test_a_policy_of_nobodys_has_nothing_to_keep_out_of_reach(home: Home) -> None:
    """Where there is no home directory there is no file that the next run might follow."""
    assert roots(str(home.project), Policy(), "default").paths() == [str(home.project)]
