"""`tsr` and its boundary, with the real command: what its programs and builtins may write, and what is said of it."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from launchers import BY_ROOT, Result, Word, ordinary_python
from sites import CHANGED, KEPT, WORDS, WRITES, Site, site
from test_launch import needs_landlock
from test_run import OPTIONS

from tsr_impl.confinement.cache_root import private_name
from tsr_model.confinement import decide
from tsr_proofs.confinement.theorems import decisions as everything
from tsr_spec.decisions import Row, decisions

TASK = f'sh -c "{WRITES}"'
# Where the user has a word both products answer alike (CONF-1).
ROWS = [row for row in decisions() if row.product == "tsr" or row.authority in ("user", "command-line")]
BY = "tsr: commands are confined, by the word of the "


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


def tsr(there: Site, *words: Word, before: list[str] | None = None, env: dict[str, str] | None = None) -> Result:
    """`tsr` with the user's file."""
    return there.start([*(before or []), *there.tsr(*words, "--user-config", there.config)], env=env)


@needs_landlock
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.authority}-{row.boundary}")
def test_a_row_of_the_table_holds_for_a_task(mine: Site, row: Row) -> None:
    """CONF-1: on the row's own host; what commands did is seen by the files, and the dry run says the same."""
    mine.user(*([] if row.user is None else [WORDS[row.user]]))
    mine.project(*([] if row.project is None else [WORDS[row.project]]), run=TASK)
    before = [] if row.capable else mine.incapable()
    dry = tsr(mine, "t", "--dry-run", *OPTIONS[row.typed], before=before)
    assert not (mine.ws / "in").exists()
    done = tsr(mine, "t", *OPTIONS[row.typed], before=before)
    assert mine.outside() == (CHANGED if row.boundary == "off" else KEPT)
    assert (mine.ws / "in").exists() == (row.boundary != "refused")
    if row.boundary == "refused":
        assert (done.code, dry.code) == (64, 64)
        assert "no Landlock" in done.err
        return
    assert (done.code, dry.code) == (0, 0)
    assert (f"{BY}{row.authority.replace('-', ' ')}\n" in dry.err) == (row.boundary == "on")
    for result in (done, dry):
        assert ("has no effect" in result.err) == (row.remark is not None)


def test_every_answer_for_tsr_is_among_the_rows() -> None:
    """Each boundary by each authority that can give it, and each remark: none is left out above."""
    right = [decide(one) for one in everything() if one.product == "tsr"]
    assert {(one.boundary, one.authority) for one in right} == {(row.boundary, row.authority) for row in ROWS}
    assert {one.remark for one in right} == {row.remark for row in ROWS}


@needs_landlock
def test_commands_write_beneath_the_workspace_and_not_outside(there: Site) -> None:
    """CONF-2: also from a directory further down; the variables point at what is writable."""
    more = 'mkdir d; echo x > "$TMPDIR/f"; echo x > "$GOCACHE.f"; echo "$TMPDIR"; echo "$PIP_CACHE_DIR"'
    there.project(run=f"sh -c '{WRITES}; {more}'")
    done = tsr(there, "t", "--confine", env={"PIP_CACHE_DIR": "/mine"})
    scratch, pip = done.out.split()
    assert (done.code, pip) == (0, "/mine"), done
    assert there.outside() == KEPT
    assert (there.ws / "in").read_text() == "x\n"
    assert (there.ws / "d").is_dir()
    assert Path(scratch, "f").parent.parent == there.cache
    assert stat.S_IMODE(os.stat(scratch).st_mode) == 0o700
    assert (there.cache / "go-build.f").exists()


@needs_landlock
@pytest.mark.parametrize("run", ["touch ../out/new", "rm ../out/other", "cp tasks.toml ../out/file", "echo x > in"])
def test_builtins_have_the_same_roots(mine: Site, run: str) -> None:
    """CONF-2, CONF-G3: `allow_paths` beyond them is not admitted, and that is said."""
    inside = "out" not in run
    mine.project("allow_paths = ['../out']", run=run.replace("echo x > in", "touch in"))
    done = tsr(mine, "t", "--confine")
    assert done.code == (0 if inside else 1)
    assert mine.outside() == KEPT
    assert (mine.ws / "in").exists() == inside
    assert "`allow_paths` admits" in done.err
    assert tsr(mine, "t").code == 0
    assert (mine.outside() == KEPT) == inside


