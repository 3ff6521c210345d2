"""The fence (FENCE): what an operand may reach, and what a refusal looks like."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from conftest import Result, Workspace, toml_string

from tsr_impl import calls, fence
from tsr_impl.places import Fault

TOUCHING = [
    "rm -rf {}",
    "mkdir {}",
    "mkdir -p {}",
    "touch {}",
    "cat {}",
    "cp in {}",
    "cp -r {} new",
]


@pytest.mark.parametrize("command", TOUCHING)
@pytest.mark.parametrize("operand", ["../outside/x", "../outside", "..", "/", "/etc/hosts", "sub/../../outside/x"])
def test_outside_is_refused(ws: Workspace, command: str, operand: str) -> None:
    """FENCE-1: a place outside is refused with the message of FENCE-10 and status 1."""
    (ws.root / "in").write_text("in")
    (ws.root / "sub").mkdir()
    before = ws.tree()
    result = ws.run(command.format(operand) + " ; echo status")
    assert result.out == "status\n"
    assert ws.tree() == before
    name = command.split()[0]
    if name == "rm" and operand == "..":
        assert "ends in '.' or '..'" in result.err
        return
    place = os.path.normpath(ws.root / operand)
    if name == "cp" and command.startswith("cp in") and os.path.isdir(place):
        place = os.path.join(place, "in")
    assert result.err == ws.refusal(name, place)
    assert ws.run(command.format(operand)).code == 1


@pytest.mark.parametrize(
    ("link", "operand", "place"),
    [
        ("../outside", "link/x", "outside/x"),
        ("../outside/new", "link", "outside/new"),
        ("../outside", "link/../y", "y"),
        ("..", "link/outside/precious", "outside/precious"),
        ("../ws/../outside", "link/./x", "outside/x"),
    ],
)
def test_links_out_are_followed_and_refused(ws: Workspace, link: str, operand: str, place: str) -> None:
    """FENCE-2: links are followed as the file system does, dangling ones too."""
    (ws.root / "link").symlink_to(link)
    result = ws.run(f"touch {operand}")
    assert (result.code, result.err) == (1, ws.refusal("touch", ws.base / place))


def test_absolute_link_out(ws: Workspace) -> None:
    """FENCE-2: an absolute link starts at the root."""
    (ws.root / "link").symlink_to(ws.outside)
    result = ws.run("cat link/precious")
    assert result.err == ws.refusal("cat", ws.outside / "precious")


def test_links_inside_are_fine(ws: Workspace) -> None:
    """FENCE-G2: what lies inside is not refused, however it is spelled."""
    (ws.root / "d").mkdir()
    (ws.root / "d/f").write_text("f\n")
    (ws.root / "link").symlink_to(ws.root / "d")
    (ws.root / "back").symlink_to("../ws/d/../link")
    for operand in (
        "link/f",
        "back/f",
        "../ws/d/f",
        f"{ws.root}/d/f",
        "d/../../ws/link/f",
        ".//d//f",
    ):
        assert ws.run(f"cat {operand}").out == "f\n", operand


def test_what_a_walk_passes_through_is_not_judged(ws: Workspace) -> None:
    """FENCE-2: only where it lands."""
    assert ws.run("touch ../outside/../ws/x").code == 0
    assert ws.tree() == {"x": ""}


def test_same_letters_are_not_beneath(open_ws: Workspace) -> None:
    """FENCE: a sibling whose name starts with the same letters is outside."""
    sibling = open_ws.base / "ws-other"
    sibling.mkdir()
    result = open_ws.run("touch ../ws-other/x")
    assert (result.code, result.err) == (1, open_ws.refusal("touch", sibling / "x"))


def test_missing_tail_is_text(ws: Workspace) -> None:
    """FENCE-3: from the first missing component on, `..` pops text, then it is physical again."""
    (ws.root / "link").symlink_to("../outside")
    result = ws.run("touch missing/../../outside/x")
    assert result.err == ws.refusal("touch", ws.outside / "x")
    result = ws.run("touch missing/../link/x")
    assert result.err == ws.refusal("touch", ws.outside / "x")
    result = ws.run("touch missing/a/../../x")
    assert (result.code, result.err) == (
        1,
        "touch: 'missing/a/../../x': No such file or directory\n",
    )
    assert ws.tree() == {"link": "-> ../outside"}


def test_file_in_the_middle(ws: Workspace) -> None:
    """FENCE-3: a component that is no directory counts as missing; the system's word is another."""
    (ws.root / "f").touch()
    assert ws.run("touch f/../../outside/x").err == ws.refusal("touch", ws.outside / "x")
    assert ws.run("touch f/x").err == "touch: 'f/x': Not a directory\n"
    assert ws.run("rm -f f/x").code == 1
    assert ws.run("cat f/").err == "cat: 'f/': Not a directory\n"


