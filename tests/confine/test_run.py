"""`tsr-confine run`: who decides, where the command may write, and what is said; judged by the files afterwards."""

from __future__ import annotations

import os
import pty
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from launchers import BY_ROOT, MAIN, Result, ordinary_python
from sites import CHANGED, KEPT, WRITES, Site, site, was_refused
from test_launch import needs_landlock

from tsr_impl.confinement import caches
from tsr_impl.confinement.cache_root import private_name
from tsr_spec.decisions import Row, decisions

CONFINED, UNCONFINED = [{"event": "confined"}], [{"event": "unconfined"}]
OPTIONS = {True: ["--confine"], False: ["--no-confine"], None: []}


@pytest.fixture(name="there", params=[False, True], ids=["", "ordinary"])
def a_site(request: pytest.FixtureRequest) -> Iterator[Site]:
    """Once as whoever runs the tests, and if that is root once more as somebody else."""
    if request.param and not (BY_ROOT and ordinary_python()):
        pytest.skip("who runs this is an ordinary user already, or there is none who can start a Python")
    with site(ordinary=request.param) as made:
        yield made


@pytest.fixture(name="mine")
def a_site_of_my_own() -> Iterator[Site]:
    with site(ordinary=False) as made:
        yield made


def no_marker(done: Result) -> bool:
    return not any(line.startswith("tsr-confine: ") for line in done.err.splitlines())


# Who decides ----------------------------------------------------------------------------------


@needs_landlock
@pytest.mark.parametrize(
    "row",
    [row for row in decisions() if row.product == "tsr-confine"],
    ids=lambda row: f"{row.authority}-{row.boundary}",
)
@pytest.mark.parametrize("capable", [True, False])
def test_a_row_of_the_table_holds_for_a_command(mine: Site, row: Row, capable: bool) -> None:
    """CONF-1: the row's own host, and the other one as the model has it, asked of the real command."""
    from tsr_model.confinement import Said, decide

    right = decide(Said("tsr-confine", row.typed, row.user, row.project, capable))
    mine.say(row)
    done = mine.start(mine.confine("run", *OPTIONS[row.typed], "-c", WRITES, launcher=mine.launcher_on(capable)))
    assert mine.outside() == (CHANGED if right.boundary == "off" else KEPT)
    assert (mine.ws / "in").exists() == (right.boundary != "refused")
    if right.boundary == "refused":
        assert "no Landlock" in was_refused(done)
    else:
        assert done.code == 0
        assert no_marker(done)
    assert ("has no effect" in done.err) == (right.remark is not None)
    assert ("has no effect: this kernel" in done.err) == (right.remark == "vetoed")


@needs_landlock
@pytest.mark.parametrize("what", ["no TOML", "wrong type", "FIFO", "directory", "world-writable", "dangling link"])
def test_a_config_that_can_not_be_followed_has_no_word(mine: Site, what: str) -> None:
    """CONF-1: it is said, and the default's boundary is drawn, with the default's cache."""
    config = mine.ws / "tasks.toml"
    mine.project("confine_commands = true")
    if what == "world-writable":
        config.chmod(0o666)
    else:
        config.unlink()
        {
            "no TOML": lambda: config.write_text("[security"),
            "wrong type": lambda: config.write_text("[security]\nconfine_commands = 1"),
            "FIFO": lambda: os.mkfifo(config),
            "directory": config.mkdir,
            "dangling link": lambda: config.symlink_to("nowhere"),
        }[what]()
    done = mine.run("-c", f'echo x > "{mine.cache}/f"; {WRITES}; exit 125')
    assert (done.code, done.status) == (125, CONFINED)
    assert done.err.startswith("! tsr-confine: the project has no say, since its config can't be followed: ")
    assert no_marker(done), "a remark and an exit code of the command's own are no failure of ours"
    assert mine.outside() == KEPT
    assert (mine.cache / "f").exists()


