"""Command lines that together reach every call to the kernel, each in a small tree, and what each may change.

A tree is given by its paths: with a `/` at the end a directory, with a `*` a program, and a text that begins with
`-> ` is a link. `ws` is the workspace. `@OTHER@` stands for a directory on another file system, `@BASE@` for the one
that holds `ws`, `@PYTHON@` for this Python.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field, replace

from failing_trees import has_other_file_system

Tree = dict[str, str]


@dataclass(frozen=True, slots=True)
class Scenario:
    """A command line in a tree. What it does not name has to be the same afterwards, byte for byte.

    `removes`: what it is told to take away. `makes`: what is new, and there completely or not at all. `replaces`:
    files that it is told to overwrite. `moves`: from where to where. `logs`: files that it writes as it goes.
    `each`: of these one alone suffers when one call fails."""

    name: str
    tree: Tree
    words: tuple[str, ...] = ("t",)
    removes: tuple[str, ...] = ()
    makes: tuple[str, ...] = ()
    replaces: tuple[str, ...] = ()
    moves: tuple[tuple[str, str], ...] = ()
    logs: tuple[str, ...] = ()
    each: tuple[str, ...] = ()
    cwd: str = "ws"
    code: int = 0
    stdin: str | None = ""
    output: str = "pipe"
    terminal: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    entry: str = "tsr"
    mode: dict[str, int] = field(default_factory=dict)
    git: bool = False
    steady: bool = True

    def why_not(self) -> str:
        """Why it can't be played here; empty if it can."""
        if any("@OTHER@" in text for text in self.tree.values()) and not has_other_file_system():
            return "there is no second file system here: /dev/shm is none, or may not be written"
        return "git is not installed here" if self.git and shutil.which("git") is None else ""


def task(run: str, more: str = "") -> str:
    """A config with one task."""
    return f"[tasks.t]\nrun = '''{run}'''\n{more}"


def across(run: str) -> str:
    """The same, with another file system within the bounds."""
    return f"[security]\nallow_paths = ['@OTHER@']\n{task(run)}"


def side_by_side(*runs: str) -> str:
    """A config whose task has deps that run at the same time."""
    names = [f"u{number}" for number in range(len(runs))]
    deps = "".join(f"[tasks.{name}]\nrun = '''{run}'''\n" for name, run in zip(names, runs, strict=True))
    return f"[tasks.t]\nparallel = true\ndeps = {names}\n{deps}"


LARGE = "0123456789abcdef" * (5 << 15)  # 2.5 MiB: several reads of 1 MiB
_INNER: Tree = {"a": "one\n", "sub/b": "two\n", "sub/deep/c": "three\n", "sub/link": "-> ../a", "empty/": ""}
_CARGO = "[package]\nname = 'c'\n[dependencies]\nb.workspace = true\n"


def _at(top: str, tree: Tree) -> Tree:
    return {f"{top}/{path}": text for path, text in tree.items()}


def _with(config: str, *trees: Tree) -> Tree:
    whole = {"ws/tasks.toml": config, "ws/other/untouched": "as it was\n", "outside/precious": "precious\n"}
    for tree in trees:
        whole |= tree
    return whole


