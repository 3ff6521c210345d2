"""What is done to a config that could be somebody's, so that a guard at load is tried, or nearly."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from tsr_oracle.generator.draft import CONFIG, DOTENV, ENV_FILE, GuardsDraft
from tsr_oracle.generator.task_texts import Task
from tsr_oracle.generator.values import UNSET
from tsr_spec.case import WORLD, Directory, Entry, File, Link, Program, Special


def _named(draft: GuardsDraft) -> Task:
    return draft.config.tasks["t"]


# --- variables -------------------------------------------------------------------------------------------------------


def _guarded(draft: GuardsDraft) -> None:
    """A guarded variable, or nearly one, is set by some source; now and then the process has it already."""
    name = draft.guarded_name()
    draft.set_somewhere(name, draft.value())
    if draft.chance(0.3):
        draft.set_somewhere(name, "")
    _strict_more_often(draft)
    _let_through(draft)


def _let_through(draft: GuardsDraft) -> None:
    """Now and then the command line says that it is meant."""
    if draft.chance(0.25):
        draft.options.append("--allow-unsafe-env")


def _search_path(draft: GuardsDraft) -> None:
    """PATH is set by some source, and there is something to be found by it."""
    draft.put(Program("ws/bin/tool", 5))
    draft.config.env.update([("E", ""), ("D", draft.pick(".", "/@WORLD@/bin::bin", "bin"))][: draft.pick(0, 1, 2)])
    draft.set_somewhere(draft.pick("PATH", "PATH", "PATH", "PATH", "PATHX", "Path"), draft.search_path())
    if draft.chance(0.25):
        draft.set_somewhere("PATH", draft.search_path())
    if draft.chance(0.5) and _named(draft).run is not None:
        _named(draft).run = "tool t"
    _strict_more_often(draft)
    _let_through(draft)


def _of_the_process(draft: GuardsDraft) -> None:
    """The runner itself is started with something unusual, which is never judged."""
    for _ in range(draft.pick(1, 2)):
        name = draft.pick(draft.process_name(), draft.process_name(), "PATH", "é", "odd name", "\udcff")
        usual = f"{WORLD}/bin"
        paths = (usual, f"{usual}:", f".:{usual}", "", "bin", f"{WORLD}/ws/bin:{usual}")
        draft.env[name] = draft.pick(*paths) if name == "PATH" else draft.pick(draft.mark(), "", "\udcfe")


def _undefined(draft: GuardsDraft) -> None:
    """A `run` string refers to what nobody sets, or to what one source alone does."""
    task = draft.rng.choice(list(draft.config.tasks.values()))
    if task.run is not None:
        task.run += f" ; rec ${draft.pick(UNSET, UNSET, 'ONLY', 'A')}"
        if draft.chance(0.5):
            draft.set_somewhere("ONLY", draft.value())


def _names_that_no_process_has(draft: GuardsDraft) -> None:
    """Names and values of tables that are odd, some of which are errors (ENV-13)."""
    name = draft.pick("", "A=B", "=", "a b", "é", "1A", "a.b", "A", " ")
    value = draft.pick("x", "x", draft.value(), "a\0b")
    task = draft.rng.choice(list(draft.config.tasks.values()))
    draft.rng.choice((draft.config.env, task.env))[name] = value


# --- files of variables ----------------------------------------------------------------------------------------------


def _odd_file(draft: GuardsDraft) -> None:
    """A file of variables is something else, or somewhere else, than a file in the workspace."""
    path = draft.pick(DOTENV, ENV_FILE)
    draft.put(_something_at(draft, path))
    if path == ENV_FILE:
        task = _named(draft)
        task.env_files.append(draft.from_directory(task, "conf/x.env"))
    _strict_more_often(draft)


def _something_at(draft: GuardsDraft, path: str) -> Entry:
    up = "../" * path.count("/")
    target = draft.pick("out/o.env", "out/new", "out", "ws/conf/y.env", "ws/gone", "ws/conf", "ws/gone/x", "home/h.env")
    roll = draft.rng.random()
    if roll < 0.15:
        return Directory(path)
    if roll < 0.3:
        return Special(path, draft.pick("fifo", "socket"))
    if roll < 0.4:
        return Link(path, path.rpartition("/")[2])
    return Link(path, f"{WORLD}/{target}" if draft.chance(0.2) else f"{up}{target}")


def _far_file(draft: GuardsDraft) -> None:
    """An `env_file` is written in one of the ways there are: outside, missing, by a link, odd."""
    draft.put(Link("ws/lnk", "../out"))
    draft.put(Link("ws/o", "."))
    written = draft.pick(
        *("../out/o.env", "lnk/o.env", "lnk/new", "gone", "gone/x.env", "gone/../conf/x.env", f"{WORLD}/out/o.env"),
        *(f"{WORLD}/ws/conf/x.env", "conf", "conf/", "conf/x.env/", "conf/x.env/y", "./conf//x.env", "~/x.env"),
        *("$A.env", "conf/*.env", "", "o/" * 40 + "gone", "o/" * 41 + "gone", "lnk/../ws/conf/x.env", ".env", "."),
    )
    task = draft.rng.choice([_named(draft), *draft.config.tasks.values()])
    task.env_files.insert(draft.rng.randint(0, len(task.env_files)), written)
    if draft.chance(0.1):
        draft.config.allow.append("../out")
    _strict_more_often(draft)


def _odd_text(draft: GuardsDraft) -> None:
    """The root `.env` is full of what is odd."""
    draft.put(File(DOTENV, draft.dotenv(draft.assignments(2), odd=1.0)))
    if draft.chance(0.4):
        draft.put(File(DOTENV, draft.dotenv([], odd=1.0)))


def _odd_directory(draft: GuardsDraft) -> None:
    """A task's `dir` leads somewhere else, or nowhere."""
    draft.put(Link("ws/far", "../out"))
    draft.put(Link("ws/near", "sub"))
    task = draft.rng.choice(list(draft.config.tasks.values()))
    task.dir = draft.pick(
        "far", "../out", "near", "gone", "conf/x.env", ".", "", "sub/../sub", f"{WORLD}/ws/sub", "near/.."
    )