def test_forty_links(ws: Workspace) -> None:
    """FENCE-2: forty links are followed, one more is refused, also with `-f`."""
    (ws.root / "l0").write_text("end\n")
    for number in range(1, 42):
        (ws.root / f"l{number}").symlink_to(f"l{number - 1}")
    assert ws.run("cat l40").out == "end\n"
    result = ws.run("cat l41")
    assert (result.code, result.err) == (1, "cat: 'l41': Too many levels of symbolic links\n")
    (ws.root / "loop").symlink_to("loop")
    assert ws.run("cat loop").code == 1
    assert ws.run("rm -f loop/x").code == 1
    assert ws.run("rm loop").code == 0


@pytest.mark.parametrize("command", ["rm", "touch", "cat", "mkdir", "mkdir -p", "cp in", "mv in"])
def test_empty_operand(ws: Workspace, command: str) -> None:
    """FENCE-17: an empty operand names nothing."""
    (ws.root / "in").write_text("in")
    result = ws.run(f"{command} ''")
    name = command.split()[0]
    assert (result.code, result.err) == (1, f"{name}: '': No such file or directory\n")
    assert ws.tree() == {"in": "in"}


def test_other_operands_go_on(ws: Workspace) -> None:
    """FENCE-10: `rm mkdir touch cat` go on with the others; the sequence goes on by operators."""
    for command in ("touch a ../b c", "mkdir -p d ../e f", "rm -f a ../b c"):
        result = ws.run(f"{command} || echo failed")
        assert (result.out, result.code) == ("failed\n", 0)
    assert ws.tree() == {"d": "d", "f": "d"}


def test_cp_and_mv_do_nothing(ws: Workspace) -> None:
    """FENCE-10: `cp` and `mv` do nothing if one operand is refused, and name all of those."""
    for name in ("a", "b", "d"):
        (ws.root / name).mkdir()
    before = ws.tree()
    for command in ("cp -r", "mv"):
        result = ws.run(f"{command} a ../x b ../y d")
        name = command.split()[0]
        assert result.code == 1
        assert result.err == ws.refusal(name, ws.base / "x") + ws.refusal(name, ws.base / "y")
        assert ws.tree() == before


def test_allow_paths(open_ws: Workspace) -> None:
    """FENCE: an entry admits that directory and what is beneath, and nothing else (TIER-G2)."""
    ws = open_ws
    allow = ["../outside"]
    assert ws.run("touch ../outside/x && mkdir -p ../outside/a/b", allow=allow).code == 0
    assert (ws.outside / "a/b").is_dir()
    assert ws.run("touch ../outside2", allow=allow).code == 1
    assert ws.run("touch ../y", allow=allow).code == 1
    assert ws.run("rm -r ../outside", allow=allow).code == 0
    assert ws.run("rm -r ../outside", allow=["../outside/.."]).code == 1
    (ws.base / "far").mkdir()
    (ws.root / "link").symlink_to("../far")
    assert ws.run("touch link/x", allow=["link"]).code == 0
    assert ws.run(f"touch {ws.base}/far/y", allow=[f"{ws.base}/far"]).code == 0
    assert ws.run("touch anywhere ../z", allow=["/"]).code == 0
    assert (ws.base / "z").exists()


