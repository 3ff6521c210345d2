"""Makes the cases that try the guards at load: several tasks, variables from every source, and a twist or two.

A case begins as a config that could be somebody's; then something is done to it that a guard is there for, or that
looks like it. What is done is in `guard_twists`.
"""

from __future__ import annotations

import random
from collections.abc import Callable

from tsr_oracle.generate_dotenv import DotenvMaker
from tsr_oracle.generate_values import NAMES
from tsr_oracle.guard_twists import TWISTS
from tsr_oracle.task_texts import Task, Tasks
from tsr_spec.case import Directory, Entry, File, Given, Program

CONFIG, DOTENV, ENV_FILE, DIRECTORY = "ws/tasks.toml", "ws/.env", "ws/conf/x.env", "ws/sub"


class GuardsMaker(DotenvMaker):
    """Makes one case, which is drafted in its fields: the config, the rest of the tree, and what surrounds the run."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.config = Tasks()
        self.tree: dict[str, Entry] = {}
        self.env: dict[str, str] = {}
        self.options: list[str] = []
        self.typed: list[str] = []
        self.home, self.cwd = "home", "ws"

    def case(self) -> Given:
        """The case."""
        self.surroundings()
        self.rng.choice(_SHAPES)(self)
        self.variables()
        for task in self.config.tasks.values():
            if task.run == "":
                task.run = self.commands(task)
        self.flags()
        self.put(File(CONFIG, ""))
        for _ in range(self.pick(0, 0, 0, 1, 1, 1, 1, 1, 2, 2)):
            self.rng.choice(TWISTS)(self)
        return self.given()

    def given(self) -> Given:
        """The draft as a question."""
        holder = next(p for p, e in self.tree.items() if isinstance(e, File) and p.endswith("tasks.toml"))
        config = self.tree[holder]
        assert isinstance(config, File)
        self.tree[holder] = File(holder, config.data + self.config.text(), config.mode, config.owner)
        argv = ["t", *self.options, *(["--", *self.typed] if self.typed else [])]
        return Given(tuple(argv), tuple(self.tree.values()), self.cwd, self.home, tuple(self.env.items()))

    # --- the draft -----------------------------------------------------------------------------------------------

    def put(self, entry: Entry) -> None:
        """Have this entry, in place of another one of its path."""
        self.tree[entry.path] = entry

    def surroundings(self) -> None:
        """Programs, directories, something outside with a value of its own, and what the process has."""
        for name, status in (("rec", 0), ("tool", 0), ("fail3", 3)):
            self.put(Program(f"bin/{name}", status))
        if self.chance(0.4):
            self.put(Program("ws/bin/tool", 5))
        for path in ("ws", "ws/conf", DIRECTORY, "out"):
            self.put(Directory(path))
        self.put(File("out/o.env", f"A=canary-{self.mark()}\n"))
        for name in NAMES:
            if self.chance(0.3):
                self.env[name] = self.mark()

    def flags(self) -> None:
        """Options, each now and then; rarely one twice, and rarely words for the task."""
        for option, share in (("--dry-run", 0.12), ("--strict", 0.14), ("--allow-unsafe-env", 0.1)):
            if self.chance(share):
                self.options += [option] * self.pick(1, 1, 1, 2)
        self.rng.shuffle(self.options)
        if self.chance(0.06):
            self.typed = [self.pick("one", "a b", "it's", "", "$A", "--strict")]

    # --- variables -----------------------------------------------------------------------------------------------

    def variables(self) -> None:
        """What the sources set: each source is there in some of the cases."""
        if self.chance(0.45):
            self.put(File(DOTENV, self.dotenv(self.assignments())))
        if self.chance(0.5):
            self.config.env.update(self.assignments())
        for task in self.config.tasks.values():
            if self.chance(0.4):
                task.env.update(self.assignments(2))
            if self.chance(0.35):
                self.env_file(task)

    def env_file(self, task: Task) -> None:
        """One file of variables for the task, or two."""
        for name in ("x", "y")[: self.pick(1, 1, 2)]:
            path = f"ws/conf/{name}.env"
            if path not in self.tree:
                self.put(File(path, self.dotenv(self.assignments(2), odd=0.1)))
            task.env_files.append(self.from_directory(task, f"conf/{name}.env"))

    def from_directory(self, task: Task, inner: str) -> str:
        """A path that is written from the root as it is written from the task's directory."""
        return inner if task.dir is None else f"../{inner}"

    def set_somewhere(self, name: str, value: str) -> None:
        """One of the sources sets this: of the named task mostly, of another one now and then."""
        task = self.rng.choice([self.config.tasks["t"], *self.config.tasks.values()])
        where = self.rng.choice(("table", "task", "dotenv", "file"))
        if where == "table":
            self.config.env[name] = value
        elif where == "task":
            task.env[name] = value
        elif where == "dotenv":
            self.append(DOTENV, name, value)
        else:
            self.append(ENV_FILE, name, value)
            written = self.from_directory(task, "conf/x.env")
            task.env_files += [] if written in task.env_files else [written]

    def append(self, path: str, name: str, value: str) -> None:
        """One more assignment in a file of variables, at its end or at its beginning."""
        before = self.tree.get(path)
        data = before.data if isinstance(before, File) else ""
        line = self.line(name, value) + "\n"
        self.put(
            File(path, line + data if self.chance(0.5) else (data if data[-1:] in ("\n", "") else f"{data}\n") + line)
        )

    # --- commands ------------------------------------------------------------------------------------------------

    def commands(self, task: Task) -> str:
        """A `run` string: programs that tell what they got, now and then a builtin, with references as words."""
        commands = [self.command(task)]
        while self.chance(0.2) and len(commands) < 3:
            commands += [self.pick(" && ", " ; ", " || "), self.command(task)]
        return "".join(commands)

    def command(self, task: Task) -> str:
        """One command. A builtin that prints a value prints it as a program would."""
        roll = self.rng.random()
        verb = "rec" if roll < 0.6 else "tool" if roll < 0.78 else "fail3" if roll < 0.82 else "echo"
        if roll > 0.95:
            verb = self.pick("touch", "cat")
        words = [self.word() for _ in range(self.pick(0, 1, 1, 2))]
        return " ".join([verb, task.name.replace("#", "-"), *words])

    def word(self) -> str:
        """A word with a reference to a variable that is set, nearly always."""
        known = sorted({*self.env, *self.config.env, "HOME"} & {*NAMES, "HOME"})
        name = self.rng.choice(known) if self.chance(0.9) else self.rng.choice(NAMES)
        return self.pick(f"${name}", f"${{{name}}}", f'"${name}"', f"'${name}'", f"x${name}", f'"${{{name}}} y"')