# --- who else may write ----------------------------------------------------------------------------------------------

_LOOSE_FILES = (0o666, 0o646, 0o602, 0o664, 0o660, 0o640, 0o622, 0o755)
_LOOSE_DIRECTORIES = (0o777, 0o777, 0o757, 0o1777, 0o1757, 0o775, 0o1775, 0o703)


def _loose(draft: GuardsDraft) -> None:
    """A mode that lets others write something that decides, or that only looks like it."""
    for _ in range(draft.pick(1, 1, 2)):
        path = draft.rng.choice([p for p in _deciding(draft) if isinstance(draft.tree[p], File | Directory)])
        entry = draft.tree[path]
        if isinstance(entry, File):
            draft.put(replace(entry, mode=draft.rng.choice(_LOOSE_FILES)))
        elif isinstance(entry, Directory):
            draft.put(replace(entry, mode=draft.rng.choice(_LOOSE_DIRECTORIES)))
    if draft.chance(0.2):  # where there is nothing yet, somebody else may put something
        _named(draft).env_files.append(draft.from_directory(_named(draft), "conf/gone.env"))
    _strict_more_often(draft)


def _deciding(draft: GuardsDraft) -> list[str]:
    """What is there of the things that decide a run, and of what lies beside them."""
    paths = (CONFIG, "ws", DOTENV, ENV_FILE, "ws/conf", "ws/real", "ws/real/f", "ws/sub", "ws/hop", "out")
    return [path for path in paths if path in draft.tree]


def _strict_more_often(draft: GuardsDraft) -> None:
    if "--strict" not in draft.options and draft.chance(0.3):
        draft.options.append("--strict")


def _by_link(draft: GuardsDraft) -> None:
    """What decides is reached by a link or two, whose directories count (PERM-2)."""
    path = draft.pick(CONFIG, DOTENV, ENV_FILE)
    entry = draft.tree.get(path, File(path, draft.dotenv(draft.assignments(2), odd=0.0)))
    if not isinstance(entry, File):
        return
    if path == ENV_FILE:
        _named(draft).env_files.append(draft.from_directory(_named(draft), "conf/x.env"))
    up = "../" * (path.count("/") - 1)
    real = "real/tasks.toml" if path == CONFIG else "real/f"
    draft.put(Directory("ws/real"))
    draft.put(replace(entry, path=f"ws/{real}"))
    if draft.chance(0.4):
        draft.put(Directory("ws/hop"))
        draft.put(Link("ws/hop/l", f"../{real}"))
        real = "hop/l"
    draft.put(Link(path, f"{WORLD}/ws/{real}" if draft.chance(0.2) else up + real))
    _loose(draft)


def _of_others(draft: GuardsDraft) -> None:
    """Something that decides belongs to another user; links in directories for everybody are left alone.

    A kernel that protects links there follows none that is another user's, whoever asks.
    """
    paths = [p for p in _deciding(draft) if isinstance(draft.tree[p], File | Directory | Link)]
    path = draft.rng.choice(paths)
    entry, above = draft.tree[path], draft.tree.get(path.rpartition("/")[0])
    sticky = isinstance(above, Directory) and bool(above.mode & 0o1000)
    if isinstance(entry, File | Directory) or (isinstance(entry, Link) and not sticky):
        draft.put(replace(entry, owner="other"))
    if "--strict" not in draft.options and draft.chance(0.6):
        draft.options.append("--strict")


# --- while it runs ---------------------------------------------------------------------------------------------------

_CHANGES = (
    *("cp conf/bad.env .env", "cp conf/bad.env conf/x.env"),
    *("cp conf/new.env .env", "cp conf/bad.env .env", "rm -f .env", "rm -f .env && mkdir .env", "mv lnk .env"),
    *("cp conf/new.env conf/x.env", "cp conf/bad.env conf/x.env", "rm conf/x.env", "rm conf/x.env && mkdir conf/x.env"),
    *("mv lnk conf/x.env", "rm -r conf", "mv conf/x.env conf/y.env", "cp conf/open.env conf/x.env", "touch .env"),
    *("rm -r sub", "mv sub sub2", "rm -r sub && mv far sub", "cp conf/open.env .env", "mv conf conf2", "rm tasks.toml"),
)


