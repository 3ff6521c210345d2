"""What others may write is not used (PERM)."""

from __future__ import annotations

import os
import shlex
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from conftest import Result, Workspace

if TYPE_CHECKING:
    from collections.abc import Callable

TASK = "[tasks.t]\nrun = 'echo fine'\nenv_file = 'conf/x'\n"
COMMANDS, ENVIRONMENT = "decides what commands run", "decides what environment commands get"


def of_file(place: Path, what: str, clause: str = "PERM-1") -> str:
    line = f"✗ config error: '{place}' is world-writable, and it {what}"
    return f"{line} — `chmod o-w '{place}'` before using it [{clause}]\n"


def of_directory(place: Path, what: str, clause: str = "PERM-1") -> str:
    line = f"✗ config error: '{place}' is a world-writable directory without the sticky bit, and what lies in it {what}"
    return f"{line} — `chmod o-w '{place}'` before using it [{clause}]\n"


@pytest.fixture
def root(ws: Workspace) -> Path:
    ws.config(TASK)
    (ws.root / "conf").mkdir()
    (ws.root / "conf/x").write_text("A=1\n")
    (ws.root / ".env").write_text("B=1\n")
    return ws.root


def test_what_everybody_may_write_is_refused(ws: Workspace, root: Path) -> None:
    """PERM-1: the config, the root file, a file of the task, and the directories that hold them."""
    for place, says in (
        (root / "tasks.toml", of_file(root / "tasks.toml", COMMANDS)),
        (root / ".env", of_file(root / ".env", ENVIRONMENT)),
        (root / "conf/x", of_file(root / "conf/x", ENVIRONMENT)),
        (root, of_directory(root, COMMANDS)),
        (root / "conf", of_directory(root / "conf", ENVIRONMENT)),
    ):
        mode = place.stat().st_mode
        place.chmod(mode | 0o002)
        result = ws.tsr("t", "--allow-unsafe-env")
        assert (result.code, result.out, result.err) == (64, "", says)
        assert (ws.tsr("--list").code == 64) == (COMMANDS in says)
        place.chmod(mode)


def test_what_a_group_may_write_and_sticky_directories_are_accepted(ws: Workspace, root: Path) -> None:
    """PERM-1: the guard is narrow, so that nobody works around it."""
    for place, mode in (
        (root / "tasks.toml", 0o664),
        (root, 0o1777),
        (root / "conf", 0o1777),
        (root / "conf/x", 0o660),
    ):
        place.chmod(mode)
    assert ws.tsr("t").out == "fine\n"


def test_it_is_refused_before_it_is_read(ws: Workspace, root: Path) -> None:
    """PERM-1: whatever is wrong with it."""
    for name, text in (("tasks.toml", "no toml"), (".env", "A='"), ("conf/x", "A='")):
        path = root / name
        before = path.read_text()
        path.write_text(text)
        path.chmod(0o646)
        assert ws.tsr("t").err.endswith("before using it [PERM-1]\n")
        path.chmod(0o644)
        path.write_text(before)


def test_files_that_are_not_reached_or_not_there_are_not_judged(ws: Workspace, root: Path) -> None:
    """PERM-1, PERM-2."""
    (root / "conf").chmod(0o777)
    ws.config("[tasks.t]\nrun = 'echo fine'\nenv_file = 'conf/none'\n[tasks.u]\nrun = 'true'\nenv_file = 'conf/x'\n")
    assert ws.tsr("t").out == "fine\n"
    (root / ".env").unlink()
    (root / ".env").mkdir(0o777)
    (root / ".env").chmod(0o777)
    assert ws.tsr("t").out == "fine\n"