@needs_landlock
def test_a_root_of_the_users_is_one_for_commands_and_builtins(mine: Site) -> None:
    """CONF-2: within a boundary, and for builtins without one."""
    mine.user(f"writable_roots = ['{mine.out}']")
    mine.project(run="touch ../out/new && sh -c 'echo x >> ../out/new'")
    assert tsr(mine, "t", "--confine").code == 0
    assert (mine.out / "new").read_text() == "x\n"
    mine.project(run="touch ../out/newer")
    assert tsr(mine, "t").code == 0
    assert (mine.out / "newer").exists()


@needs_landlock
def test_the_projects_word_grants_a_private_cache(mine: Site) -> None:
    """CONF-2: and a dry run makes none."""
    mine.project("confine_commands = true", run="sh -c 'echo $TMPDIR; echo x > $TMPDIR/../../f'")
    assert tsr(mine, "t", "--dry-run").code == 0
    assert list(mine.cache.iterdir()) == []
    done = tsr(mine, "t")
    assert done.out == f"{mine.cache}/tsr/{private_name(str(mine.ws))}/tsr-tmp\n"
    assert "Permission denied" in done.err
    assert [path.name for path in (mine.cache / "tsr").iterdir()] == [private_name(str(mine.ws))]


@needs_landlock
def test_what_keeps_commands_from_being_confined_stops_the_run(mine: Site) -> None:
    """CONF-G2: nothing runs, and nothing is there afterwards; without a boundary none of it matters."""
    (mine.cache / "tsr-tmp").symlink_to(mine.out)
    mine.project(run=TASK)
    done = tsr(mine, "t", "--confine")
    assert (done.code, mine.outside()) == (64, KEPT)
    assert "TMPDIR" in done.err
    assert tsr(mine, "t", "--confine", "--dry-run").code == 64
    assert tsr(mine, "t").code == 0
    assert mine.outside() == CHANGED


@needs_landlock
def test_a_policy_that_a_command_rewrites_changes_nothing(mine: Site) -> None:
    """CONF-5: a config that turns the boundary off and admits more holds for the next run at most."""
    wide = '[security]\\nallow_paths = [\\"../out\\"]\\n[tasks.t]\\nrun = \\"touch x\\"\\n'
    first = f"sh -c 'printf \"{wide}\" > tasks.toml'"
    mine.project("confine_commands = true", run=f"{first} && {TASK} && touch ../out/new")
    done = tsr(mine, "t")
    assert done.code == 1
    assert mine.outside() == KEPT
    assert "confine" not in (mine.ws / "tasks.toml").read_text()


# What `--list` says ---------------------------------------------------------------------------

AT_HOME = """
import sys
from tsr_impl.confinement import usual
usual.home = lambda: {home!r}
from tsr_impl.cli import main
sys.exit(main())
"""


def listed(there: Site, *words: str, before: list[str] | None = None) -> Result:
    """`tsr --list`, which takes no other file, with the user's at its usual place."""
    usual = there.home / ".config/tsr/config.toml"
    usual.parent.mkdir(parents=True, exist_ok=True)
    if there.config.exists():
        there.config.rename(usual)
    code = AT_HOME.format(home=str(there.home))
    done = there.start([*(before or []), there.launcher.python, "-c", code, "--list", *words])
    assert (done.code, "t " in done.out or '"t"' in done.out) == (0, True), done
    return done


@needs_landlock
@pytest.mark.parametrize("words", [[], ["--json"]], ids=["", "json"])
def test_list_says_when_a_boundary_applies(mine: Site, words: list[str]) -> None:
    """CONF-6: on standard error, by whose word; and nothing where nobody has said anything."""
    mine.project()
    assert listed(mine, *words).err == ""
    mine.project("confine_commands = true")
    assert listed(mine, *words).err == f"{BY}project\n"
    mine.user("confine_commands = true")
    assert listed(mine, *words).err == f"{BY}user\n"


@needs_landlock
def test_list_says_what_has_no_effect(mine: Site) -> None:
    """CONF-6: a word that is ignored or vetoed, and that no command would run."""
    mine.project("confine_commands = false")
    assert "has no effect: the user's word" in listed(mine).err
    mine.project("confine_commands = true")
    vetoed = listed(mine, before=mine.incapable()).err
    assert "has no effect: this kernel has no Landlock" in vetoed
    assert BY not in vetoed
    mine.user("confine_commands = true")
    assert listed(mine, before=mine.incapable()).err == "tsr: commands are refused, by the word of the user\n"
    mine.user("what = 1")
    assert "'what' is not known" in listed(mine).err