def _changed(draft: GuardsDraft) -> None:
    """A task that runs first changes what the next one is judged by (ENV-7)."""
    draft.options = [option for option in draft.options if option != "--dry-run"]
    bad = draft.rng.choice(
        ("LD_PRELOAD=x", "PATH=bin", "A='open", "PATH=:$PATH", "TSR_X=1", "ld_preload=x", "PATH=$PATH:/@WORLD@")
    )
    draft.put(File("ws/conf/new.env", draft.dotenv(draft.assignments(2), odd=0.1)))
    draft.put(File("ws/conf/bad.env", f"{bad}\n"))
    draft.put(File("ws/conf/open.env", "A=open\n", 0o666))
    draft.put(Link("ws/lnk", draft.pick("../out/o.env", "conf/new.env", f"{WORLD}/out/new", "../gone")))
    draft.put(Link("ws/far", "../out"))
    draft.put(File(ENV_FILE, draft.dotenv(draft.assignments(2), odd=0.0)))
    task = _named(draft)
    if draft.chance(0.4):
        task.dir = "sub"
    task.env_files = [draft.from_directory(task, "conf/x.env")] if draft.chance(0.7) else []
    draft.config.add(Task("first", draft.rng.choice(_CHANGES)))
    task.deps.insert(0, "first")


# --- the config itself, and where it is found ------------------------------------------------------------------------


def _odd_dep(draft: GuardsDraft) -> None:
    """A dep of packages, or one that can't be, in a task that is reached or in one that is not (GRAPH-6)."""
    task = draft.rng.choice(list(draft.config.tasks.values()))
    task.deps.append(draft.pick("^t", "^t", "^p#t", "p#t", "a b", "", "#t", "p#q#t", "^"))
    if draft.chance(0.3):
        task.more.append('packages = ["p"]')


def _nothing_says_how(draft: GuardsDraft) -> None:
    """Nothing says how a task is to be run, reached or not, or what says it is a marker (CLI-10); or a field is new."""
    task = draft.rng.choice(list(draft.config.tasks.values()))
    draft.rng.choice(
        (
            lambda: task.more.append(draft.pick('delegate = "tool"', 'packages = ["p"]', "parallel = false")),
            lambda: draft.config.more.append(draft.pick('[workspace]\nmembers = ["p"]', "[workspace]\nmembers = []")),
            lambda: draft.config.add(replace(task, run=None, deps=[])),
            lambda: task.more.append(draft.pick("env_file2 = 1", "deps2 = []", 'env_files = "x"')),
        )
    )()
    if draft.chance(0.5):
        draft.put(File("ws/go.mod", "module example.com/x\n"))
        draft.put(Program("bin/go"))


def _wrong_types(draft: GuardsDraft) -> None:
    """A field of a task, reached or not, is of another type than it has to be."""
    wrong = Task(draft.pick("t2", "other2"), "rec")
    wrong.more.append(
        draft.pick("deps = 'a'", "env = []", "env_file = 1", "env_file = ['a', '']", "env = {A = 1}", "deps = ['']")
    )
    draft.config.add(wrong)


def _somewhere_else(draft: GuardsDraft) -> None:
    """The home directory is another one: a link, above or beneath the workspace, empty or relative; so is the start."""
    draft.home = draft.pick("home", "home", "ws", "ws/sub", ".")
    if draft.chance(0.6):
        draft.put(Link("link", draft.pick("ws", "home", "ws/sub", ".", "gone")))
        draft.env["HOME"] = draft.pick(f"{WORLD}/link", "", "home", ".", f"{WORLD}/ws/", f"{WORLD}/gone", "link", WORLD)
    draft.cwd = draft.pick("ws", "ws/sub", "ws/sub", "ws/conf", "home", "out")
    if draft.chance(0.2):
        draft.put(File("out/tasks.toml", "[tasks.t]\nrun = 'rec outside'\n"))
        draft.put(File("out/.env", "A=outside\n"))


def _words(draft: GuardsDraft) -> None:
    """The command line asks for something else, or in a way that is misuse."""
    roll = draft.rng.random()
    if roll < 0.5:
        draft.typed = [draft.mark(), draft.pick("b", "", "$A")]
    else:
        draft.options.append(
            draft.pick("--strict=1", "--help", "--jobs", "-n", "--dry", "x", "--", "--no-strict", "--list")
        )


def _arguments(draft: GuardsDraft) -> None:
    """Tasks have `args`, which nothing expands, and which a plan shows in quotes."""
    for task in draft.config.tasks.values():
        if draft.chance(0.7):
            task.args = [
                draft.pick("plain", "a b", "it's", "$A", "", "*", "é", "a\nb", "\x1b[1m", "a;b") for _ in range(2)
            ]
    if draft.chance(0.5) and "--dry-run" not in draft.options:
        draft.options.append("--dry-run")


TWISTS: tuple[Callable[[GuardsDraft], None], ...] = (
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
    *(_nothing_says_how,) * 2,
    _wrong_types,
    _words,
)