def test_allowed_path_that_is_missing(open_ws: Workspace) -> None:
    """FENCE-13: it is resolved as text, admits that place, and a warning says so."""
    result = open_ws.run("mkdir ../later && touch ../later/x", allow=["../later"])
    assert result.code == 0
    assert result.err.startswith("! warning: [security] allow_paths: '../later' does not exist")


@pytest.mark.parametrize(
    ("entry", "code", "text"),
    [
        ("", 64, "is empty"),
        ("a*", 64, "is a pattern"),
        ("[x]", 64, "is a pattern"),
        ("loop", 64, "Too many levels"),
        ("~/x", 0, "not expanded"),
        ("/", 0, "whole file system"),
        ("..", 0, "holds the whole workspace"),
    ],
)
def test_allowed_paths_that_need_a_word(ws: Workspace, entry: str, code: int, text: str) -> None:
    """FENCE-13: what is a mistake is refused, what is surprising is said."""
    (ws.root / "loop").symlink_to("loop")
    result = ws.run("true", allow=[entry])
    assert result.code == code
    assert text in result.err


def test_root_is_where_the_entry_lies(ws: Workspace) -> None:
    """FENCE: a config that is a link governs the directory of the link."""
    (ws.outside / "tasks.toml").write_text("[tasks.t]\nrun = 'touch x && pwd'\n")
    (ws.root / "tasks.toml").symlink_to("../outside/tasks.toml")
    result = ws.tsr("t")
    (ws.outside / "tasks.toml").unlink()
    assert (result.code, result.out) == (0, f"{ws.root}\n")
    assert ws.tree() == {"x": ""}


@pytest.mark.parametrize("command", ["rm -rf {}", "mv {} new"])
@pytest.mark.parametrize("operand", [".", "..", "d/.", "d/..", "d/./", "../ws", "{root}", "/", "../.."])
def test_root_stays(ws: Workspace, command: str, operand: str) -> None:
    """FENCE-11: never the root, what holds it, or a name that ends in a dot name."""
    (ws.root / "d").mkdir()
    result = ws.run(command.format(operand.format(root=ws.root)), allow=["/"])
    assert result.code == 1
    assert "stay where they are" in result.err or "ends in '.' or '..'" in result.err
    assert ws.tree() == {"d": "d"}


def test_move_onto_the_root(ws: Workspace) -> None:
    """FENCE-11: nor is the root replaced by something of its name."""
    (ws.root / "sub/ws").mkdir(parents=True)
    result = ws.run("mv sub/ws ..", allow=[".."])
    assert result.code == 1
    assert "stay where they are" in result.err


def test_dir_is_judged_at_load(ws: Workspace) -> None:
    """FENCE-1, FENCE-10: 64 before the first command."""
    (ws.root / "link").symlink_to("../outside")
    for place in ("../outside", "link", "link/sub"):
        result = ws.run("touch x", dir=place)
        assert result.code == 64
        first, line, caret = result.err.splitlines()
        assert "outside the workspace" in first
        assert first.endswith("[FENCE-1]")
        assert line[caret.index("^") :].startswith(place)
    (ws.root / "loop").symlink_to("loop")
    assert ws.run("true", dir="loop").code == 64


@pytest.mark.parametrize("place", ["missing", "file", "a/missing/../b"])
def test_dir_must_be_there(ws: Workspace, place: str) -> None:
    """FENCE-15: missing or no directory when the task starts is 64, before any command."""
    (ws.root / "a/b").mkdir(parents=True)
    (ws.root / "file").touch()
    result = ws.run("echo ran || true", dir=place)
    assert (result.code, result.out) == (64, "")
    assert result.err.startswith("✗ config error: ")
    assert "FENCE-15" in result.err