# --- shapes of configs -----------------------------------------------------------------------------------------------


def _alone(maker: GuardsMaker) -> None:
    maker.config.add(Task("t", ""))
    if maker.chance(0.3):
        maker.config.add(Task("other", "", ["gone", "other"]))


def _chain(maker: GuardsMaker) -> None:
    maker.config.add(Task("t", "", ["a"]), Task("a", "", ["b"]), Task("b", ""))


def _diamond(maker: GuardsMaker) -> None:
    maker.config.add(Task("b", "", ["c"]), Task("t", "", ["a", "b"]), Task("a", "", ["c"]), Task("c", ""))


def _repeated(maker: GuardsMaker) -> None:
    maker.config.add(Task("t", "", ["a", "p#b", "a"]), Task("a", ""), Task("p#b", "", ["a"]))


def _aggregate(maker: GuardsMaker) -> None:
    maker.config.add(Task("t", None, ["a", "group"]), Task("group", None, ["b", "a"]), Task("a", ""), Task("b", ""))


def _with_directory(maker: GuardsMaker) -> None:
    maker.config.add(Task("t", "", maker.pick([], ["a"]), dir="sub"), Task("a", ""))


def _circle(maker: GuardsMaker) -> None:
    last = maker.pick(["t"], ["a"], ["b"], ["c"])
    maker.config.add(
        Task("t", "", maker.pick(["a"], ["c", "a"])), Task("a", "", ["b"]), Task("b", "", last), Task("c", "")
    )


def _unknown(maker: GuardsMaker) -> None:
    maker.config.add(Task("t", "", ["a"]), Task("a", None, maker.pick(["gone"], ["b", "gone"], ["T"])), Task("b", ""))


_SHAPES: tuple[Callable[[GuardsMaker], None], ...] = (
    *(_alone,) * 6,
    *(_chain,) * 3,
    *(_diamond,) * 2,
    *(_repeated,) * 2,
    *(_aggregate,) * 2,
    *(_with_directory,) * 2,
    _circle,
    _unknown,
)
