"""What is done to a config that could be somebody's, so that a guard at load is tried, or nearly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from tsr_oracle.generate_values import UNSET
from tsr_oracle.task_texts import Task
from tsr_spec.case import WORLD, Directory, Entry, File, Link, Program, Special

if TYPE_CHECKING:
    from tsr_oracle.generate_guards import GuardsMaker

_CONFIG, _DOTENV, _ENV_FILE = "ws/tasks.toml", "ws/.env", "ws/conf/x.env"


def _named(maker: GuardsMaker) -> Task:
    return maker.config.tasks["t"]


# --- variables -------------------------------------------------------------------------------------------------------


def _guarded(maker: GuardsMaker) -> None:
    """A guarded variable, or nearly one, is set by some source; now and then the process has it already."""
    name = maker.guarded_name()
    maker.set_somewhere(name, maker.value())
    if maker.chance(0.3):
        maker.set_somewhere(name, "")
    _strict_more_often(maker)
    _let_through(maker)


def _let_through(maker: GuardsMaker) -> None:
    """Now and then the command line says that it is meant."""
    if maker.chance(0.25):
        maker.options.append("--allow-unsafe-env")


def _search_path(maker: GuardsMaker) -> None:
    """PATH is set by some source, and there is something to be found by it."""
    maker.put(Program("ws/bin/tool", 5))
    maker.config.env.update([("E", ""), ("D", maker.pick(".", "/@WORLD@/bin::bin", "bin"))][: maker.pick(0, 1, 2)])
    maker.set_somewhere(maker.pick("PATH", "PATH", "PATH", "PATH", "PATHX", "Path"), maker.search_path())
    if maker.chance(0.25):
        maker.set_somewhere("PATH", maker.search_path())
    if maker.chance(0.5) and _named(maker).run is not None:
        _named(maker).run = "tool t"
    _let_through(maker)


def _of_the_process(maker: GuardsMaker) -> None:
    """The runner itself is started with something unusual, which is never judged."""
    for _ in range(maker.pick(1, 2)):
        name = maker.pick(maker.process_name(), maker.process_name(), "PATH", "é", "odd name", "\udcff")
        usual = f"{WORLD}/bin"
        paths = (usual, f"{usual}:", f".:{usual}", "", "bin", f"{WORLD}/ws/bin:{usual}")
        maker.env[name] = maker.pick(*paths) if name == "PATH" else maker.pick(maker.mark(), "", "\udcfe")


def _undefined(maker: GuardsMaker) -> None:
    """A `run` string refers to what nobody sets, or to what one source alone does."""
    task = maker.rng.choice(list(maker.config.tasks.values()))
    if task.run is not None:
        task.run += f" ; rec ${maker.pick(UNSET, UNSET, 'ONLY', 'A')}"
        if maker.chance(0.5):
            maker.set_somewhere("ONLY", maker.value())


def _names_that_no_process_has(maker: GuardsMaker) -> None:
    """Names and values of tables that are odd, some of which are errors (ENV-13)."""
    name = maker.pick("", "A=B", "=", "a b", "é", "1A", "a.b", "A", " ")
    value = maker.pick("x", "x", maker.value(), "a\0b")
    task = maker.rng.choice(list(maker.config.tasks.values()))
    maker.rng.choice((maker.config.env, task.env))[name] = value


# --- files of variables ----------------------------------------------------------------------------------------------


def _odd_file(maker: GuardsMaker) -> None:
    """A file of variables is something else, or somewhere else, than a file in the workspace."""
    path = maker.pick(_DOTENV, _ENV_FILE)
    maker.put(_something_at(maker, path))
    if path == _ENV_FILE:
        task = _named(maker)
        task.env_files.append(maker.from_directory(task, "conf/x.env"))


def _something_at(maker: GuardsMaker, path: str) -> Entry:
    up = "../" * path.count("/")
    target = maker.pick("out/o.env", "out/new", "out", "ws/conf/y.env", "ws/gone", "ws/conf", "ws/gone/x", "home/h.env")
    roll = maker.rng.random()
    if roll < 0.15:
        return Directory(path)
    if roll < 0.3:
        return Special(path, maker.pick("fifo", "socket"))
    if roll < 0.4:
        return Link(path, path.rpartition("/")[2])
    return Link(path, f"{WORLD}/{target}" if maker.chance(0.2) else f"{up}{target}")


def _far_file(maker: GuardsMaker) -> None:
    """An `env_file` is written in one of the ways there are: outside, missing, by a link, odd."""
    maker.put(Link("ws/lnk", "../out"))
    maker.put(Link("ws/o", "."))
    written = maker.pick(
        *("../out/o.env", "lnk/o.env", "lnk/new", "gone", "gone/x.env", "gone/../conf/x.env", f"{WORLD}/out/o.env"),
        *(f"{WORLD}/ws/conf/x.env", "conf", "conf/", "conf/x.env/", "conf/x.env/y", "./conf//x.env", "~/x.env"),
        *("$A.env", "conf/*.env", "", "o/" * 40 + "gone", "o/" * 41 + "gone", "lnk/../ws/conf/x.env", ".env", "."),
    )
    task = maker.rng.choice([_named(maker), *maker.config.tasks.values()])
    task.env_files.insert(maker.rng.randint(0, len(task.env_files)), written)
    if maker.chance(0.1):
        maker.config.allow.append("../out")


def _odd_text(maker: GuardsMaker) -> None:
    """The root `.env` is full of what is odd."""
    maker.put(File(_DOTENV, maker.dotenv(maker.assignments(2), odd=1.0)))
    if maker.chance(0.4):
        maker.put(File(_DOTENV, maker.dotenv([], odd=1.0)))


def _odd_directory(maker: GuardsMaker) -> None:
    """A task's `dir` leads somewhere else, or nowhere."""
    maker.put(Link("ws/far", "../out"))
    maker.put(Link("ws/near", "sub"))
    task = maker.rng.choice(list(maker.config.tasks.values()))
    task.dir = maker.pick(
        "far", "../out", "near", "gone", "conf/x.env", ".", "", "sub/../sub", f"{WORLD}/ws/sub", "near/.."
    )


