"""What a task runs, for every choice of its fields and its directory's markers; and where its programs are looked for.

Both domains are finite; of names and values there are a few that stand for all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import product
from typing import Literal, TypeAlias

from tsr_model import forms, workload
from tsr_model.choices import OURS
from tsr_model.command_line import Request
from tsr_model.config import Config, Task
from tsr_model.fence import Bounds
from tsr_model.filesystem import Directory, File, FileSystem, Link, Node, Number
from tsr_model.graph import Dep
from tsr_model.packages import Workspace
from tsr_model.refusal import Notes, Refusal
from tsr_model.shell import Sequence
from tsr_model.workload import Workload
from tsr_proofs.packages.runs import RUN

# --- which form (FORM-1) ---------------------------------------------------------------------------------------------

DELEGATED = ("make", "t")
HELD: dict[tuple[str, ...], tuple[str, ...] | None] = {
    (): None,
    ("bun.lock",): None,
    ("package.json",): ("npm", "run", "t"),
    ("package.json", "bun.lockb"): ("bun", "run", "t"),
    ("Cargo.toml", "go.mod"): ("cargo", "t"),
    ("go.mod",): ("go", "t"),
    ("pyproject.toml",): ("uv", "run", "t"),
}
"""What a directory may hold, and the words that this runs the task `t` by."""
Where: TypeAlias = Literal["root", "dir", "package", "missing"]
WHERE: tuple[Where, ...] = ("root", "dir", "package", "missing")


@dataclass(slots=True)
class Written:
    """The fields of a task, and what its directory and the root hold; `missing`: its `dir` isn't there."""

    name: str
    delegate: bool
    run: bool
    deps: bool
    where: Where
    held: tuple[str, ...]
    in_root: tuple[str, ...]
    _load: Workload | Refusal | None = field(default=None, init=False, repr=False)

    @property
    def load(self) -> Workload | Refusal:
        """The work of a run of the task, as the model puts it together, or why it refuses."""
        if self._load is None:
            task = Task(
                self.name,
                RUN if self.run else None,
                delegate=DELEGATED if self.delegate else None,
                dir={"dir": "d", "missing": "none"}.get(self.where),
                packages=("d",) if self.where == "package" else None,
                deps=(Dep("u"),) if self.deps else (),
            )
            config = Config({self.name: task, "u": Task("u", RUN)}, members=("d",))
            space = Workspace(self._files(), 0, Bounds(()), {}, Notes(OURS))
            self._load = workload.workload(space, config, Request(self.name))
        return self._load

    def _files(self) -> FileSystem:
        root = dict.fromkeys(self.held if self.where == "root" else self.in_root, 2)
        held = dict.fromkeys(self.held, 2)
        return FileSystem({0: Directory({"d": 1, **root}, 0), 1: Directory(held, 0), 2: File("")})

    def __str__(self) -> str:
        fields = ["delegate"] * self.delegate + ["run"] * self.run + ["deps"] * self.deps
        held = f"it holds {', '.join(self.held) or 'nothing'}, the root {', '.join(self.in_root) or 'nothing'}"
        return f"{self.name}: {', '.join(fields) or 'no field'}; in the {self.where}; {held}"


def written() -> Iterator[Written]:
    """Every choice of fields, of where the task runs, and of what there and the root is."""
    flags = (False, True)
    for name, delegate, run, deps, where in product(("t", "a#t"), flags, flags, flags, WHERE):
        roots = ((),) if where == "root" else ((), ("bun.lock",), ("Cargo.toml",))
        for held, in_root in product(HELD, roots):
            yield Written(name, delegate, run, deps, where, held, in_root)


def form_by_precedence(case: Written) -> str | None:
    """FORM-1, FORM-3, CLI-10: a task runs what it delegates to, else its `run`, else what the marker in its own
    directory says; one with deps and nothing else runs nothing; one that nothing says how to run is refused."""
    found = case.load
    works = [] if isinstance(found, Refusal) else [work.command for work in found.works if work.task.name == case.name]
    said = found.clauses[0] if isinstance(found, Refusal) else works[0] if works else None
    expected = _expected(case)
    return None if said == expected else f"the model: {said}, the second reading: {expected}"


def _expected(case: Written) -> tuple[str, ...] | Sequence | str | None:
    if case.where == "package" and HELD[case.held] is None:
        return "PKG-4"
    if case.delegate or case.run:
        return DELEGATED if case.delegate else RUN
    if case.deps and case.where != "package":
        return None
    return _detected(case) or "CLI-10"


def _detected(case: Written) -> tuple[str, ...] | None:
    words = None if case.where == "missing" else HELD[case.held]
    is_npm = words is not None and words[0] == "npm"
    return ("bun", "run", "t") if is_npm and "bun.lock" in case.in_root else words


def run_is_what_runs(case: Written) -> str | None:
    """Witness: a task that has a `run` runs it."""
    works = () if isinstance(case.load, Refusal) else case.load.works
    commands = [work.command for work in works if work.task.name == case.name]
    return f"it runs {commands[0]}" if case.run and commands and commands[0] != RUN else None


# --- what is installed (FORM-4) --------------------------------------------------------------------------------------

Installed: TypeAlias = Literal["nothing", "directory", "file", "link", "dangling link", "by a link"]
INSTALLED: tuple[Installed, ...] = ("nothing", "directory", "file", "link", "dangling link", "by a link")
"""What `node_modules/.bin` is in a directory; `by a link`: `node_modules` is a link to one that is elsewhere."""
INHERITED: tuple[str | None, ...] = (None, "", "/x", "/x:/w/d/node_modules/.bin:")
STARTS = ("/w", "/w/d", "/w/d/e", "/o", "/")


