"""Changes a case that was interesting: one to three small things in it, by the means of those who generate cases."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import replace

from tsr_oracle.fuzz.run_strings import commands, run_strings, with_run_string
from tsr_oracle.fuzz.safety import is_safe
from tsr_oracle.generator.dotenv import DotenvMaker
from tsr_oracle.generator.fence import FenceMaker
from tsr_oracle.generator.fence_tree import FILE_MODES
from tsr_oracle.generator.values import NAMES
from tsr_oracle.smaller.declared import looked_up
from tsr_spec.case import Directory, File, Given, HardLink, Link
from tsr_spec.example import toml

CONFIG = "ws/tasks.toml"
_TRIES = 12
_OPTIONS = ("--dry-run", "--strict", "--allow-unsafe-env", "--no-bail", "--list", "--reporter=ndjson", "t")
_MODES = (*FILE_MODES, 0o666, 0o664)
_DIRECTORY_MODES = (0o755, 0o700, 0o777, 0o775, 0o1777)


def mutated(rng: random.Random, base: Given, donor: Given) -> Given | None:
    """The base, changed, maybe with something of the donor's in it; None where nothing came of it that may be run."""
    for _ in range(_TRIES):
        draft = _Draft(rng, base, donor)
        for _ in range(draft.pick(1, 1, 1, 2, 3)):
            rng.choice(_CHANGES)(draft)
        given = draft.given()
        if given not in (base, donor) and looked_up(given) <= looked_up(base) and is_safe(given):
            return given
    return None