# --- who else may write ----------------------------------------------------------------------------------------------

_LOOSE_FILES = (0o666, 0o646, 0o602, 0o664, 0o660, 0o640, 0o622, 0o755)
_LOOSE_DIRECTORIES = (0o777, 0o777, 0o757, 0o1777, 0o1757, 0o775, 0o1775, 0o703)


def _loose(maker: GuardsMaker) -> None:
    """A mode that lets others write something that decides, or that only looks like it."""
    for _ in range(maker.pick(1, 1, 2)):
        path = maker.rng.choice([p for p in _deciding(maker) if isinstance(maker.tree[p], File | Directory)])
        entry = maker.tree[path]
        if isinstance(entry, File):
            maker.put(replace(entry, mode=maker.rng.choice(_LOOSE_FILES)))
        elif isinstance(entry, Directory):
            maker.put(replace(entry, mode=maker.rng.choice(_LOOSE_DIRECTORIES)))
    _strict_more_often(maker)


def _deciding(maker: GuardsMaker) -> list[str]:
    """What is there of the things that decide a run, and of what lies beside them."""
    paths = (_CONFIG, "ws", _DOTENV, _ENV_FILE, "ws/conf", "ws/real", "ws/real/f", "ws/sub", "ws/hop", "out")
    return [path for path in paths if path in maker.tree]


def _strict_more_often(maker: GuardsMaker) -> None:
    if "--strict" not in maker.options and maker.chance(0.3):
        maker.options.append("--strict")