@dataclass(slots=True)
class Searched:
    """What is installed in `/`, in the root `/w`, in `/w/d` and `/w/d/e`; where a unit runs; the `PATH` it gets.

    `odd`: `d` is called `d:d`. `/o` is beside the root, and has `node_modules/.bin`.
    """

    installed: tuple[Installed, ...]
    start: str
    path: str | None
    odd: bool

    @property
    def names(self) -> tuple[str, ...]:
        """The names from the root of all down to the deepest directory."""
        return ("w", "d:d" if self.odd else "d", "e")

    @property
    def environment(self) -> dict[str, str]:
        """What the unit's programs would get."""
        return {"A": "1"} if self.path is None else {"A": "1", "PATH": self.path}

    def found(self) -> dict[str, str]:
        """What the model gives them."""
        nodes, directories = self._nodes()
        return forms.with_installed(FileSystem(nodes), directories[self.start], ("w",), self.environment)

    def _nodes(self) -> tuple[dict[Number, Node], dict[str, Number]]:
        directories = {"/": 0, "/w": 1, "/w/d": 2, "/w/d/e": 3, "/o": 4}
        nodes: dict[Number, Node] = {5: File(""), 6: Directory({".bin": 7}, 0), 7: Directory({}, 6)}
        for number, installed in ((0, self.installed[0]), *enumerate(self.installed[1:], 1), (4, "directory")):
            held: dict[str, Number] = {}
            inner, bin = len(nodes) + 100, len(nodes) + 200
            if installed == "by a link":
                held, nodes[inner] = {"node_modules": inner}, Link("/installed")
            elif installed != "nothing":
                held, nodes[inner] = {"node_modules": inner}, Directory({".bin": bin}, number)
                kinds: dict[str, Node] = {
                    "directory": Directory({}, inner),
                    "file": File(""),
                    "link": Link("/installed/.bin"),
                    "dangling link": Link("gone"),
                }
                nodes[bin] = kinds[installed]
            below = {self.names[number]: number + 1} if number < len(self.names) else {}
            beside = {"o": 4, "installed": 6} if number == 0 else {}
            nodes[number] = Directory({**held, **below, **beside}, number - 1 if 0 < number < 4 else 0)
        return nodes, directories

    def __str__(self) -> str:
        there = zip(("/", "/w", "/w/d", "/w/d/e"), self.installed, strict=True)
        told = ", ".join(f"{place}: {what}" for place, what in there if what != "nothing")
        return f"{told or 'nothing'} installed; in {self.start}{', d is d:d' * self.odd}; PATH: {self.path!r}"


def searched() -> Iterator[Searched]:
    """Every choice of what is installed where, each directory for a unit, each inherited `PATH`."""
    for installed, start in product(product(INSTALLED, repeat=4), STARTS):
        path = INHERITED[sum(map(INSTALLED.index, installed)) % len(INHERITED)]
        yield Searched(installed, start, path, odd=False)
    few: tuple[Installed, ...] = ("nothing", "directory")
    for installed, start, path, odd in product(product(few, repeat=4), STARTS, INHERITED, (False, True)):
        yield Searched(installed, start, path, odd)


def installed_in_front(case: Searched) -> str | None:
    """FORM-4: `PATH` begins with each `node_modules/.bin` that is a directory, from the unit's directory up to the
    root, nearest first, but for those with a colon in them; of a directory that isn't beneath the root with its own."""
    above = {"/w/d/e": ("/w/d/e", "/w/d", "/w"), "/w/d": ("/w/d", "/w")}.get(case.start, (case.start,))
    kinds = dict(zip(("/", "/w", "/w/d", "/w/d/e"), case.installed, strict=True)) | {"/o": "directory"}
    there = [place for place in above if kinds[place] in ("directory", "link", "by a link")]
    there = [place for place in there if not case.odd or "/d" not in place]
    front = [f"{place.rstrip('/')}/node_modules/.bin" for place in there]
    behind = "/usr/bin:/bin" if case.path is None else case.path
    expected = {**case.environment, "PATH": ":".join([*front, behind])} if front else case.environment
    return None if case.found() == expected else f"the model: {case.found()}, the second reading: {expected}"


def inherited_stays_behind(case: Searched) -> str | None:
    """FORM-4, PATH-G1: what `PATH` held is searched as before, in order, behind directories called `node_modules/.bin`
    that lie beneath the root or in the unit's own directory; no other variable changes."""
    found = case.found()
    if {name: value for name, value in found.items() if name != "PATH"} != {"A": "1"}:
        return f"it becomes {found}"
    if case.path is None and "PATH" not in found:
        return None
    behind = ("/usr/bin:/bin" if case.path is None else case.path).split(":")
    entries = found.get("PATH", "").split(":")
    if entries[-len(behind) :] != behind:
        return f"it becomes {found['PATH']!r}"
    front = entries[: -len(behind)]
    own = f"{case.start.rstrip('/')}/node_modules/.bin"
    odd = [one for one in front if not one.endswith("/node_modules/.bin") or not (one.startswith("/w/") or one == own)]
    return f"{odd[0]!r} is in front of it" if odd else None


def path_is_untouched(case: Searched) -> str | None:
    """Witness: `PATH` is what it was."""
    return None if case.found() == case.environment else f"it becomes {case.found()['PATH']!r}"