def test_each_directory_of_a_link_in_last_place_is_judged(ws: Workspace, root: Path) -> None:
    """PERM-2: the entry's, then the next one's, then the file; not those further up."""
    one, two, up = root / "one", root / "two", root / "up"
    for directory in (one, two, up, up / "three"):
        directory.mkdir()
    (root / "conf/x").unlink()
    (root / "conf/x").symlink_to("../one/link")
    (one / "link").symlink_to("../up/../two/link")
    (two / "link").symlink_to(up / "three/x")
    (up / "three/x").write_text("A=1\n")
    up.chmod(0o777)
    assert ws.tsr("t").out == "fine\n"
    for place, says in (
        (up / "three/x", of_file(up / "three/x", ENVIRONMENT, "PERM-2")),
        (up / "three", of_directory(up / "three", ENVIRONMENT, "PERM-2")),
        (two, of_directory(two, ENVIRONMENT, "PERM-2")),
        (one, of_directory(one, ENVIRONMENT, "PERM-2")),
        (root / "conf", of_directory(root / "conf", ENVIRONMENT)),
    ):
        place.chmod(0o777)  # and the next one is said first
        assert ws.tsr("t").err == says


def test_a_linked_config_is_judged_where_it_lies(ws: Workspace, root: Path) -> None:
    """PERM-2, FENCE-20: outside the workspace, too."""
    other = ws.base / "other"
    other.mkdir()
    (root / "tasks.toml").rename(other / "shared.toml")
    (root / "tasks.toml").symlink_to("../other/shared.toml")
    assert ws.tsr("t").out == "fine\n"
    other.chmod(0o777)
    assert ws.tsr("t").err == of_directory(other, COMMANDS, "PERM-2")
    other.chmod(0o755)
    (other / "shared.toml").chmod(0o646)
    assert ws.tsr("t").err == of_file(other / "shared.toml", COMMANDS, "PERM-2")


# With --strict --------------------------------------------------------------------------------


def strictly(ws: Workspace) -> str:
    """Nothing if the run goes well, or the place that was refused."""
    result = ws.tsr("t", "--strict", "--allow-unsafe-env")
    if result.out == "fine\n":
        return ""
    assert result.err.endswith("[PERM-3]\n"), result
    return result.err.split("'")[1]


def test_strict_wants_everything_on_the_way_to_be_ours(ws: Workspace, root: Path) -> None:
    """PERM-3: the group may write none of it, also above the workspace."""
    assert strictly(ws) == ""
    (root / "mid").mkdir()
    ws.config(TASK.replace("conf/x", "mid/../conf/x"))
    for place in (root / "conf/x", root / "conf", root / "mid", root / ".env", root / "tasks.toml", root, ws.base):
        mode = place.stat().st_mode
        place.chmod(mode | 0o020)
        assert strictly(ws) == str(place)
        assert ws.tsr("t").out == "fine\n"
        place.chmod(mode)


def test_strict_takes_sticky_directories(ws: Workspace, root: Path) -> None:
    """PERM-3: where what comes next is a directory of ours; a file can have been moved there, or be made."""
    ws.base.chmod(0o1777)
    assert strictly(ws) == ""
    (root / "conf").chmod(0o1777)
    assert strictly(ws) == str(root / "conf")
    (root / "conf/own").mkdir()
    (root / "conf/own/x").write_text("A=1\n")
    ws.config(TASK.replace("conf/x", "conf/own/x"))
    assert strictly(ws) == ""
    ws.config(TASK.replace("conf/x", "conf/own/../../ours"))
    (root / "ours").write_text("A=1\n")
    assert strictly(ws) == ""
    (root / "conf").chmod(0o777)
    assert strictly(ws) == str(root / "conf")
    (root / "conf").chmod(0o1777)
    ws.config(TASK)
    (root / "conf/x").unlink()
    assert strictly(ws) == str(root / "conf")
    (root / "conf").chmod(0o755)
    assert strictly(ws) == ""
    ws.config(TASK.replace("conf/x", "conf/none/x"))
    assert strictly(ws) == ""
    (root / "conf").chmod(0o775)
    assert strictly(ws) == str(root / "conf")


def test_strict_looks_at_a_missing_root_file(ws: Workspace, root: Path) -> None:
    """PERM-3: somebody else could make it; also at the end of a link, or in a directory that is missing."""
    (root / ".env").unlink()
    assert strictly(ws) == ""
    (root / "open").mkdir()
    (root / "open").chmod(0o1777)
    for target in ("open/x", "open/none/x"):
        (root / ".env").symlink_to(target)
        assert strictly(ws) == str(root / "open")
        (root / ".env").unlink()