def _by_link(maker: GuardsMaker) -> None:
    """What decides is reached by a link or two, whose directories count (PERM-2)."""
    path = maker.pick(_CONFIG, _DOTENV, _ENV_FILE)
    entry = maker.tree.get(path, File(path, maker.dotenv(maker.assignments(2), odd=0.0)))
    if not isinstance(entry, File):
        return
    if path == _ENV_FILE:
        _named(maker).env_files.append(maker.from_directory(_named(maker), "conf/x.env"))
    up = "../" * (path.count("/") - 1)
    real = "real/tasks.toml" if path == _CONFIG else "real/f"
    maker.put(Directory("ws/real"))
    maker.put(replace(entry, path=f"ws/{real}"))
    if maker.chance(0.4):
        maker.put(Directory("ws/hop"))
        maker.put(Link("ws/hop/l", f"../{real}"))
        real = "hop/l"
    maker.put(Link(path, up + real))
    _loose(maker)


def _of_others(maker: GuardsMaker) -> None:
    """Something that decides belongs to another user; links in directories for everybody are left alone.

    A kernel that protects links there follows none that is another user's, whoever asks.
    """
    paths = [p for p in _deciding(maker) if isinstance(maker.tree[p], File | Directory | Link)]
    path = maker.rng.choice(paths)
    entry, above = maker.tree[path], maker.tree.get(path.rpartition("/")[0])
    sticky = isinstance(above, Directory) and bool(above.mode & 0o1000)
    if isinstance(entry, File | Directory) or (isinstance(entry, Link) and not sticky):
        maker.put(replace(entry, owner="other"))
    if "--strict" not in maker.options and maker.chance(0.6):
        maker.options.append("--strict")


# --- while it runs ---------------------------------------------------------------------------------------------------

_CHANGES = (
    *("cp conf/new.env .env", "cp conf/bad.env .env", "rm -f .env", "rm -f .env && mkdir .env", "mv lnk .env"),
    *("cp conf/new.env conf/x.env", "cp conf/bad.env conf/x.env", "rm conf/x.env", "rm conf/x.env && mkdir conf/x.env"),
    *("mv lnk conf/x.env", "rm -r conf", "mv conf/x.env conf/y.env", "cp conf/open.env conf/x.env", "touch .env"),
    *("rm -r sub", "mv sub sub2", "rm -r sub && mv far sub", "cp conf/open.env .env", "mv conf conf2", "rm tasks.toml"),
)


def _changed(maker: GuardsMaker) -> None:
    """A task that runs first changes what the next one is judged by (ENV-7)."""
    maker.options = [option for option in maker.options if option != "--dry-run"]
    bad = maker.rng.choice(
        ("LD_PRELOAD=x", "PATH=bin", "A='open", "PATH=:$PATH", "TSR_X=1", "ld_preload=x", "PATH=$PATH:/@WORLD@")
    )
    maker.put(File("ws/conf/new.env", maker.dotenv(maker.assignments(2), odd=0.1)))
    maker.put(File("ws/conf/bad.env", f"{bad}\n"))
    maker.put(File("ws/conf/open.env", "A=open\n", 0o666))
    maker.put(Link("ws/lnk", maker.pick("../out/o.env", "conf/new.env", f"{WORLD}/out/new", "../gone")))
    maker.put(Link("ws/far", "../out"))
    maker.put(File(_ENV_FILE, maker.dotenv(maker.assignments(2), odd=0.0)))
    task = _named(maker)
    if maker.chance(0.4):
        task.dir = "sub"
    task.env_files = [maker.from_directory(task, "conf/x.env")] if maker.chance(0.7) else []
    maker.config.add(Task("first", maker.rng.choice(_CHANGES)))
    task.deps.insert(0, "first")


# --- the config itself, and where it is found ------------------------------------------------------------------------


