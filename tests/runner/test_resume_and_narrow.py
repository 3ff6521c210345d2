"""`--resume-from` and what `--since` narrows (PKG-12, PKG-13, GIT-3)."""

from __future__ import annotations

import json
import random
import shutil
import subprocess

import pytest
from conftest import Workspace

from tsr_impl import package_order
from tsr_impl.manifests import Manifest
from tsr_impl.packages import Package, Packages
from tsr_impl.report import ConfigFault

# Of a package, what it depends on. In topological order: a, c, b, d, e.
DIAMOND = {"a": [], "b": ["a", "c"], "c": [], "d": ["b"], "e": []}


def made(requires: dict[str, list[str]]) -> Packages:
    return Packages([Package(name, f"/ws/{name}", "npm", Manifest(name, of)) for name, of in requires.items()])


def workspace(ws: Workspace, requires: dict[str, list[str]], tasks: str) -> None:
    for name, of in requires.items():
        directory = ws.root / "packages" / name
        directory.mkdir(parents=True)
        manifest = {"name": f"@x/{name}", "dependencies": {f"@x/{one}": "1" for one in of}}
        (directory / "package.json").write_text(json.dumps(manifest))
    ws.config(f"[workspace]\nmembers = ['packages/*']\n{tasks}")


TASKS = """
[tasks.pre]
run = 'echo pre'
[tasks.all]
packages = ['packages/*']
deps = ['pre']
run = 'pwd'
[tasks.build]
packages = ['packages/d']
deps = ['^build']
run = 'pwd'
[tasks.e]
packages = ['packages/e']
deps = ['pre']
run = 'pwd'
[tasks.both]
deps = ['all', 'e']
[tasks.other]
packages = ['packages/d']
deps = ['^gen']
run = 'pwd'
[tasks.gen]
run = 'pwd'
deps = ['pre']
[tasks.up]
packages = ['packages/a']
deps = ['^all']
run = 'pwd'
"""


# What a run of `all` says, which has `c` behind `b` while the order of packages has it in front.
LATE = "! warning: --resume-from: 'packages/c' counts as done, though this run has it behind 'packages/b' [PKG-12]\n"


def late(words: str) -> str:
    return LATE if words.startswith("all ") and words.endswith("@x/b") else ""


def last(out: str) -> str:
    return " ".join(line.rpartition("/")[2] for line in out.splitlines())


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ("all --resume-from packages/a", "pre a b c d e"),
        ("all --resume-from packages/c", "pre b c d e"),
        ("all --resume-from=@x/b", "pre b d e"),
        ("all --resume-from ./packages/d/", "pre d e"),
        ("build --resume-from @x/b", "b d"),
        ("build --resume-from @x/c", "c b d"),
        ("build --resume-from @x/e", ""),
        ("e --resume-from @x/a", "pre e"),
        ("other --resume-from @x/b", "pre b d"),
        ("other --resume-from @x/d", "pre d"),
        ("pre --resume-from @x/e", "pre"),
    ],
)
def test_what_is_ordered_before_counts_as_done(ws: Workspace, words: str, order: str) -> None:
    """PKG-12: in every fan-out and as upstream; deps of its own a task has all the same."""
    workspace(ws, DIAMOND, TASKS)
    result = ws.tsr(*words.split())
    assert (result.code, last(result.out), result.err) == (0, order, late(words))
    plan = ws.tsr(*words.split(), "--dry-run").out
    assert plan.count("· ") == len(order.split())


def test_what_is_said_to_be_late(ws: Workspace) -> None:
    """PKG-12: the first few, and none that would not run at all."""
    requires = {"a": ["z"], "z": [], **{f"b{number}": [] for number in range(10)}}
    tasks = "[tasks.t]\npackages = ['packages/*']\nrun = 'true'\n[tasks.one]\npackages = ['packages/a']\nrun = 'true'\n"
    workspace(ws, requires, tasks)
    said = ws.tsr("t", "--resume-from", "packages/a", "--dry-run").err
    assert "'packages/b0', 'packages/b1'" in said
    assert "and 3 more count as done, though this run has them behind 'packages/a' [PKG-12]" in said
    assert ws.tsr("one", "--resume-from", "packages/a").err == ""


