"""A case that tries the guards at load, while it is made: its config, its tree, what surrounds its run."""

from __future__ import annotations

import random

from tsr_oracle.generator.dotenv import DotenvMaker
from tsr_oracle.generator.task_texts import Task, Tasks
from tsr_oracle.generator.values import NAMES
from tsr_spec.case import Directory, Entry, File, Given, Program

CONFIG, DOTENV, ENV_FILE, DIRECTORY = "ws/tasks.toml", "ws/.env", "ws/conf/x.env", "ws/sub"


class GuardsDraft(DotenvMaker):
    """Makes one case, which is drafted in its fields: the config, the rest of the tree, and what surrounds the run."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.config = Tasks()
        self.tree: dict[str, Entry] = {}
        self.env: dict[str, str] = {}
        self.options: list[str] = []
        self.typed: list[str] = []
        self.home, self.cwd = "home", "ws"

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
