"""A case that tries packages, while it is made: its config over its packages, and what surrounds its run."""

from __future__ import annotations

import random

from tsr_oracle.generator.packages_draft import Package, PackagesDraft
from tsr_oracle.generator.task_texts import Task, Tasks
from tsr_spec.case import WORLD, Directory, File, Given, Link, Program, Special


class MonorepoDraft(PackagesDraft):
    """Makes one case, which is drafted in its fields. `alone`: the words of a command line that runs no task."""

    def __init__(self, rng: random.Random) -> None:
        super().__init__(rng)
        self.config = Tasks()
        self.options: list[str] = []
        self.typed: list[str] = []
        self.alone: tuple[str, ...] = ()
        self.named = "build"
        self.cwd = "ws"

    def given(self) -> Given:
        """The draft as a question."""
        self.put(File("ws/tasks.toml", self.config.text()))
        argv = (self.named, *self.options, *(["--", *self.typed] if self.typed else []))
        return Given(self.alone or argv, tuple(self.tree.values()), self.cwd, declares=tuple(self.declares))

    # --- members and selections ----------------------------------------------------------------------------------

    def members(self) -> None:
        """Entries that name the packages or match them, nearly all of them, in some order; some do so twice."""
        groups: dict[str, list[Package]] = {}
        for package in self.packages:
            groups.setdefault(package.path.rpartition("/")[0], []).append(package)
        entries = [entry for group, packages in groups.items() for entry in self._entries(group, packages)]
        if self.chance(0.06):
            entries = ["**", *(["."] if "." in entries else [])]
        if self.chance(0.15):
            entries.append(self._written(self.rng.choice(self.packages).path))
        if self.chance(0.05):
            entries.append(self.pick("gone", "gone", "gone/x", "packages", "gone/*", "*/gone"))
        self.rng.shuffle(entries)
        self.config.members = entries

    def _entries(self, group: str, packages: list[Package]) -> list[str]:
        """Entries for the packages that lie side by side in a directory."""
        if not group or self.chance(0.2):
            return [self._written(package.path) for package in packages if not self.chance(0.04)]
        ways = (f"{group}/*", f"{group}/*", f"{group}/*", f"./{group}/*/", f"{group}//*", f"{group}/**", f"{group}/?*")
        odd = (f"{group}/[a-z]*", f"{group[:1]}*{group[1:]}/*", f"{group}/[!x]*")
        return [self.pick(*ways, *odd)]

    def _written(self, path: str) -> str:
        """A path, spelt in one of the ways that mean the same."""
        return self.pick(path, path, path, f"./{path}", f"{path}/", path.replace("/", "//"))

    def selection(self) -> list[str]:
        """Entries of `packages`: patterns, paths and names, some of which select the same."""
        found: list[str] = []
        for _ in range(self.pick(1, 1, 1, 2, 3)):
            package = self.rng.choice(self.packages)
            group, _, name = package.path.rpartition("/")
            roll = self.rng.random()
            if roll < 0.4:
                found.append(self.pick("**", "**", "**/*"))
            elif roll < 0.6:
                found.append(f"{group}/*" if group else f"{name[:1]}*")
            elif roll < 0.7 and group:
                found.append(self.pick(f"*/{name}", f"**/{name}", f"{group}/[{name[:1]}]*", f"{group}/**"))
            elif roll < 0.85 and package.name and not package.broken:
                found.append(package.name)
            else:
                found.append(self._written(package.path))
        return found

    # --- tasks ---------------------------------------------------------------------------------------------------

    def add(self, *tasks: Task) -> None:
        """Have these tasks too."""
        self.config.add(*tasks)

    def fanned(self, name: str, *deps: str) -> Task:
        """A task that runs in packages, in a form that it has there."""
        task = Task(name, deps=[*deps], packages=self.selection())
        self._form(task, detected=0.4)
        return task

    def plain(self, name: str, *deps: str) -> Task:
        """A task that runs once: in the root, or in a directory whose marker may say how."""
        task = Task(name, deps=[*deps])
        if self.chance(0.5):
            package = self.rng.choice(self.packages)
            task.dir = package.path if self.chance(0.95) else self.pick("gone", "out", "packages", "../ws")
        self._form(task, detected=0.0 if deps else 0.6 if task.dir else 0.1)
        return task

    def _form(self, task: Task, *, detected: float) -> None:
        """What a task runs: what its project has, what it delegates to, or a `run` string (FORM-1)."""
        roll = self.rng.random()
        own = task.name.rpartition("#")[2]
        if roll < detected:
            pass
        elif roll < detected + 0.15:
            ways = (("tool",), ("npm",), ("rec",), ("tool", "go", own, "$A *"), ("fail3", own))
            words = self._like_a_builtin(task) if self.chance(0.4) else self.pick(*ways)
            task.delegate = words if words[1:] else words[0]
        else:
            task.run = self._commands(task)
        if self.chance(0.06) and task.run is not None:
            task.delegate = ("rec", own, "it is this")
        if self.chance(0.1):
            task.args = [self.pick("plain", "a b", "$A", "*", "")]

    def _like_a_builtin(self, task: Task) -> tuple[str, ...]:
        """A program that is called like a builtin, and what that would do something to if it were meant (FORM-2)."""
        own = task.name.rpartition("#")[2]
        name = self.pick("rm", "rm", "cp", "mv", "mkdir", "touch", "cat", "echo", "pwd", "true")
        if not self.chance(0.1):
            self.put(Program(f"bin/{name}", self.pick(0, 0, 0, 3)))
        packages = self.rng.sample(self.packages, min(3, len(self.packages)))
        places = [package.path for package in packages if task.packages or package.path == task.dir]
        for place in places if task.packages or task.dir else ["."]:
            for file in ("run", own):
                self.put(File(f"ws/{place}/{file}".replace("/./", "/"), "inside\n"))
        return self.pick((name,), (name,), (name, own), (name, "run", "new"), (name, "run", f"{WORLD}/out/new"))

    def _commands(self, task: Task) -> str:
        """A sequence of programs called by words that nobody else uses, and of builtins."""
        own = task.name.replace("#", "-")
        commands = [f"{self.pick('rec', 'rec', 'tool', 'tool', 'fail3' if self.chance(0.3) else 'rec')} {own}"]
        if self.chance(0.3):
            commands.insert(
                self.pick(0, 1), self.pick("pwd", f"touch made-{own}", "true", f"echo {own}", f"rec {own} 2")
            )
        if self.chance(0.2):
            task.env["A"] = self.mark()
            commands.append(f"rec {own} $A")
        return self.pick(" && ", " && ", " ; ").join(commands)

    def side_by_side(self) -> None:
        """Tasks let what they wait for run side by side (GRAPH-10)."""
        for task in self.config.tasks.values():
            task.parallel = task.parallel or self.chance(0.7)

    # --- surroundings --------------------------------------------------------------------------------------------

    def surroundings(self) -> None:
        """Variables, what is installed, where the run starts."""
        if self.chance(0.15):
            self.put(File("ws/.env", f"A={self.mark()}\n"))
        if self.chance(0.12):
            self.put(File("ws/conf/x.env", f"B={self.mark()}\n"))
            task = self.rng.choice(list(self.config.tasks.values()))
            if task.dir is None:
                task.env_files.append("conf/x.env")
        if self.chance(0.3) or self._with_colon():
            self.install()
        if self.chance(0.1):
            self.cwd = f"ws/{self.rng.choice(self.packages).path}".removesuffix("/.")

    def install(self) -> None:
        """Programs in `node_modules/.bin` of the root, of packages and in between, which come before all others."""
        package = self.rng.choice(self._with_colon() or self.packages).path
        above = [".", package, package.rpartition("/")[0] or "."]
        for directory in above[: self.pick(1, 2, 2, 3)]:
            place = f"ws/{directory}/node_modules/.bin".replace("/./", "/")
            if any(path.startswith(place) for path in self.tree):
                continue
            if self.chance(0.05):
                self.put(File(place, "no directory\n"))
                continue
            self.put(Directory(place))
            for name in self.rng.sample(("tool", "rec", "npm", "bun", "cargo", "go", "uv", "extra"), 2):
                self.put(Program(f"{place}/{name}", self.pick(0, 0, 0, 5)))

    def _with_colon(self) -> list[Package]:
        """The packages whose place can't be part of a PATH (FORM-4)."""
        return [package for package in self.packages if ":" in package.path]

    def flags(self) -> None:
        """Options, and words for the task."""
        if self.chance(0.12):
            self.options.append("--dry-run")
        elif self.chance(0.1):
            self.reporter_file()
        if self.chance(0.15):
            self.options.append("--no-bail")
        if self.chance(0.15):
            self.resume()
        if self.chance(0.08):
            self.options += self.pick(["--reporter", "ndjson"], ["--reporter=ndjson"], ["--reporter", "human"])
        if self.chance(0.1):
            self.typed = [self.pick("one", "a b", "it's", "$A", "--strict", ""), *(["two"] if self.chance(0.3) else [])]
        if self.chance(0.015):
            self.options += self.pick(["--since", "HEAD"], ["--since=main"])
        if self.chance(0.04):
            self.misuse()

    def resume(self) -> None:
        """From a package, by its path or by its name; or from none that is there."""
        package = self.rng.choice([package for package in self.packages if package.name == "twice"] or self.packages)
        name = package.name if package.name and not package.broken else package.path
        meant = "gone" if self.chance(0.08) else self.pick(self._written(package.path), name)
        self.options += [f"--resume-from={meant}"] if self.chance(0.4) or meant[0] == "-" else ["--resume-from", meant]

    def reporter_file(self) -> None:
        """Events go to a file that nobody else touches: outside, inside, there already, or where none can be."""
        up = "../" * (self.cwd.count("/") + 1)
        self.put(File("out/old", "what was there\n"))
        self.put(Directory("ws/out"))
        place = self.pick("out/ev", "out/ev", "out/old", "ws/out/ev", "ws/out/ev")
        if self.chance(0.25):
            self.put(Special("out/pipe", "fifo"))
            self.put(Link("out/lnk", self.pick("lnk", "gone/x", "pipe")))
            place = self.pick("out", "out/gone/ev", "out/pipe", "out/lnk", "out/old/ev", "out/ev/")
        self.options += [f"--reporter-file={up}{place}"] if self.chance(0.4) else ["--reporter-file", f"{up}{place}"]

    def misuse(self) -> None:
        """An option with a value that it can't have, or without one."""
        valued = (["--resume-from"], ["--resume-from", "--no-bail"], ["--resume-from=a", "--resume-from=b"])
        reporters = (["--reporter"], ["--reporter", "json"], ["--reporter="], ["--reporter-file="], ["--reporter-file"])
        refs = (["--since=-x"], ["--since="], ["--since", "-x"], ["--since=HEAD", "--since=HEAD"])
        self.options += self.pick(*valued, *reporters * 2, *refs, ["--no-bail=1"], ["--reporters=human"])