_BUILTINS = (
    Scenario(
        "rm -r",
        _with(task("rm -r d f g"), _at("ws/d", _INNER), {"ws/f": "f\n", "ws/g": "-> other"}),
        removes=("ws/d", "ws/f", "ws/g"),
        each=("ws/d", "ws/f", "ws/g"),
    ),
    Scenario("rm -f", _with(task("rm -f f no"), {"ws/f": "f\n"}), removes=("ws/f",)),
    Scenario("cp to a new name", _with(task("cp a b"), {"ws/a": "new\n"}), makes=("ws/b",)),
    Scenario(
        "cp onto a file",
        _with(task("cp a b"), {"ws/a": "new\n", "ws/b": "the old one\n"}),
        replaces=("ws/b",),
        mode={"ws/a": 0o600},
    ),
    Scenario("cp onto a larger file", _with(task("cp a b"), {"ws/a": "new\n", "ws/b": LARGE}), replaces=("ws/b",)),
    Scenario("cp of much", _with(task("cp a b"), {"ws/a": LARGE, "ws/b": "old\n"}), replaces=("ws/b",)),
    Scenario(
        "cp into a directory",
        _with(task("cp a b l d"), {"ws/a": "a\n", "ws/b": "b\n", "ws/d/b": "old\n", "ws/l": "-> other/untouched"}),
        makes=("ws/d/a", "ws/d/l"),
        replaces=("ws/d/b",),
    ),
    Scenario(
        "cp -r to a new name",
        _with(task("cp -r s d"), _at("ws/s", _INNER)),
        makes=("ws/d",),
        mode={"ws/s/sub": 0o555},
    ),
    Scenario(
        "cp -r onto a tree",
        _with(task("cp -r s/. d"), _at("ws/s", _INNER), {"ws/d/sub/b": "old\n", "ws/d/mine": "mine\n"}),
        makes=("ws/d/a", "ws/d/sub", "ws/d/empty"),
        replaces=("ws/d/sub/b",),
    ),
    Scenario("mv", _with(task("mv a b"), {"ws/a": "a\n"}), moves=(("ws/a", "ws/b"),)),
    Scenario(
        "mv into a directory",
        _with(task("mv a e l d"), _at("ws/e", _INNER), {"ws/a": "a\n", "ws/d/a": "old\n", "ws/l": "-> a"}),
        moves=(("ws/a", "ws/d/a"), ("ws/e", "ws/d/e"), ("ws/l", "ws/d/l")),
        replaces=("ws/d/a",),
    ),
    Scenario(
        "mv of a file across file systems",
        _with(across("mv a @OTHER@/b"), {"ws/a": "moved\n", "other-fs/": ""}),
        moves=(("ws/a", "other-fs/b"),),
    ),
    Scenario(
        "mv of much across file systems",
        _with(across("mv a @OTHER@/b"), {"ws/a": LARGE, "other-fs/": ""}),
        moves=(("ws/a", "other-fs/b"),),
    ),
    Scenario(
        "mv of a file onto one across file systems",
        _with(across("mv a @OTHER@/b"), {"ws/a": "moved\n", "other-fs/b": "the old one\n"}),
        moves=(("ws/a", "other-fs/b"),),
        replaces=("other-fs/b",),
    ),
    Scenario(
        "mv of a tree across file systems",
        _with(across("mv d @OTHER@"), _at("ws/d", _INNER), {"other-fs/": ""}),
        moves=(("ws/d", "other-fs/d"),),
        mode={"ws/d/sub": 0o750},
    ),
    Scenario(
        "mv of a tree onto an empty one across file systems",
        _with(across("mv d @OTHER@"), _at("ws/d", _INNER), {"other-fs/d/": ""}),
        moves=(("ws/d", "other-fs/d"),),
    ),
    Scenario(
        "mv of a link across file systems",
        _with(across("mv l @OTHER@/m"), {"ws/l": "-> other", "other-fs/m": "old\n"}),
        moves=(("ws/l", "other-fs/m"),),
        replaces=("other-fs/m",),
    ),
    Scenario("mkdir", _with(task("mkdir a b c")), makes=("ws/a", "ws/b", "ws/c"), each=("ws/a", "ws/b", "ws/c")),
    Scenario(
        "mkdir -p",
        _with(task("mkdir -p a/b/c d l/e"), {"ws/d/": "", "ws/l": "-> other"}),
        makes=("ws/a", "ws/other/e"),
    ),
    Scenario(
        "touch",
        _with(task("touch a b other"), {"ws/b": "b\n"}),
        makes=("ws/a",),
        replaces=("ws/b",),
        each=("ws/a", "ws/b"),
    ),
    Scenario("cat", _with(task("cat a l b"), {"ws/a": "a\n", "ws/b": LARGE, "ws/l": "-> a"})),
    Scenario("cat of standard input", _with(task("cat")), stdin="some\n" * 1000),
    Scenario("cat to a file", _with(task("cat a b"), {"ws/a": LARGE, "ws/b": "b\n"}), output="file"),
    Scenario("echo", _with(task("echo -n some words && pwd"))),
    Scenario("echo to a file", _with(task("echo some words")), output="file"),
    Scenario(
        "a builtin that fails, and others", _with(task("rm no || mkdir d; true && false")), makes=("ws/d",), code=1
    ),
    Scenario("patterns", _with(task("cat *.txt d/**/x"), {"ws/a.txt": "a\n", "ws/b.txt": "b\n", "ws/d/e/x": "x\n"})),
)
_PROGRAMS = (
    Scenario("a program", _with(task("sh -c 'echo ran' && tool"), {"ws/bin/tool*": "#!/bin/sh\nexit 0\n"})),
    Scenario("a program by its path", _with(task("./tool"), {"ws/tool*": "#!/bin/sh\necho tool\n"})),
    Scenario("a program that fails", _with(task("sh -c 'exit 3'")), code=3),
    Scenario(
        "programs of packages",
        _with(task("tool", "dir = 'd'\n"), {"ws/d/": "", "ws/node_modules/.bin/tool*": "#!/bin/sh\necho it\n"}),
    ),
    Scenario(
        "side by side",
        _with(side_by_side("sh -c true", "touch a", "mkdir b && sh -c true", "rm f"), {"ws/f": "f\n"}),
        makes=("ws/a", "ws/b"),
        removes=("ws/f",),
    ),
    Scenario("fail-fast", _with(side_by_side("sleep 0.5", "sh -c 'sleep 0.5'", "sh -c 'exit 3'")), code=3),
    Scenario("what is left behind", _with(task("sh -c 'sleep 20 & true'")), ("t", "--strict")),
    Scenario("a terminal", _with(task("sh -c 'stty -echo; kill -9 $$'")), terminal=True, code=137),
    Scenario(
        "a terminal that a child takes",
        _with(
            side_by_side("@PYTHON@ -S take", "./wait"),
            {
                "ws/take": "import os, signal, time\n"
                "signal.signal(signal.SIGTTOU, signal.SIG_IGN)\n"
                "os.tcsetpgrp(os.open('/dev/tty', os.O_RDWR), os.getpid())\n"
                "open('taken', 'x').close()\n"
                "time.sleep(0.5)\n",
                "ws/wait*": "#!/bin/sh\nuntil test -e taken || test $((n += 1)) = 50; do sleep 0.01; done; exit 3\n",
            },
        ),
        makes=("ws/taken",),
        terminal=True,
        code=3,
    ),
    Scenario("no standard input", _with(task("echo hello && sh -c true")), stdin=None),
    Scenario(
        "a locale of the interpreter's", _with(task("sh -c 'echo $LC_CTYPE'")), environment={"LC_CTYPE": "C.UTF-8"}
    ),
)
_LOADING = (
    Scenario("from beneath the root", _with(task("pwd"), {"ws/deep/er/": ""}), cwd="ws/deep/er"),
    Scenario("a config behind a link", _with("-> settings", {"ws/settings": task("pwd")})),
    Scenario(
        "no config",
        {"ws/package.json": '{"scripts": {"build": "x"}}', "ws/bin/npm*": "#!/bin/sh\necho npm $*\n", "ws/d/": ""},
        ("build",),
        cwd="ws/d",
        environment={"PATH": "@BASE@/ws/bin"},
        steady=False,
    ),
    Scenario("nothing at all", {"ws/.git/": "", "ws/d/": ""}, cwd="ws/d", code=64),
    Scenario(
        "variables",
        _with(
            task("echo $A $B $C", "env_file = ['e', 'l']\n"),
            {"ws/.env": "A=a\n", "ws/e": "B=b\n", "ws/l": "-> more", "ws/more": "C=c\n"},
        ),
    ),
    Scenario("--strict", _with(task("echo $A"), {"ws/.env": "A=a\n"}), ("t", "--strict"), cwd="ws/other"),
    Scenario("a warning", _with(task("echo $A"), {"ws/.env": "A=a\nno assignment\n"})),
    Scenario(
        "packages",
        _with(
            "[workspace]\nmembers = ['p/*', 'q']\n[tasks.build]\npackages = ['**']\ndeps = ['^build']\nrun = 'pwd'\n",
            {
                "ws/p/a/package.json": '{"name": "a", "dependencies": {"b": "1"}}',
                "ws/p/b/package.json": '{"name": "b"}',
            },
            {"ws/p/c/Cargo.toml": _CARGO, "ws/Cargo.toml": "[workspace.dependencies]\nb.path = 'q'\n"},
            {"ws/q/go.mod": "module q\n", "ws/p/none/": ""},
        ),
        ("build",),
    ),
    Scenario(
        "--since",
        _with(
            "[workspace]\nmembers = ['p/*']\n[tasks.build]\npackages = ['**']\nrun = 'pwd'\n",
            {"ws/p/a/package.json": '{"name": "a"}', "ws/p/b/package.json": '{"name": "b"}'},
        ),
        ("build", "--since", "HEAD"),
        git=True,
        steady=False,
    ),
    Scenario("--list", _with(task("echo"), {"ws/package.json": '{"scripts": {"build": "x"}}'}), ("--list",)),
    Scenario("--init", {"ws/other/untouched": "as it was\n"}, ("--init",), makes=("ws/tasks.toml",)),
    Scenario("--version", _with(task("echo")), ("--version",)),
    Scenario("--dry-run", _with(task("rm a && sh -c true"), {"ws/a": "a\n"}), ("t", "--dry-run")),
    Scenario(
        "--reporter-file",
        _with(task("rm a && sh -c true"), {"ws/a": "a\n", "ws/events": "old\n"}),
        ("t", "--reporter-file", "events"),
        removes=("ws/a",),
        logs=("ws/events",),
        steady=False,
    ),
    Scenario("--reporter", _with(task("echo a")), ("t", "--reporter", "ndjson")),
    Scenario(
        "the editor writes a config",
        _with(task("echo")),
        (task("echo more"),),
        replaces=("ws/tasks.toml",),
        entry="save",
        mode={"ws/tasks.toml": 0o640},
    ),
    Scenario(
        "the editor writes a new config", {"ws/": ""}, (task("echo more"),), makes=("ws/tasks.toml",), entry="save"
    ),
)
_UNSTEADY = [replace(scenario, steady=False) for scenario in _PROGRAMS]
SCENARIOS = {scenario.name: scenario for scenario in (*_BUILTINS, *_UNSTEADY, *_LOADING)}