def test_dir_through_links(ws: Workspace) -> None:
    """FENCE-15: links to inside are followed; names are relative to the physical directory."""
    (ws.root / "real/deep").mkdir(parents=True)
    (ws.root / "link").symlink_to("real/deep")
    result = ws.run("pwd && touch ../x && sh -c pwd && cat ../../tasks.toml", dir="link")
    assert result.code == 0
    assert result.out.startswith(f"{ws.root}/real/deep\n{ws.root}/real/deep\n")
    assert "real/x" in ws.tree()


def test_env_files_are_judged(ws: Workspace) -> None:
    """FENCE-1: `env_file` and the root `.env`, before anything, in each task that is reached."""
    for text in (
        "[tasks.t]\nrun = 'true'\nenv_file = '../outside/x'",
        "[tasks.t]\nrun = 'true'\nenv_file = ['a', '/etc/passwd']",
        "[tasks.t]\nrun = 'true'\ndeps = ['u']\n[tasks.u]\nrun = 'true'\nenv_file = '../outside/x'",
    ):
        ws.config(text)
        result = ws.tsr("t")
        assert result.code == 64
        assert "[FENCE-1]" in result.err
    (ws.root / ".env").symlink_to("../outside/precious")
    result = ws.run("true")
    assert result.code == 64
    assert "root `.env` leads to" in result.err


def test_control_characters_in_messages(ws: Workspace) -> None:
    """A name can't write to the terminal, and other bytes pass through untouched."""
    result = ws.run("cat $V", env={"V": "a\x1b[31m\n\x7f\udcffé"})
    shown = b"a\\x1b[31m\\x0a\\x7f\xff\xc3\xa9"
    assert result.raw_err == b"cat: '" + shown + b"': No such file or directory\n"


def test_control_characters_of_eight_bits(ws: Workspace) -> None:
    """EXIT-8: their bytes are shown, also where they come together from two values; others pass."""
    env = {"V": "a\x9b2J", "A": "\udcc2", "B": "\udc9b", "LC_ALL": "C.UTF-8"}
    for run, shown in (
        ("cat $V", b"a\\xc2\\x9b2J"),
        ("cat $A$B", b"\\xc2\\x9b"),
        ("cat x$B", b"x\x9b"),
        ("cat \xa0", b"\xc2\xa0"),
    ):
        result = ws.run(run, env=env)
        assert result.raw_err == b"cat: '" + shown + b"': No such file or directory\n"


def test_long_names_in_messages(ws: Workspace) -> None:
    """Of a long name the middle is left out; what has to be complete is, as far as it can be a path."""
    ws.config("")
    result = ws.tsr("n" * 5000)
    assert f"'{'n' * 99}…{'n' * 99}'" in result.err
    assert len(result.err) < 1000
    ws.config(f"[tasks.t]\nrun = 'true'\ndir = '../{'d' * 200}/{'e' * 200}'")
    assert f"'{ws.base}/{'d' * 200}/{'e' * 200}'" in ws.tsr("t").err
    long = "/".join(["d" * 200] * 15)
    assert ws.run(f"cat ../{long}").err == ws.refusal("cat", ws.base / long)
    assert ws.run(f"cat {long}").err == f"cat: '{long}': No such file or directory\n"
    assert len(ws.run(f"cat {long}/{long}").err) < 4200


def test_allowed_paths_are_remarked_on_briefly(open_ws: Workspace) -> None:
    """FENCE-13: a line for each distinct entry, and no more than anybody reads."""
    entries = [f"missing-{number}" for number in range(8)]
    result = open_ws.run("true", allow=["~/x", "~/x", "missing-0", "missing-0"])
    assert result.code == 0
    assert result.err.count("\n") == 2
    result = open_ws.run("true", allow=["missing-0", *entries])
    assert result.err.count("\n") == 6
    assert result.err.endswith("! warning: [security] allow_paths: and 3 more [FENCE-13]\n")
    assert open_ws.run("true", allow=entries[:5]).err.count("\n") == 5


