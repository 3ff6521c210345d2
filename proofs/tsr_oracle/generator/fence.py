"""Makes the cases that try a fence: small trees with links, and `run` strings whose operands go where it stands."""

from __future__ import annotations

import random
from collections.abc import Callable

from tsr_oracle.generator.fence_tree import FAR, FenceTree, relative
from tsr_spec.case import OTHER, WORLD, Directory, File, Given, HardLink, Link, Program, Special
from tsr_spec.example import config_text


def fence_case(rng: random.Random, *, other: bool = False) -> Given:
    """A case, with the numbers that the generator of chance gives. `other`: as for `generate`."""
    return FenceMaker(rng, other).case()


class FenceMaker(FenceTree):
    """Makes one case with the numbers that the generator of chance gives."""

    # --- the case ------------------------------------------------------------------------------------------------

    def case(self) -> Given:
        if self.other:
            self.directories(FAR, self.rng.randint(1, 3), "far")
        self.directories("out", self.rng.randint(1, 4), "canary")
        self.directories("ws", self.rng.randint(1, 7), "inside")
        if self.chance(0.2):
            self.directories("ws-old", 1, "canary")
        allow = self.allowed() if self.other or self.chance(0.3) else []
        self.programs()
        task_dir = self.task_dir() if self.chance(0.15) else None
        base = self.base_of(task_dir)
        run = self.sequence(base)
        args = [self.operand(base)] if self.chance(0.04) else None
        typed = ("--", self.operand(base)) if self.chance(0.04) else ()
        self.tree["ws/tasks.toml"] = self.config(run, allow, task_dir, args)
        cwd = self.discovery()
        return Given(
            argv=("t", *typed),
            tree=tuple(self.tree.values()),
            cwd=cwd,
            env=tuple(self.env.items()),
            umask=0o022 if self.chance(0.85) else self.rng.choice((0o002, 0o027, 0o077)),
            stdin="typed\n" if self.chance(0.1) else "",
        )

    def config(self, run: str, allow: list[str], task_dir: str | None, args: list[str] | None) -> File:
        text = config_text(run, [entry for entry in allow if entry.isprintable()] or None, task_dir, args)
        return File("ws/tasks.toml", text)

    def programs(self) -> None:
        for name, status in (("rec", 0), ("fail3", 3)):
            self.tree[f"bin/{name}"] = Program(f"bin/{name}", status)

    def discovery(self) -> str:
        """Where the run starts: mostly in the workspace root, now and then below it or somewhere else."""
        inside = self.paths("ws/", Directory)
        cwd = self.rng.choice(inside) if inside and self.chance(0.12) else "ws"
        if self.chance(0.03):
            cwd = self.rng.choice(("out", "home", "."))
        if self.chance(0.04):
            place = self.rng.choice(("ws", cwd, "."))
            self.add(Directory(f"{place}/.git" if place != "." else ".git"))
        if self.chance(0.03):
            place = self.rng.choice(("home", "out", ".", cwd))
            path = f"{place}/tasks.toml" if place != "." else "tasks.toml"
            if path not in self.tree:
                self.tree[path] = File(path, config_text("rec elsewhere"))
        return cwd

    def task_dir(self) -> str:
        """What `dir` says: a directory inside mostly, now and then a link, a file, something outside or missing."""
        inside = self.paths("ws/", Directory, Link)
        if inside and self.chance(0.75):
            return relative("ws", self.rng.choice(inside))
        return self.rng.choice(("../out", "missing", ".", "", "a/..", "../shared", "/@WORLD@/ws"))

    def base_of(self, task_dir: str | None) -> str:
        """The directory that operands are written from: a guess is enough, a wrong one makes a case too."""
        place = "ws" if task_dir is None else f"ws/{task_dir}"
        return place if isinstance(self.tree.get(place), Directory) else "ws"

    # --- run strings -----------------------------------------------------------------------------------------------

    def sequence(self, base: str) -> str:
        if base != "ws" and self.chance(0.05):
            return self.own_directory(base)
        commands = [self.command(base)]
        while self.chance(0.25) and len(commands) < 4:
            commands += [self.rng.choice((" && ", " || ", " ; ", ";")), self.command(base)]
        return "".join(commands)

    def command(self, base: str) -> str:
        if self.chance(0.12):
            words = [self.rng.choice(("rec", "rec", "fail3", "../bin/rec", "nowhere"))]
            return " ".join(words + [self.word(self.operand(base)) for _ in range(self.rng.randint(0, 2))])
        if self.other and self.chance(0.5):
            return self.across(base)
        make = self.rng.choice(_COMMANDS)
        return make(self, base)

    def operands(self, base: str, least: int, most: int) -> str:
        return " ".join(self.word(self.operand(base)) for _ in range(self.rng.randint(least, most)))

    def rm(self, base: str) -> str:
        option = self.rng.choice(("", "-r ", "-f ", "-rf ", "-R ", "--recursive ", "-r -- "))
        return f"rm {option}{self.operands(base, 1, 2)}"

    def cp(self, base: str) -> str:
        option = self.rng.choice(("", "-r ", "-r ", "-R ", "--recursive "))
        return f"cp {option}{self.operands(base, 2, 3 if self.chance(0.3) else 2)}"

    def copy_tree(self, base: str) -> str:
        """A whole directory to a new name or onto another one: what a tree walk meets is tried on both sides."""
        directories = self.paths("ws/", Directory)
        if not directories:
            return self.cp(base)
        source = relative(base, self.rng.choice(directories))
        target = self.name() if self.chance(0.5) else relative(base, self.rng.choice(self.paths("ws/")))
        return f"cp -r {self.word(source)} {self.word(target)}"

    def onto(self, base: str) -> str:
        """A file onto what is there already: a link, one to the file itself or to nothing, a further name, a FIFO."""
        files, others = self.paths("ws/", File), self.paths("ws/", Link, HardLink, Special)
        if not files:
            return self.cp(base)
        source = self.rng.choice(files)
        if not others or self.chance(0.25):
            others = ["ws/on"]
            self.add(Link("ws/on", self.rng.choice((relative("ws", source), "missing"))))
        verb = self.rng.choice(("cp", "cp", "mv", "cp -r"))
        return f"{verb} {self.word(relative(base, source))} {self.word(relative(base, self.rng.choice(others)))}"

    def mv(self, base: str) -> str:
        return f"mv {self.operands(base, 2, 3 if self.chance(0.3) else 2)}"

    def across(self, base: str) -> str:
        """From one file system to the other: a rename is a copy there, and then a removal (FENCE-7)."""
        here, far = self.rng.choice(self.paths("ws/")), self.far()
        if self.chance(0.1) and isinstance(self.tree.get(here), Directory):
            self.add(Special(f"{here}/pipe", "fifo"))
        taken = f"{FAR}/{here.rpartition('/')[2]}"
        if self.chance(0.15) and isinstance(self.tree.setdefault(taken, Directory(taken)), Directory):
            self.add(File(f"{taken}/full", "far, and in the way\n"))
            far = FAR
        ends = [relative(base, here), f"{far}/" if self.chance(0.1) else far]
        self.rng.shuffle(ends)
        return f"{self.pick('mv', 'mv', 'mv', 'cp -r')} {' '.join(map(self.word, ends))}"

    def own_directory(self, base: str) -> str:
        """The directory in which the task runs is removed under its feet, and something is to be done there.

        By a builtin: what a program sees there is between it and the kernel.
        """
        return f"rm -r {WORLD}/{base} {self.pick('&&', ';')} {self.rng.choice(_COMMANDS)(self, base)}"

    def misunderstood(self, base: str) -> str:
        """Options that a command has not got, or not in this form, or an operand too few (BUILTIN-1, BUILTIN-2)."""
        words = [self.word(self.operand(base)) for _ in range(self.pick(0, 1, 1, 2))]
        for _ in range(self.pick(0, 1, 1, 2)):
            words.insert(self.pick(0, len(words)), self.pick(*_ODD_OPTIONS))
        verb = self.pick("rm", "cp", "mv", "mkdir", "touch", "cat", "pwd", "true", "echo")
        return " ".join([verb, *words])

    def mkdir(self, base: str) -> str:
        option = self.rng.choice(("", "-p ", "-p ", "--parents "))
        return f"mkdir {option}{self.operands(base, 1, 2)}"

    def touch(self, base: str) -> str:
        return f"touch {self.operands(base, 1, 2)}"

    def cat(self, base: str) -> str:
        return f"cat {self.operands(base, 0 if self.chance(0.1) else 1, 2)}"

    def other_builtin(self, base: str) -> str:
        return self.rng.choice(("true", "false", "pwd", "echo", "echo -n")) + (
            f" {self.operands(base, 1, 2)}" if self.chance(0.2) else ""
        )

    def operand(self, base: str) -> str:
        """A path, written from `base`: to something there is, or past it, in one of the ways that try a fence."""
        roll = self.rng.random()
        if roll < 0.02:
            return self.rng.choice(("", "", ".", "..", "../..", "/@WORLD@/ws", "../ws", "./.", "../ws/."))
        if roll < 0.10:
            missing = self.rng.choice(("missing", self.name(), "../missing"))
            return f"{missing}/../{self.rng.choice(('', '../out/'))}{self.name()}"
        if roll < 0.12:
            return self.by_the_outside(base)
        if roll < 0.13:
            return self.round_and_round(base)
        text = self.existing(base)
        if self.chance(0.25):
            text = f"{text}/{self.name()}"
        if self.chance(0.06):
            text = f"{text}/../{self.name()}"
        if self.chance(0.04):
            text = f"{text}/{self.name()}/{self.name()}"
        return text + self.rng.choice(("/", "/.", "//")) if self.chance(0.08) else text

    def by_the_outside(self, base: str) -> str:
        """Out of the workspace, over something that is missing there, and in again."""
        missing = self.rng.choice(("missing", self.name()))
        return f"{relative(base, 'out')}/{missing}/../{relative('out', 'ws')}/{self.name()}"

    def round_and_round(self, base: str) -> str:
        """A walk over about as many links as are followed, all of them the same one (FENCE-2)."""
        self.add(Link(f"{base}/o", "."))
        return "o/" * self.rng.randint(38, 42) + self.name()

    def existing(self, base: str) -> str:
        """A path to something there is: mostly in the workspace, links above all."""
        if self.other and self.chance(0.3):
            return self.far()
        inside, links = self.paths("ws/"), self.paths("ws/", Link)
        pool = self.rng.choice((inside, inside, links or inside, list(self.tree)))
        if not pool:
            return self.name()
        path = self.rng.choice(pool)
        if path.startswith(OTHER):
            return path
        return f"{WORLD}/{path}" if self.chance(0.08) else relative(base, path)

    def word(self, text: str) -> str:
        """The operand as a word of a `run` string: bare, quoted, through a variable, or as a pattern."""
        if not all(letter.isprintable() for letter in text):
            return "?"
        if text and self.chance(0.07):
            head, slash, tail = text.rpartition("/")
            pattern = self.rng.choice(("*", "?", f"{tail[:1]}*", "[a-c]", "**", "*/", ".*", "[!a]"))
            if not set(head) & set(_SPECIAL) and stays_below(head):
                return f"{head}{slash}{pattern}" if slash or self.chance(0.8) else f"*/{pattern}"
        bare = bool(text) and not set(text) & set(_SPECIAL)
        if bare and self.chance(0.8):
            return text
        if self.chance(0.2):
            name = f"V{len(self.env)}"
            self.env[name] = text
            return self.rng.choice((f"${{{name}}}", f'"${name}"', f"${name}"))
        return f"'{text}'" if self.chance(0.5) else f'"{text}"'


def stays_below(head: str) -> bool:
    """Whether a pattern behind this path, written from a directory of the world, sees nothing above the world."""
    inside = head.startswith((f"{WORLD}/", f"{OTHER}/")) if head.startswith("/") else True
    return inside and (head == ".." or ".." not in head)


_ODD_OPTIONS = (
    *("-x", "--foo", "-rf", "-fr", "-p", "-pp", "-R", "-n", "-nn", "-rx", "--", "-", "'-r'", "-rR"),
    *("--recursive", "--recurs", "--parents", "--force", "--recursive=", "--help", "-\\r"),
)
_SPECIAL = " \t\n'\"$`|&;<>(){}*?[],\\~#"

_COMMANDS: tuple[Callable[[FenceMaker, str], str], ...] = (
    *(FenceMaker.rm,) * 4,
    *(FenceMaker.cp,) * 4,
    *(FenceMaker.copy_tree,) * 3,
    *(FenceMaker.onto,) * 3,
    *(FenceMaker.mv,) * 5,
    *(FenceMaker.mkdir,) * 4,
    *(FenceMaker.touch,) * 3,
    *(FenceMaker.cat,) * 3,
    FenceMaker.other_builtin,
    FenceMaker.misunderstood,
)