def _odd_dep(maker: GuardsMaker) -> None:
    """A dep of packages, or one that can't be, in a task that is reached or in one that is not (GRAPH-6)."""
    task = maker.rng.choice(list(maker.config.tasks.values()))
    task.deps.append(maker.pick("^t", "^t", "^p#t", "p#t", "a b", "", "#t", "p#q#t", "^"))
    if maker.chance(0.3):
        task.more.append('packages = ["p"]')


def _not_done_yet(maker: GuardsMaker) -> None:
    """A field that a later version runs, in a task that is reached or in one that is not."""
    task = maker.rng.choice(list(maker.config.tasks.values()))
    maker.rng.choice(
        (
            lambda: task.more.append(
                maker.pick('delegate = "npm"', 'packages = ["p"]', "parallel = true", "parallel = false")
            ),
            lambda: maker.config.more.append(maker.pick('[workspace]\nmembers = ["p"]', "[workspace]\nmembers = []")),
            lambda: maker.config.add(replace(task, run=None, deps=[])),
            lambda: task.more.append(maker.pick("env_file2 = 1", "deps2 = []", 'env_files = "x"')),
        )
    )()


def _wrong_types(maker: GuardsMaker) -> None:
    """A field of a task, reached or not, is of another type than it has to be."""
    wrong = Task(maker.pick("t2", "other2"), "rec")
    wrong.more.append(
        maker.pick("deps = 'a'", "env = []", "env_file = 1", "env_file = ['a', '']", "env = {A = 1}", "deps = ['']")
    )
    maker.config.add(wrong)


def _somewhere_else(maker: GuardsMaker) -> None:
    """The home directory is another one: a link, above or beneath the workspace, empty or relative; so is the start."""
    maker.home = maker.pick("home", "home", "ws", "ws/sub", ".")
    if maker.chance(0.6):
        maker.put(Link("link", maker.pick("ws", "home", "ws/sub", ".", "gone")))
        maker.env["HOME"] = maker.pick(f"{WORLD}/link", "", "home", ".", f"{WORLD}/ws/", f"{WORLD}/gone", "link", WORLD)
    maker.cwd = maker.pick("ws", "ws/sub", "ws/sub", "ws/conf", "home", "out")
    if maker.chance(0.2):
        maker.put(File("out/tasks.toml", "[tasks.t]\nrun = 'rec outside'\n"))
        maker.put(File("out/.env", "A=outside\n"))


def _words(maker: GuardsMaker) -> None:
    """The command line asks for something else, or in a way that is misuse."""
    roll = maker.rng.random()
    if roll < 0.5:
        maker.typed = [maker.mark(), maker.pick("b", "", "$A")]
    else:
        maker.options.append(
            maker.pick("--strict=1", "--help", "--jobs", "-n", "--dry", "x", "--", "--no-strict", "--list")
        )


def _arguments(maker: GuardsMaker) -> None:
    """Tasks have `args`, which nothing expands, and which a plan shows in quotes."""
    for task in maker.config.tasks.values():
        if maker.chance(0.7):
            task.args = [
                maker.pick("plain", "a b", "it's", "$A", "", "*", "é", "a\nb", "\x1b[1m", "a;b") for _ in range(2)
            ]
    if maker.chance(0.5) and "--dry-run" not in maker.options:
        maker.options.append("--dry-run")


TWISTS: tuple[Callable[[GuardsMaker], None], ...] = (
    *(_guarded,) * 6,
    *(_search_path,) * 6,
    *(_changed,) * 6,
    *(_loose,) * 4,
    *(_odd_text,) * 4,
    *(_far_file,) * 3,
    *(_odd_file,) * 3,
    *(_of_the_process,) * 3,
    *(_by_link,) * 3,
    *(_of_others,) * 2,
    *(_undefined,) * 2,
    *(_somewhere_else,) * 2,
    *(_arguments,) * 2,
    _names_that_no_process_has,
    _odd_directory,
    _odd_dep,
    _not_done_yet,
    _wrong_types,
    _words,
)