def test_one_name_of_several_packages(ws: Workspace) -> None:
    """PKG-12: the first is taken, which is said."""
    workspace(ws, {"a": [], "b": []}, TASKS)
    (ws.root / "packages/a/package.json").write_text('{"name": "@x/b"}')
    said = ws.tsr("pre", "--resume-from", "@x/b").err
    assert said == (
        "! warning: --resume-from: '@x/b' is the name of 2 packages; the one at 'packages/a' is taken"
        " — name its path [PKG-12]\n"
    )


def test_a_package_that_there_is_not(ws: Workspace) -> None:
    """PKG-12: 64, and the one that may be meant is named."""
    workspace(ws, DIAMOND, TASKS)
    result = ws.tsr("pre", "--resume-from", "packages/aa")
    assert (result.code, result.out) == (64, "")
    assert "did you mean 'packages/a'?" in result.err
    assert result.err.endswith(" [PKG-12]\n")


@pytest.mark.parametrize(
    ("task", "resumed", "plain"),
    [("all", 64, 0), ("e", 64, 0), ("build", 64, 64), ("pre", 64, 0), ("up", 64, 0)],
)
def test_a_circle_of_packages_where_an_order_is_needed(ws: Workspace, task: str, resumed: int, plain: int) -> None:
    """PKG-13: any with `--resume-from`, else those upstream of where a `^` is asked for."""
    workspace(ws, {**DIAMOND, "b": ["c"], "c": ["b"]}, TASKS)
    assert ws.tsr(task).code == plain
    result = ws.tsr(task, "--resume-from", "@x/a")
    assert (result.code, result.out) == (resumed, "")
    first, way_out = result.err.splitlines()
    assert first == (
        "✗ config error: the packages depend on each other in a circle: packages/b → packages/c → packages/b [PKG-13]"
    )
    assert "manifest" in way_out


def test_a_circle_of_units(ws: Workspace) -> None:
    """GRAPH-3, GRAPH-7: through a task that waits for itself in another package, with labels."""
    tasks = "[tasks.a]\npackages = ['@x/p']\ndeps = ['^b']\n[tasks.b]\nrun = 'true'\ndeps = ['a']\n"
    workspace(ws, {"p": ["q"], "q": []}, tasks)
    result = ws.tsr("a")
    assert result.code == 64
    circle = "a → a (packages/p) → b (packages/q) → a"
    assert result.err.splitlines()[0].endswith(f" in a circle: {circle} [GRAPH-3]")


@pytest.mark.parametrize("seed", range(100))
def test_the_order_of_packages(seed: int) -> None:
    """PKG-12: again and again the first by path, in bytes, of those whose dependencies are all placed."""
    chance = random.Random(seed)
    names = chance.sample(["a", "b", "B", "a/b", "a-b", "é", "\udcff", "z", "~", "a b"], chance.randint(1, 10))
    requires = {name: [one for one in names[:at] if chance.random() < 0.3] for at, name in enumerate(names)}
    there = made(dict(chance.sample([*requires.items()], len(requires))))
    placed: list[str] = []
    while len(placed) < len(names):
        free = [name for name in names if name not in placed and all(one in placed for one in requires[name])]
        placed.append(min(free, key=lambda name: name.encode("utf-8", "surrogateescape")))
    for at, name in enumerate(placed):
        assert {one.path for one in package_order.before(there, name)} == set(placed[:at])


@pytest.mark.parametrize(
    ("changed", "found"),
    [
        ([], ""),
        (["a/f"], "a b d"),
        (["a/node/deep/f"], "a b d"),
        (["a"], "a b d"),
        (["a/"], "a b d"),
        (["d/f", "e/f"], "d e"),
        (["e/inner/f"], "e/inner"),
        (["e/inner2/f"], "e"),
        (["a/f", "README"], None),
        (["a/f", "../outside"], None),
        (["../a/f"], None),
        (["../ws/a/f"], None),
        (["aa/f"], None),
    ],
)
def test_what_a_change_affects(changed: list[str], found: str | None) -> None:
    """GIT-3: the deepest package that holds it, and all that depend on that; outside of packages: everything."""
    there = made({**DIAMOND, "e/inner": []})
    holders = package_order.holders(there, changed, "/ws")
    assert list(holders) == changed
    held = [package for package in holders.values() if package]
    affected = " ".join(sorted(one.path for one in package_order.affected(there, held)))
    assert found == (affected if len(held) == len(changed) else None)