def test_strict_does_not_take_a_link_in_a_sticky_directory(ws: Workspace, root: Path) -> None:
    """PERM-3: it can have been moved there, whoever it belongs to; in the middle or in last place."""
    (root / "open").mkdir()
    (root / "open/link").symlink_to("../conf")
    (root / "open").chmod(0o1777)
    ws.config(TASK.replace("conf/x", "open/link/x"))
    assert strictly(ws) == str(root / "open")
    ws.config(TASK)
    (root / ".env").unlink()
    (root / ".env").symlink_to("open/link")
    assert strictly(ws) == str(root / "open"), "nor one that leads to a directory"


def test_strict_follows_links_on_the_whole_way(ws: Workspace, root: Path) -> None:
    """PERM-3: also those in the middle."""
    for name in ("a", "b"):
        (root / name).mkdir()
    (root / "a/link").symlink_to(root / "b")
    (root / "conf/x").rename(root / "b/x")
    ws.config(TASK.replace("conf/x", "a/link/x"))
    assert strictly(ws) == ""
    (root / "a").chmod(0o775)
    assert strictly(ws) == str(root / "a")


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give something away")
def test_strict_looks_at_owners(ws: Workspace, root: Path) -> None:
    """PERM-3: of files, directories, those above, and links; without it owners don't count."""
    (root / "real").symlink_to("conf")
    ws.config(TASK.replace("conf/x", "real/x"))
    for place in (root / "tasks.toml", root / ".env", root / "conf/x", root / "conf", root / "real", root, ws.base):
        os.lchown(place, 12345, -1)
        assert strictly(ws) == str(place)
        assert ws.tsr("t").out == "fine\n"
        os.lchown(place, 0, -1)
    ws.config(TASK.replace("conf/x", "conf/mid/x"))
    (root / "conf/mid").mkdir()
    (root / "conf").chmod(0o1777)
    assert strictly(ws) == ""
    os.chown(root / "conf/mid", 12345, -1)
    assert strictly(ws) == str(root / "conf"), "the sticky bit does not help what is not ours"


# A root `.env` that is a directory: no source, and still in the place of one ---------------------


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give something away")
@pytest.mark.parametrize("mode", [0o755, 0o777, 0o000])
@pytest.mark.parametrize("link", ["", "real", "one", "{root}/real", "sub/../real", "real/"])
def test_strict_looks_at_owners_of_an_ignored_directory(ws: Workspace, root: Path, link: str, mode: int) -> None:
    """PERM-3: of the directory and of each link that leads to it, whatever its mode is."""
    (root / "sub").mkdir()
    (root / ".env").unlink()
    (root / "one").symlink_to("real")
    directory = root / "real" if link else root / ".env"
    directory.mkdir()
    directory.chmod(mode)
    places = [directory]
    if link:
        (root / ".env").symlink_to(link.format(root=root))
        places += [
            root / ".env",
            *([root / "one"] if link == "one" else []),
            *([root / "sub"] if "sub" in link else []),
        ]
    assert strictly(ws) == ""
    for place in places:
        os.lchown(place, 12345, -1)
        assert strictly(ws) == str(place)
        assert ws.tsr("t").out == "fine\n"
        os.lchown(place, 0, -1)


def test_strict_looks_at_the_way_to_an_ignored_directory(ws: Workspace, root: Path) -> None:
    """PERM-3: others may write no directory on it; the sticky bit helps what is ours."""
    (root / ".env").unlink()
    (root / ".env").symlink_to("up/dir")
    (root / "up/dir").mkdir(parents=True)
    (root / "up/dir").chmod(0o777)
    assert strictly(ws) == ""
    for mode, says in ((0o775, str(root / "up")), (0o777, str(root / "up")), (0o1777, ""), (0o755, "")):
        (root / "up").chmod(mode)
        assert strictly(ws) == says
        assert ws.tsr("t").out == "fine\n"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give something away")