@needs_landlock
def test_the_config_further_up_governs_and_none_beyond_the_bound(mine: Site) -> None:
    """DISC-1: from a directory below, and not past `.git`; the root is the working directory."""
    below = mine.ws / "below"
    below.mkdir()
    mine.project("confine_commands = true")
    done = mine.run("-c", "echo x > f; echo x > ../f", cwd=below)
    assert (below / "f").exists()
    assert not (mine.ws / "f").exists()
    assert f"/tsr/{private_name(str(below))}/" in mine.run("-c", "echo $TMPDIR", cwd=below).out
    (below / ".git").mkdir()
    assert "/tsr/" not in mine.run("-c", "echo $TMPDIR", cwd=below).out
    assert done.status == CONFINED


# Where it may write ---------------------------------------------------------------------------


@needs_landlock
def test_it_writes_beneath_the_working_directory_and_not_outside(there: Site) -> None:
    """CONF-2: new, changed, removed, renamed; also by a program that a program starts, and over a link."""
    (there.ws / "link").symlink_to("../out")
    there.give()
    more = "sh -c 'sh -c \"echo x > link/deep\"'; mv in ../out/moved; mkdir d; mv in d/"
    done = there.run("-c", f"{WRITES}; {more}")
    assert (done.code, done.status) == (0, CONFINED), done
    assert there.outside() == KEPT
    assert (there.ws / "d/in").read_text() == "x\n"


@needs_landlock
def test_a_root_of_the_users_is_one(mine: Site) -> None:
    """CONF-2: whoever has drawn the boundary."""
    mine.user(f"writable_roots = ['{mine.out}']")
    for option in ([], ["--confine"]):
        assert mine.run(*option, "--", "sh", "-c", "echo x >> ../out/new").code == 0
    assert (mine.out / "new").read_text() == "x\nx\n"


@needs_landlock
def test_scratch_and_caches_are_beneath_the_cache_root(there: Site) -> None:
    """CONF-3, CONF-7: TMPDIR is there and private, tools are pointed, and what is set stays."""
    done = there.run("--", "env", env={"PIP_CACHE_DIR": "/mine", "TMPDIR": "/tmp", "LC_CTYPE": "C.UTF-8"})
    found = dict(line.split("=", 1) for line in done.out.splitlines())
    assert stat.S_IMODE(os.stat(found["TMPDIR"]).st_mode) == 0o700
    assert Path(found["TMPDIR"]).parent == there.cache
    assert found["PIP_CACHE_DIR"] == "/mine"
    assert found["GOCACHE"] == f"{there.cache}/go-build"
    assert set(found) - set(caches.BENEATH) == {"HOME", "LC_CTYPE", "PATH", "PWD", "PYTHONPATH", "TMPDIR"} - (
        set() if "PWD" in found else {"PWD"}
    )
    assert there.run("-c", 'echo x > "$TMPDIR/f" && echo x > "$XDG_CACHE_HOME/g"').code == 0


@needs_landlock
def test_the_projects_word_grants_a_cache_of_its_own(mine: Site) -> None:
    """CONF-2: that of other projects is out of reach."""
    mine.project("confine_commands = true")
    (mine.cache / "theirs").write_text("precious")
    done = mine.run("-c", f'echo x > "$TMPDIR/f" || exit 3; echo x > "{mine.cache}/theirs"')
    assert done.code not in (0, 3)
    assert (mine.cache / "theirs").read_text() == "precious"
    assert (mine.cache / "tsr" / private_name(str(mine.ws)) / "tsr-tmp" / "f").exists()


NO_HOME = "from tsr_impl.confinement import usual\nusual.home = lambda: {}\n"


@needs_landlock
def test_a_user_without_a_home_directory_has_no_cache(mine: Site) -> None:
    """CONF-2, CONF-3: it contributes nothing, which is said, and TMPDIR stays as it is."""
    launcher = mine.launcher.with_more(NO_HOME.format(None))
    words = mine.confine("run", "-c", f"echo $TMPDIR$GOCACHE; {WRITES}", launcher=launcher, mine=False)
    done = mine.start(words, env={"TMPDIR": "/elsewhere"})
    assert (done.code, done.out) == (0, "/elsewhere\n")
    assert "! tsr-confine: no cache is writable: " in done.err
    assert mine.outside() == KEPT


