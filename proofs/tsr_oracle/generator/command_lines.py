"""Makes the cases that try the command line, and which file it is about: words that run no task, options, misuse."""

from __future__ import annotations

import random
from collections.abc import Callable

from tsr_oracle.generator.chance import Chance
from tsr_oracle.generator.task_texts import Task, Tasks
from tsr_spec.case import Directory, Entry, File, Given, Link, Program, Special

_CONFIG = "ws/tasks.toml"
_ALONE = ("--list", "--init", "--config", "--help", "-h", "--version", "-V")
"""The words that stand alone (CLI-2)."""
_TASKS = ("t", "build", "p#b", "list", "help", "list:all", "init", "V", "group", "empty")
_NO_TASKS = (
    *("biuld", "T", "", "a b", "t#", "#t", "p#b#c", "b", "^t", "t ", "é", "--lists", "-l", "--", "-", "--list=json"),
    *("run", "tasks", "--t", "-t", "t\n", "\udcff"),
)
"""What nobody has a task of, or can have."""
_OPTIONS = (
    *("--strict", "--no-bail", "--dry-run", "--allow-unsafe-env", "--strict --strict", "--reporter ndjson"),
    *("--reporter=ndjson", "--reporter human", "--reporter=human", "--reporter-file ev", "--reporter-file=ev"),
    *("--reporter-file sub/ev", "--reporter-file=../out/ev"),
)
"""Options, each with its value where it has one, a blank between the words."""
_MISUSE = (
    *("--stirct", "--strict=1", "-s", "word", "--list", "--help", "-h", "--version", "-V", "--confine --no-confine"),
    *("--no-confine=x", "--user-config", "--user-config=x", "--json", "--init", "-", "", "--reporter"),
    *("--reporter json", "--reporter="),
    *("--reporter --strict", "--reporter NDJSON", "--reporter=human --reporter=human", "--reporter-file"),
    *("--reporter-file=", "--reporter-file -x", "--reporter-file gone/ev", "--reporter-file=../ws", "--reporter=json"),
    *("--reporter-file=ev/x/", "--reporter-file ev/", "--since", "--since=", "--since -x", "--since=HEAD", "--since x"),
    *("--resume-from", "--resume-from=", "--resume-from -p", "--resume-from p", "--dry-run=no", "--no-strict"),
    *("--Strict", "--no-bail=1", "--reporter-file .", "--reporter table"),
)
_BROKEN = (
    *("[tasks.t\n", "x = 1\nx = 2\n", "[tasks]\nt = 1\n", "tasks = []\n", "a = \n", "\udcff", "# \udcff\n"),
    *("[tasks.u]\ndir = '.'\npackages = ['p']\n", "[tasks.u]\nrun = ['rec']\n", "[tasks.'a b']\n", "[env]\nA = 1\n"),
    *("[tasks.u]\nparallel = 1\n", "[tasks.u]\ndeps = 'a'\n", "[tasks.u]\ndir = ''\n", "[tasks.'p#q#r']\n"),
    *("[tasks.u]\nrun = 'rec'\nrun = 'tool'\n", "[security]\nallow_paths = ''\n", "security = 1\n", "workspace = 1\n"),
    *("[workspace]\nmembers = 'p'\n", "[tasks.u]\ndelegate = {}\n", "[tasks.u]\nenv_file = ''\n"),
    *("[tasks.u]\npackages = ['']\n", f"a = {'[' * 5000}\n"),
)
"""What makes a file an error, in whichever task it stands (CLI-7, CLI-8, CLI-9)."""
_UNKNOWN = (
    *("[tasks.u]\ncommand = 'rec'\n", "[new]\nrun = 1\n", "[security]\nallow_all = true\nunsafe_env = true\n"),
    *("[workspace]\nmember = ['p']\n", "[tasks.u]\nrun = 'rec'\nretries = 3\nenvs = {A = 1}\n", "version = 2\n"),
)
"""Keys that nobody knows, and that have no effect (CLI-6)."""


def command_lines_case(rng: random.Random) -> Given:
    """A case, with the numbers that the generator of chance gives."""
    draft = _Draft(rng)
    draft.tasks()
    rng.choice(_PLACES)(draft)
    return draft.given()