@pytest.mark.parametrize("limit", range(5, 16))
def test_few_descriptors(ws: Workspace, limit: int) -> None:
    """EXIT-7: however few there are, the run works or says what is missing."""
    (ws.root / "a/b/c").mkdir(parents=True)
    (ws.root / "d").mkdir()
    ws.config("[tasks.t]\nrun = 'cp -r a d/ && mv d/a e && rm -r e && sh -c true'\n")
    command = f"ulimit -n {limit}; exec '{sys.executable}' -m tsr_impl t"
    done = subprocess.run(["sh", "-c", command], cwd=ws.root, env=ws.environment(), capture_output=True, check=False)
    if b"Fatal Python error" in done.stderr:
        pytest.skip("too few for Python itself")
    result = Result(done.returncode, done.stdout, done.stderr)
    assert result.code in (0, 1, 64)
    assert (result.code == 0) == (result.err == "")
    assert result.code == 0 or "Too many open files" in result.err


def test_swapped_link_is_refused(tmp_path: Path) -> None:
    """FENCE-R: what becomes a link after it was judged is not followed."""
    root = tmp_path.resolve() / "ws"
    (root / "d").mkdir(parents=True)
    (root / "f").write_text("inside")
    secret = root.parent / "secret"
    secret.write_text("secret")
    base = fence.physical_directory(calls.open_directory(str(root)), str(root))
    bounds = fence.Fence(base, [])
    with (
        base,
        bounds.content(bounds.root, "f") as content,
        bounds.content(bounds.root, "n") as missing,
    ):
        (root / "f").unlink()
        (root / "f").symlink_to(secret)
        (root / "n").symlink_to(root.parent / "made")
        for operation in (content.open_file, content.overwrite_file, content.touch, missing.touch):
            with pytest.raises(Fault):
                operation()
        with pytest.raises(Fault):
            missing.create_file(0o600)
    assert secret.read_text() == "secret"
    assert not (root.parent / "made").exists()


def test_directory_that_is_moved_away(tmp_path: Path) -> None:
    """FENCE-R: a walk does not climb out of a directory that is elsewhere by now."""
    root = tmp_path.resolve()
    (root / "a/b").mkdir(parents=True)
    base = fence.physical_directory(calls.open_directory(str(root)), str(root))
    bounds = fence.Fence(base, [])
    with base, bounds.content(bounds.root, "a/b") as content, content.open_directory() as inner:
        (root / "a/b").rename(root / "b")
        with pytest.raises(Fault):
            bounds.content(inner, "../x")
        with pytest.raises(Fault):
            inner.climb()


def test_descriptors_are_given_back(tmp_path: Path) -> None:
    """Walks that end in a refusal or an error leave nothing open."""
    root = tmp_path.resolve()
    (root / "d").mkdir()
    (root / "loop").symlink_to("loop")
    (root / "f").touch()
    base = fence.physical_directory(calls.open_directory(str(root)), str(root))
    bounds = fence.Fence(base, [])
    before = sorted(os.listdir("/dev/fd"))
    for operand in ("..", "loop", "", "d/" + "x" * 300, "f/x", "d", "missing", "/", "d/../f"):
        for judge in (bounds.entry, bounds.content):
            with suppress(Fault):
                judge(bounds.root, operand).close()
        with suppress(Fault):
            list(bounds.new_directories(bounds.root, operand))
    assert sorted(os.listdir("/dev/fd")) == before
    base.close()


def test_toml_string_round_trip(ws: Workspace) -> None:
    """The helper of these tests says what it means."""
    ws.config(f"[tasks.t]\nrun = 'echo'\nargs = [{toml_string(chr(34) + chr(92) + chr(1))}]")
    assert ws.tsr("t").out == '"\\\x01\n'