@needs_landlock
def test_the_usual_file_is_that_of_the_home_directory(mine: Site) -> None:
    """CONF-8: of the password database, whatever HOME and XDG_CONFIG_HOME say."""
    usual = mine.home / ".config/tsr/config.toml"
    usual.parent.mkdir(parents=True)
    usual.write_text(f"[sandbox]\nwritable_roots = ['{mine.out}']\n")
    launcher = mine.launcher.with_more(NO_HOME.format(repr(str(mine.home))))
    words = mine.confine("run", "-c", "echo x > ../out/new; echo $TMPDIR", launcher=launcher, mine=False)
    done = mine.start(words, env={"HOME": str(mine.out), "XDG_CONFIG_HOME": str(mine.out), "TSR_CONFIG": "/x"})
    assert (done.out, done.err) == (f"{mine.home}/.cache/tsr-tmp\n", "")
    assert (mine.out / "new").exists()


# How it is run --------------------------------------------------------------------------------


@needs_landlock
def test_without_a_boundary_it_gets_what_the_launcher_got(mine: Site) -> None:
    """CONF-1: the same environment and descriptors, but for the status, which says so."""
    mine.project("confine_commands = false")
    with open(mine.out / "file", "a") as kept:
        code = f"echo more >> /dev/fd/{kept.fileno()}; grep NoNewPrivs /proc/self/status; env"
        done = mine.run("--no-confine", "-c", code, keep_too=[kept.fileno()], env={"TMPDIR": "/t", "LC_CTYPE": "C"})
    out = done.out.splitlines()
    assert out[0] in Path("/proc/self/status").read_text().splitlines()
    assert {"TMPDIR=/t", "LC_CTYPE=C"} <= {*out}
    assert not any(word.startswith("GOCACHE=") for word in out)
    assert done.status == UNCONFINED
    assert (mine.out / "file").read_text() == "preciousmore\n"


@needs_landlock
def test_the_exit_code_is_its_own_and_words_are_as_typed(mine: Site) -> None:
    """CONF-4: with a boundary and without; also a `--` and an option of ours among the command's words."""
    for option, events in (("--confine", CONFINED), ("--no-confine", UNCONFINED)):
        done = mine.run(option, "--", "printf", "%s|", "--", "-c", "--confine", "", b"\xff")
        assert (done.code, done.out, done.err, done.status) == (0, "--|-c|--confine||\\xff|", "", events)
        assert mine.run(option, "-c", "exit 7").code == 7
        assert mine.run(option, "-c", "kill -TERM $$").code == -15
        assert mine.run(option, "--", "no-such-program").code == 127
        assert mine.run(option, "--", mine.out / "file").code == 126


GOING = ("sh", "-c", 'rmdir ../gone; exec "$@"', "sh")  # takes its own working directory away


@needs_landlock
@pytest.mark.parametrize("what", ["user's file", "no user's file", "root", "policy", "scratch", "gone", "relative"])
def test_what_keeps_it_from_being_confined_is_125(mine: Site, what: str) -> None:
    """CONF-4, CONF-8: nothing runs, and the line and the status give the reason."""
    cwd, reason = mine.ws, ""
    if what == "user's file":
        mine.user("confine_commands = 'yes'")
        reason = "must be true or false"
    elif what == "no user's file":
        mine.config.unlink()
        reason = "cannot be read"
    elif what in ("root", "relative"):
        mine.user(f"writable_roots = ['{mine.base}/missing']" if what == "root" else "writable_roots = ['out']")
        reason = "writable_roots"
    elif what == "policy":
        cwd, reason = mine.home, "beneath it"
    elif what == "scratch":
        (mine.cache / "tsr-tmp").symlink_to(mine.out)
        reason = "TMPDIR"
    else:
        cwd, reason = mine.base / "gone", "working directory"
        cwd.mkdir()
    done = mine.run("-c", f"touch {mine.out}/ran; echo ran", cwd=cwd, within=GOING if what == "gone" else ())
    assert reason in was_refused(done)
    assert done.status
    assert mine.outside() == KEPT