def test_strict_does_not_look_into_a_directory_that_it_cannot_search(
    ws: Workspace, root: Path, ordinary: Callable[..., Result]
) -> None:
    """PERM-3: what can't be searched is no missing file, and has an owner all the same."""
    (root / ".env").unlink()
    (root / ".env").mkdir(0o700)
    os.chown(root / ".env", 12345, -1)
    assert ordinary("t", 0o022).out == "fine\n"
    result = ordinary("t", 0o022, "--strict")
    assert (result.code, result.err.split("'")[1]) == (64, str(root / ".env"))
    ws.config(TASK.replace("conf/x", ".env"))
    assert "is a directory" in ordinary("t", 0o022).err


# A plain file where only a directory will do: no file of variables, and still on the way ----------

LINKS = {"l": "f", "m": "l", "s": "f/", "d": "f/."}  # in a workspace with a plain file `f`
INTO_FILE = [
    *(("f" + rest, "") for rest in ("/e", "/", "//", "/.", "/./", "/..", "/../f", "/x/../..")),
    ("sub/../f/", ""),
    *(("l" + rest, "l") for rest in ("/e", "/", "/.")),
    *(("m" + rest, "lm") for rest in ("/e", "/", "/.")),
    *(("s" + rest, "s") for rest in ("", "/", "/e")),
    ("d", "d"),
]


@pytest.fixture
def into_file(ws: Workspace, root: Path) -> Callable[[str, bool], Path]:
    """Name a path as an `env_file` or as the target of `.env`; gives the plain file `f`."""
    (root / "sub").mkdir()
    (root / ".env").unlink()

    def into(name: str, root_file: bool) -> Path:
        (root / "f").write_text("not one line of = this is 'read\n")
        for link, target in LINKS.items():
            (root / link).symlink_to(target)
        if root_file:
            (root / ".env").symlink_to(name)
        else:
            ws.config(TASK.replace("conf/x", name))
        return root / "f"

    return into


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give something away")
@pytest.mark.parametrize("root_file", [False, True])
@pytest.mark.parametrize(("name", "links"), INTO_FILE)
def test_strict_looks_at_the_owner_of_a_file_in_the_place_of_a_directory(
    ws: Workspace, root: Path, into_file: Callable[[str, bool], Path], name: str, links: str, root_file: bool
) -> None:
    """PERM-3: and of each link that leads to it; its mode does not count."""
    file = into_file(name, root_file)
    for mode in (0o644, 0o666, 0o000):
        file.chmod(mode)
        assert strictly(ws) == ""
    for place in (file, *(root / link for link in links)):
        os.lchown(place, 12345, -1)
        assert strictly(ws) == str(place)
        assert ws.tsr("t").out == "fine\n"
        os.lchown(place, 0, -1)


@pytest.mark.parametrize("name", ["up/f/e", "up/f/", "up/f/.", "up/l/", "up/l/e"])
@pytest.mark.parametrize("root_file", [False, True])
def test_strict_looks_at_the_way_to_a_file_in_the_place_of_a_directory(
    ws: Workspace, root: Path, into_file: Callable[[str, bool], Path], name: str, root_file: bool
) -> None:
    """PERM-3: as to a missing file; the sticky bit does not help."""
    into_file(name, root_file)
    (root / "up").mkdir()
    (root / "up/f").write_text("")
    (root / "up/l").symlink_to("f")
    assert strictly(ws) == ""
    for mode in (0o775, 0o777, 0o1777):
        (root / "up").chmod(mode)
        assert strictly(ws) == str(root / "up")
        assert ws.tsr("t").out == "fine\n"


# Behind a name that is missing: there the way ends ------------------------------------------------

BEHIND = ["../e", "../w/k", "../w/none", "x/../../e", "../o/k", "../link/k", "../../ws/e", "./.././e", "../none/../e"]