class _Draft(Chance):
    """Makes one case, which is drafted in its fields. `known`: the tasks that there are."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.tree: dict[str, Entry] = {}
        self.cwd = "ws"
        self.known = ["t"]
        self.put(Program("bin/rec"), Program("bin/tool", self.pick(0, 0, 0, 3)), Program("bin/npm"), Program("bin/go"))
        self.put(Directory("ws/sub"), Directory("out"))

    def given(self) -> Given:
        """The draft as a question."""
        umask = self.pick(0o022, 0o022, 0o077, 0o002)
        return Given(tuple(self.words()), tuple(self.tree.values()), self.cwd, umask=umask)

    def one_of(self, *entries: Entry) -> Entry:
        """One of these, of whatever kinds they are."""
        return self.rng.choice(entries)

    def put(self, *entries: Entry) -> None:
        """Have these, in place of others of their paths."""
        self.tree.update((entry.path, entry) for entry in entries)

    def tasks(self) -> None:
        """A file with a few tasks, in some of the forms that there are; it lies where the run starts."""
        config = Tasks()
        for name in self.rng.sample(_TASKS, self.pick(2, 3, 5)):
            config.add(Task(name, f"{self.pick('rec', 'tool')} {name.replace('#', '-')}"))
        config.add(Task("t", self.pick("rec t", "tool t && rec t", "echo t")))
        if "group" in config.tasks:
            config.add(Task("group", None, self.pick(["t"], ["t", "build"]), parallel=self.chance(0.5)))
        if "empty" in config.tasks:
            config.add(Task("empty", delegate=self.pick(None, "tool"), dir=self.pick(None, "sub")))
        self.put(File(_CONFIG, config.text()))
        self.known = [*config.tasks]

    def words(self) -> list[str]:
        """What is typed: a task with options mostly, else what runs none, with a word too many now and then."""
        roll = self.rng.random()
        if roll < 0.32:
            more = self.pick(
                *[()] * 12, ("--json",), ("--json",), ("t",), ("--json", "--json"), ("--",), ("--dry-run",)
            )
            return [self.pick("--list", "--list", "--init", "--init", *_ALONE), *more]
        if roll < 0.34:
            return self.rng.sample((*_ALONE, "--json", "--", "t", "--dry-run"), self.pick(0, 1, 2))
        task = self.pick(*_NO_TASKS) if roll < 0.4 else self.pick(*self.known * 6, *_TASKS)
        groups = self.rng.sample(_OPTIONS, self.pick(0, 0, 1, 2))
        groups += [self.pick(*_MISUSE)] if self.chance(0.16) else []
        self.rng.shuffle(groups)
        typed = ["--", *self.pick(["one"], ["--strict"], ["--"], [""], ["-n", "a b"], [])] if self.chance(0.2) else []
        return [task, *(word for group in groups for word in group.split(" ")), *typed]


# --- which file it is about -------------------------------------------------------------------------------------------


def _here(draft: _Draft) -> None:
    """It lies where the run starts, and all is well with it."""


def _below(draft: _Draft) -> None:
    """The run starts below; there may be something of the name there, or the file of another project on the way."""
    draft.cwd = "ws/sub"
    draft.put(
        draft.one_of(
            Directory("ws/sub/more"),
            File("ws/sub/tasks.toml", "[tasks.t]\nrun = 'rec nearer'\n"),
            File("tasks.toml", "[tasks.t]\nrun = 'rec further'\n"),
            Directory("ws/sub/.git"),
            Link("ws/sub/tasks.toml", "gone"),
        )
    )


def _no_file(draft: _Draft) -> None:
    """There is no config: a project, or nothing at all (CLI-12)."""
    del draft.tree[_CONFIG]
    draft.put(File("out/package.json", "{}\n"))
    draft.put(
        draft.one_of(
            Directory("ws/.git"),
            File("ws/package.json", '{"scripts": {"build": "x", "t": "y"}}\n'),
            File("ws/package.json", '{"scripts": ['),
            File("ws/go.mod", "module example.com/x\n"),
            Link("ws/package.json", "../out/package.json"),
            File("tasks.toml", "[tasks.t]\nrun = 'rec further'\n"),
        )
    )


def _no_regular_file(draft: _Draft) -> None:
    """What is called so is something else, or a link: to the file, to nothing, to itself, to a file outside."""
    config = draft.tree.pop(_CONFIG)
    assert isinstance(config, File)
    kept = draft.pick("ws/real/tasks.toml", "out/tasks.toml")
    draft.put(File(kept, config.data))
    there = "real/tasks.toml" if kept.startswith("ws/") else "../out/tasks.toml"
    links = (Link(_CONFIG, target) for target in (there, there, there, "gone", "../out/gone", "tasks.toml", "sub"))
    draft.put(draft.one_of(Directory(_CONFIG), Special(_CONFIG, "fifo"), Special(_CONFIG, "socket"), *links))


def _more_in_it(draft: _Draft) -> None:
    """Something in it is an error, or means nothing; or it is everybody's."""
    data = draft.tree[_CONFIG]
    assert isinstance(data, File)
    odd = draft.pick(*_BROKEN) if draft.chance(0.6) else draft.pick(*_UNKNOWN)
    text = f"{data.data}{odd}" if odd.startswith("[") else f"{odd}{data.data}"
    draft.put(File(_CONFIG, text if draft.chance(0.85) else data.data, draft.pick(0o644, 0o644, 0o644, 0o666, 0o664)))


_PLACES: tuple[Callable[[_Draft], None], ...] = (
    *(_here,) * 8,
    *(_below,) * 2,
    *(_no_file,) * 3,
    *(_no_regular_file,) * 2,
    *(_more_in_it,) * 3,
)