@pytest.mark.parametrize(
    "words",
    [
        [],
        ["--"],
        ["true"],
        ["-c"],
        ["-c", "x", "--", "true"],
        ["-c", "x", "-c", "y"],
        ["--confine", "--no-confine", "-c", "x"],
        ["--confine=yes", "-c", "x"],
        ["--user-config", "--", "true"],
        ["--user-config=", "-c", "x"],
        ["--user-config", "--confine", "-c", "x"],
        ["--status-fd", "three", "-c", "x"],
        ["--json", "-c", "x"],
        ["--strict", "--", "true"],
    ],
    ids=lambda words: " ".join(words) or "nothing",
)
def test_a_command_line_that_says_nothing_clear_is_64(mine: Site, words: list[str]) -> None:
    """One line with a hint, and nothing is run."""
    done = mine.start(mine.confine("run", *words, mine=False))
    assert (done.code, done.out) == (64, "")
    (line,) = done.err.splitlines()
    assert line.startswith("tsr-confine: ")
    assert line.endswith(" — see `tsr-confine --help`")


# What holds for the whole run -----------------------------------------------------------------


@needs_landlock
def test_a_run_within_a_run_is_no_wider(there: Site) -> None:
    """CONF-5: neither `--no-confine` nor a wider policy within takes the boundary away, for either product."""
    there.project(f"allow_paths = ['{there.out}']", run=f"sh -c '{WRITES}'")
    wide = there.home / "wide.toml"
    wide.write_text(f"[sandbox]\ncache_root = '{there.cache}'\nwritable_roots = ['{there.out}']\n")
    there.give()
    again = there.launcher.words()
    for words in (
        [*again, "run", "--no-confine", "-c", WRITES],
        [*again, "run", "--user-config", wide, "-c", WRITES],
        [*again, "exec", "--mode", "workspace-write", "--allow", there.out, "--", "sh", "-c", WRITES],
        there.tsr("t", "--no-confine"),
    ):
        done = there.run("--", *words)
        assert done.status == CONFINED
        assert (there.ws / "in").exists() == ("exec" not in words), done
        assert there.outside() == KEPT
        (there.ws / "in").unlink(missing_ok=True)


@needs_landlock
def test_a_policy_that_is_rewritten_during_the_run_changes_nothing(mine: Site) -> None:
    """CONF-5: what the files said when it started holds, whoever has changed them since."""
    told, heard = os.pipe()
    words = mine.confine("run", "-c", f"echo up; read line; {WRITES}")
    with subprocess.Popen(
        words, cwd=mine.ws, stdin=told, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={"PATH": "/bin:/usr/bin"}
    ) as process:
        os.close(told)
        assert process.stdout
        assert process.stdout.readline() == b"up\n"
        mine.user("confine_commands = false", f"writable_roots = ['{mine.out}']")
        os.write(heard, b"go\n")
        os.close(heard)
        assert process.wait(60) == 0
    assert mine.outside() == KEPT
    assert (mine.ws / "in").exists()


@needs_landlock
def test_on_a_terminal(there: Site) -> None:
    """The whole, as a person has it: the command has the terminal, and the files are as they should be."""
    words = [
        os.fsencode(word) for word in there.confine("run", "-c", f"read line; echo got:$line; test -t 0; {WRITES}")
    ]
    master, terminal = pty.openpty()
    with subprocess.Popen(
        words,
        cwd=there.ws,
        env={"PATH": "/bin:/usr/bin"},
        stdin=terminal,
        stdout=terminal,
        stderr=terminal,
        start_new_session=True,
        **there.launcher.identity(),
    ) as process:
        os.close(terminal)
        os.write(master, b"hello\n")
        shown = b""
        while True:
            try:
                piece = os.read(master, 4096)
            except OSError:  # nobody has the terminal any more
                break
            if not piece:
                break
            shown += piece
        code = process.wait(60)
    os.close(master)
    assert code == 0, shown
    assert b"got:hello\r\n" in shown
    assert there.outside() == KEPT
    assert (there.ws / "in").read_text() == "x\n"


def test_help_says_how_it_is_used() -> None:
    """Both verbs are in the help."""
    done = subprocess.run([sys.executable, MAIN, "--help"], capture_output=True, text=True, check=True)
    assert "tsr-confine run [--confine|--no-confine]" in done.stdout
    assert "tsr-confine status [--json]" in done.stdout