@pytest.fixture
def behind(ws: Workspace, root: Path, into_file: Callable[[str, bool], Path]) -> Callable[[str, bool], Path]:
    """As `into_file`, with things that others may write, and those of another user if root makes them."""
    for directory in ("w", "o", "up"):
        (root / directory).mkdir()
    (root / "link").symlink_to("w")
    for file in ("e", "w/k", "o/k", "up/f"):
        (root / file).write_text("A=1\n")
        (root / file).chmod(0o666)
    (root / "w").chmod(0o777)
    if os.getuid() == 0:
        for place in ("e", "o", "link"):
            os.lchown(root / place, 12345, -1)
    return into_file


@pytest.mark.parametrize("root_file", [False, True])
@pytest.mark.parametrize("first", ["none", "f"])
@pytest.mark.parametrize("rest", BEHIND)
def test_strict_looks_at_nothing_behind_a_name_that_is_missing(
    ws: Workspace, behind: Callable[[str, bool], Path], first: str, rest: str, root_file: bool
) -> None:
    """PERM-3: nor behind a file where a directory belongs."""
    behind(f"{first}/{rest}", root_file)
    assert strictly(ws) == ""


@pytest.mark.parametrize("root_file", [False, True])
@pytest.mark.parametrize("first", ["none", "f"])
def test_strict_looks_at_all_in_front_of_a_name_that_is_missing(
    ws: Workspace, root: Path, behind: Callable[[str, bool], Path], first: str, root_file: bool
) -> None:
    """PERM-3: its directory too, where the sticky bit does not help, wherever the name leads."""
    behind(f"up/{first}/../../e", root_file)
    assert strictly(ws) == ""
    for mode in (0o775, 0o777, 0o1777):
        (root / "up").chmod(mode)
        assert strictly(ws) == str(root / "up")
        assert ws.tsr("t").out == "fine\n"
    (root / "up").chmod(0o755)
    if os.getuid() == 0:
        for place in (root / "up", *([root / "up/f"] if first == "f" else [])):
            os.chown(place, 12345, -1)
            assert strictly(ws) == str(place)
            os.chown(place, 0, -1)


@pytest.mark.skipif(os.getuid() != 0, reason="only root can give something away")
@pytest.mark.parametrize(
    ("name", "place"), [("sub/../e", "e"), ("up/../w/none", "w"), ("up/../o/none", "o"), ("link/../none/x", "link")]
)
def test_strict_looks_at_what_is_behind_a_name_that_is_there(
    ws: Workspace, root: Path, behind: Callable[[str, bool], Path], name: str, place: str
) -> None:
    """PERM-3: the twin, that is: what is in front of the first one that is missing."""
    (root / "e").chmod(0o644)
    behind(name, False)
    assert strictly(ws) == str(root / place)


# The command that is proposed -----------------------------------------------------------------


def test_a_proposed_command_takes_the_place_for_one_word(ws: Workspace) -> None:
    """EXIT-9: whatever is in it, in each of the messages; the place itself stands as it is."""
    name = "it's a 'place' $HOME \\"
    root = ws.root / name
    root.mkdir()
    (root / "tasks.toml").write_text("[tasks.t]\nrun = 'echo fine'\nenv_file = \"e'\"\n")
    (root / "e'").write_text("A=1\n")
    for place, words, mode, ends in (
        (root, ["t"], 0o777, "before using it [PERM-1]"),
        (root / "e'", ["t"], 0o666, "before using it [PERM-1]"),
        (root, ["t", "--strict"], 0o775, "or leave `--strict` away [PERM-3]"),
        (root / "e'", ["t", "--strict"], 0o664, "or leave `--strict` away [PERM-3]"),
    ):
        before = place.stat().st_mode
        place.chmod(mode)
        result = ws.tsr(*words, cwd=root)
        assert result.err.startswith(f"✗ config error: '{place}' ")
        assert result.err.endswith(ends + "\n")
        command = result.err.split("`")[1]
        assert shlex.split(command) == ["chmod", "o-w" if "PERM-1" in ends else "go-w", str(place)]
        quoted = str(place).replace("'", "'\"'\"'")
        assert command.endswith(f" '{quoted}'")
        subprocess.run(["sh", "-c", command], check=True)
        assert ws.tsr(*words, cwd=root).out == "fine\n"
        place.chmod(before)