class _Draft(FenceMaker):
    """The case while it is changed: its tree and its variables are those of who makes fences."""

    def __init__(self, rng: random.Random, base: Given, donor: Given) -> None:
        super().__init__(rng, other=False)
        self.base, self.donor = base, donor
        self.tree = {entry.path: entry for entry in base.tree}
        self.env = dict(base.env)
        self.argv = list(base.argv)
        self.cwd, self.home, self.umask, self.stdin = base.cwd, base.home, base.umask, base.stdin
        self.serial = 1000 + rng.randrange(1000)  # so that the bytes of a new file are like no other's
        self.manifests = {declared.path for declared in base.declares}

    def given(self) -> Given:
        """The draft as a question."""
        return replace(
            self.base,
            argv=tuple(self.argv),
            tree=tuple(self.tree.values()),
            cwd=self.cwd,
            home=self.home,
            env=tuple(self.env.items()),
            umask=self.umask,
            stdin=self.stdin,
            declares=tuple(one for one in self.base.declares if one.path in self.tree),
        )

    # --- the tree ------------------------------------------------------------------------------------------------

    def loose(self, *kinds: type) -> list[str]:
        """The paths of what may be changed without another file's text being about it."""
        return [path for path in self.paths("", *kinds) if path not in self.manifests and path != CONFIG]

    def new_path(self) -> str:
        """A place in some directory, most often in the workspace."""
        above = self.rng.choice(["ws", *self.paths("ws", Directory), *self.paths("", Directory)])
        return f"{above}/{self.name()}"

    def add_link(self) -> None:
        """One more link."""
        path = self.new_path()
        self.add(Link(path, self.target(path)))

    def add_entry(self) -> None:
        """One more entry of any kind."""
        path = self.new_path()
        self.add(self.node(path, "inside" if path.startswith("ws/") else "canary"))

    def remove(self) -> None:
        """An entry goes, with all beneath it and all of its further names."""
        paths = self.loose()
        if paths:
            self.take_away(self.rng.choice(paths))

    def take_away(self, path: str) -> None:
        """This one goes."""
        gone = {other for other in self.tree if f"{other}/".startswith(f"{path}/")}
        further = {e.path for e in self.tree.values() if isinstance(e, HardLink) and e.to in gone}
        self.tree = {other: entry for other, entry in self.tree.items() if other not in gone | further}

    def retarget(self) -> None:
        """A link leads elsewhere."""
        links = self.paths("", Link)
        if links:
            path = self.rng.choice(links)
            self.tree[path] = Link(path, self.target(path))

    def become_link(self) -> None:
        """Something is a link from now on, to another place or to where it has gone."""
        paths = self.loose(File, Directory)
        if not paths:
            return
        path = self.rng.choice(paths)
        entry, elsewhere = self.tree[path], self.new_path()
        self.take_away(path)
        if isinstance(entry, File) and elsewhere not in self.tree and self.chance(0.5):
            self.tree[elsewhere] = replace(entry, path=elsewhere)
        self.tree[path] = Link(path, self.target(path))

    def splice(self) -> None:
        """An entry of the other case, with what lies beneath it, stands here too."""
        declared = {one.path for one in self.donor.declares}
        entries = [entry for entry in self.donor.tree if entry.path != CONFIG and entry.path not in declared]
        if not entries:
            return
        top = self.rng.choice(entries).path
        for entry in entries:
            if f"{entry.path}/".startswith(f"{top}/") and entry.path not in self.manifests:
                self.tree[entry.path] = entry

    def other_mode(self) -> None:
        """Another mode for a file or a directory."""
        paths = self.paths("", File, Directory)
        if paths:
            entry = self.tree[self.rng.choice(paths)]
            if isinstance(entry, File):
                self.tree[entry.path] = replace(entry, mode=self.rng.choice(_MODES))
            elif isinstance(entry, Directory):
                self.tree[entry.path] = replace(entry, mode=self.rng.choice(_DIRECTORY_MODES))

    # --- the config ----------------------------------------------------------------------------------------------

    def config_text(self) -> str | None:
        """The text of the config, where there is one."""
        entry = self.tree.get(CONFIG)
        return entry.data if isinstance(entry, File) else None

    def rewrite(self, text: str) -> None:
        """The config has this text."""
        entry = self.tree[CONFIG]
        assert isinstance(entry, File)
        self.tree[CONFIG] = replace(entry, data=text)

    def with_run(self, change: Callable[[str], str]) -> None:
        """One of the `run` strings becomes another."""
        text = self.config_text()
        runs = run_strings(text or "")
        if text is not None and runs:
            number = self.rng.randrange(len(runs))
            self.rewrite(with_run_string(text, number, change(runs[number])))

    def other_operand(self) -> None:
        """A word of a command is another one, is left out, or has another one behind it."""

        def change(run: str) -> str:
            words = run.split(" ")
            at = self.rng.randrange(len(words))
            new = self.word(self.operand("ws"))
            words[at : at + 1] = self.pick([new], [new], [], [words[at], new])
            return " ".join(words)

        self.with_run(change)

    def other_command(self) -> None:
        """A command is another one, or one of the other case's."""

        def change(run: str) -> str:
            pieces = commands(run)
            pieces[2 * self.rng.randrange((len(pieces) + 1) // 2)] = self.some_command()
            return "".join(pieces)

        self.with_run(change)

    def one_more_command(self) -> None:
        """A command before all others, or behind them."""

        def change(run: str) -> str:
            both = [run, self.some_command()]
            self.rng.shuffle(both)
            return self.pick(" && ", " ; ", " || ").join(both)

        self.with_run(change)

    def some_command(self) -> str:
        """A command that was made now, or stands in the other case."""
        theirs = [run for e in self.donor.tree if isinstance(e, File) for run in run_strings(e.data)]
        if theirs and self.chance(0.4):
            pieces = commands(self.rng.choice(theirs))
            return pieces[2 * self.rng.randrange((len(pieces) + 1) // 2)]
        return self.command("ws")

    def other_config(self) -> None:
        """The config is that of the other case."""
        theirs = next((e for e in self.donor.tree if e.path == CONFIG and isinstance(e, File)), None)
        if theirs is not None and self.config_text() is not None:
            self.rewrite(theirs.data)

    def other_bounds(self) -> None:
        """`allow_paths` admits something else."""
        text = self.config_text()
        if text is not None and "[security]" not in text:
            self.add(Directory("out"))
            entries = [entry for entry in self.allowed() if entry.isprintable()]
            self.rewrite(f"[security]\nallow_paths = {toml(entries)}\n{text}")

    # --- the surroundings ----------------------------------------------------------------------------------------

    def other_place(self) -> None:
        """It is started in another directory, or has another home."""
        places = ["ws", "home", "out", ".", *self.paths("ws", Directory)]
        if self.chance(0.8):
            self.cwd = self.rng.choice(places)
        else:
            self.home = self.rng.choice(places)

    def other_variables(self) -> None:
        """The process has a variable more or less, or another value of one, which may be the other case's."""
        if self.env and self.chance(0.3):
            del self.env[self.rng.choice(sorted(self.env))]
        elif self.donor.env and self.chance(0.4):
            self.env.update([self.rng.choice(self.donor.env)])
        else:
            self.env[self.rng.choice((*NAMES, "V0", "V1"))] = self.pick("", "a b", "*", self.operand("ws"))

    def other_file_of_variables(self) -> None:
        """The root `.env` has a line more, or is the other case's."""
        path, maker = "ws/.env", DotenvMaker(self.rng)
        before = self.tree.get(path)
        text = maker.dotenv(maker.assignments(2))
        if isinstance(before, File):
            text = self.pick(before.data + text, text + before.data)
        if before is None or isinstance(before, File):
            self.tree[path] = File(path, text)

    def other_words(self) -> None:
        """An option more or less, or the words of the other case."""
        roll = self.rng.random()
        if roll < 0.6:
            self.argv.insert(self.rng.randint(0, len(self.argv)), self.rng.choice(_OPTIONS))
        elif roll < 0.8 and len(self.argv) > 1:
            del self.argv[self.rng.randrange(len(self.argv))]
        else:
            self.argv = list(self.donor.argv)

    def other_start(self) -> None:
        """Another umask, or something else to read."""
        if self.chance(0.7):
            self.umask = self.pick(0o022, 0o002, 0o027, 0o077)
        else:
            self.stdin = self.pick("", "typed\n", "no newline")


_CHANGES: tuple[Callable[[_Draft], None], ...] = (
    *(_Draft.add_link,) * 4,
    *(_Draft.retarget,) * 4,
    *(_Draft.become_link,) * 3,
    *(_Draft.splice,) * 4,
    *(_Draft.remove,) * 3,
    *(_Draft.add_entry,) * 2,
    *(_Draft.other_operand,) * 6,
    *(_Draft.other_command,) * 4,
    *(_Draft.one_more_command,) * 4,
    *(_Draft.other_words,) * 3,
    *(_Draft.other_variables,) * 3,
    *(_Draft.other_place,) * 2,
    *(_Draft.other_config,) * 2,
    _Draft.other_file_of_variables,
    _Draft.other_bounds,
    _Draft.other_mode,
    _Draft.other_start,
)