def test_a_package_that_is_the_root_holds_the_rest() -> None:
    """GIT-3, PKG-1."""
    root = Package(".", "/ws", "npm", Manifest())
    inner = Package("a", "/ws/a", "npm", Manifest())
    assert package_order.holders(Packages([root, inner]), ["README", "../f"], "/ws") == {"README": root, "../f": None}
    assert package_order.holders(Packages([root, inner]), ["a/f"], "/ws") == {"a/f": inner}
    top = Package("usr", "/usr", "npm", Manifest())
    assert package_order.holders(Packages([top]), ["usr/f"], "/") == {"usr/f": top}


def test_a_long_chain_of_packages() -> None:
    """PKG-12, PKG-13, GIT-3: as many as anybody has."""
    count = 20_000
    there = made({f"p{n}": [f"p{n - 1}"] if n else [] for n in range(count)})
    assert len(package_order.before(there, f"p{count - 1}")) == count - 1
    assert len(package_order.affected(there, there.called("p1"))) == count - 1
    circular = made({f"p{n}": [f"p{(n + 1) % count}"] for n in range(count)})
    with pytest.raises(ConfigFault, match="circle"):
        package_order.refuse_circles(circular, circular.all)


# With git -------------------------------------------------------------------------------------


@pytest.fixture
def repository(ws: Workspace) -> Workspace:
    """The workspace with the diamond, committed."""
    if not shutil.which("git"):
        pytest.skip("git is not there")
    workspace(ws, DIAMOND, TASKS)
    (ws.root / "README").write_text("")
    git(ws, "init", "-q")
    git(ws, "add", ".")
    git(ws, "commit", "-qm", "first")
    return ws


def git(ws: Workspace, *words: str) -> None:
    identity = ("-c", "user.name=x", "-c", "user.email=x@example.org")
    subprocess.run(["git", *identity, *words], cwd=ws.root, env=ws.environment(), check=True, timeout=30)


@pytest.mark.parametrize(
    ("words", "changed", "order"),
    [
        ("all", "a", "pre a b d"),
        ("all", "e", "pre e"),
        ("all", "README", "pre a b c d e"),
        ("both", "a", "pre a b d"),
        ("both", "e", "pre e e"),
        ("build", "a", "a c b d"),
        ("build", "d", "a c b d"),
        ("pre", "a", "pre"),
        ("pre", None, "pre"),
        ("all --resume-from @x/b", "a", "pre b d"),
        ("all --resume-from @x/b", "d", "pre d"),
    ],
)
def test_fan_outs_are_narrowed(repository: Workspace, words: str, changed: str | None, order: str) -> None:
    """GIT-3: to what is affected; upstream work never, nor what has no packages."""
    ws = repository
    if changed:
        path = ws.root / changed if changed == "README" else ws.root / "packages" / changed / "new"
        path.write_text("changed")
    result = ws.tsr(*words.split(), "--since", "HEAD")
    why = "tsr: nothing is narrowed: 'README' has changed, and is in no package\n" if changed == "README" else ""
    assert (result.code, last(result.out), result.err) == (0, order, late(words) + why)
    assert ws.tsr(*words.split(), "--since=HEAD", "--dry-run").out.count("· ") == len(order.split())


@pytest.mark.parametrize(
    ("words", "changed"), [("all", None), ("build", "e"), ("all --resume-from @x/e", "a"), ("build --dry-run", None)]
)
def test_nothing_is_affected(repository: Workspace, words: str, changed: str | None) -> None:
    """GIT-3: then nothing runs at all, not even what has no packages."""
    if changed:
        (repository.root / "packages" / changed / "new").write_text("")
    result = repository.tsr(*words.split(), "--since", "HEAD")
    assert (result.code, result.out, result.err) == (0, "", "tsr: nothing is affected since 'HEAD'\n")


def test_what_is_narrowed_away_is_judged_all_the_same(repository: Workspace) -> None:
    """GIT-3, ENV-4: a refusal does not depend on what has changed."""
    text = (repository.root / "tasks.toml").read_text()
    repository.config(text.replace("[tasks.e]", "[tasks.e]\nenv = { LD_PRELOAD = 'x' }"))
    result = repository.tsr("both", "--since", "HEAD")
    assert result.code == 64
    assert " [ENV-1]" in result.err
