"""What is done to a monorepo that could be somebody's, so that it is refused, or looks as if it had to be."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from tsr_oracle.generator.monorepo_draft import MonorepoDraft
from tsr_oracle.generator.task_texts import Task
from tsr_spec.case import WORLD, Directory, Entry, File, Link


def _some_task(draft: MonorepoDraft) -> Task:
    return draft.rng.choice([draft.config.tasks[draft.named], *draft.config.tasks.values()])


def _selects_nothing(draft: MonorepoDraft) -> None:
    """An entry selects nothing, or there is none (PKG-4); in a task that is reached or in one that is not."""
    task = draft.rng.choice([_some_task(draft), _some_task(draft), Task("other", "rec other", packages=["**"])])
    draft.add(task)
    if task.packages is not None:
        entry = draft.pick("gone", "packages/gone", "gone/*", "@org/gone", "../ws", "../out", "node_modules/*")
        task.packages = [] if draft.chance(0.15) else [*task.packages, entry]


def _leads_out(draft: MonorepoDraft) -> None:
    """Beneath a pattern, or by an entry, there is a way out of the workspace (FENCE-1, FENCE-9)."""
    draft.put(
        draft.one_of(File("out/go.mod", "module example.com/out\n"), File("out/x/Cargo.toml", ""), Directory("out/y"))
    )
    group = draft.rng.choice(draft.packages).path.rpartition("/")[0]
    path = f"ws/{group}/far" if group else "ws/far"
    draft.put(Link(path, "../" * (path.count("/")) + draft.pick("out", "out", "out/x", "out/gone", "home")))
    if draft.chance(0.4):
        draft.config.members.append(
            draft.pick("../out", "far/*", "far", "../out/*", f"{WORLD}/out", f"{path}/x/..".removeprefix("ws/"))
        )


def _begins_outside(draft: MonorepoDraft) -> None:
    """The beginning of an entry leads out, to where it matches no directory, or to nothing that is there (FENCE-1)."""
    draft.put(File("out/go.mod", "module example.com/out\n"))
    package = draft.rng.choice(draft.packages)
    task = draft.config.tasks[draft.named]
    if task.packages and package.name and package.name.startswith("@org/") and draft.chance(0.7):  # it is a name too
        draft.put(Link("ws/@org", draft.pick("../out", "../home")))
        task.packages.append(package.name)
        return
    draft.put(Link("ws/far", "../out"))
    entry = draft.pick("../out/*", "../out/gone", "far/*", "far/gone", "far/?/x", f"{WORLD}/out/*", "packages/../far/*")
    draft.config.members.insert(draft.pick(0, len(draft.config.members)), entry)


def _marker_outside(draft: MonorepoDraft) -> None:
    """A marker, or a lock file, is a link, to a file outside or to one inside (FENCE-1)."""
    package = draft.rng.choice(draft.packages)
    if package.path == ".":
        return
    path = f"ws/{package.path}/package.json"
    up = "../" * (package.path.count("/") + 1)
    if draft.chance(0.4):
        draft.put(File("out/lock", "far\n"))
        lock = draft.pick("bun.lock", "bun.lockb")
        below, above = draft.pick((f"ws/{package.path}", up), ("ws", ""))
        draft.put(
            Link(f"{below}/{lock}", above + draft.pick("../out/lock", "../out/lock", "tasks.toml", "../out/gone"))
        )
        return
    draft.declares = [declared for declared in draft.declares if declared.path != path]
    if draft.chance(0.6):
        draft.put(File("out/package.json", '{"name": "far"}\n'))
        draft.put(Link(path, f"{up}../out/package.json"))
    else:
        draft.put(File("ws/conf/package.json", '{"name": 1}\n'))
        draft.put(Link(path, f"{up}conf/package.json"))


def _workspace_by_link(draft: MonorepoDraft) -> None:
    """The `Cargo.toml` in which dependencies are looked up is a link, to the outside mostly (FENCE-1, PKG-8)."""
    at = "ws/Cargo.toml"
    lies = draft.tree.get(at)
    places = [path.removesuffix("/Cargo.toml") for path in draft.tree if path.endswith("/Cargo.toml") and path != at]
    between = any(other.startswith(f"{place}/") for place in places for other in places)
    if "." not in draft.cargo or len(draft.cargo) > 1 or between or not isinstance(lies, File):
        return
    there, target = ("ws/conf/m", "conf/m") if draft.chance(0.3) else ("out/m", "../out/m")
    looked_up = {one.path for one in draft.declares if one.path != at and _looks_up(draft.tree[one.path])}
    draft.put(File(there, lies.data))
    draft.put(Link(at, target))
    draft.declares = [
        replace(one, path=there) if one.path == at else replace(one, through=(at,)) if one.path in looked_up else one
        for one in draft.declares
    ]


def _looks_up(manifest: Entry) -> bool:
    """Whether a manifest of cargo has to be completed by the workspace's."""
    if not isinstance(manifest, File) or not manifest.path.endswith("/Cargo.toml"):
        return False
    return re.search(r"workspace\s*=\s*true", manifest.data) is not None


def _round_and_round(draft: MonorepoDraft) -> None:
    """A member is reached over about as many links as are followed (FENCE-2)."""
    draft.put(Link("ws/o", "."))
    draft.config.members.append("o/" * draft.pick(40, 41, 41) + draft.rng.choice(draft.packages).path)


def _reaches_out(draft: MonorepoDraft) -> None:
    """A builtin reaches out of the workspace, in a run in which other tasks have other forms (FENCE-10)."""
    draft.put(File("out/f", f"canary-{draft.mark()}\n"))
    task = _some_task(draft)
    if task.run is not None:
        task.run += draft.pick(" && ", " ; ") + draft.pick("cat", "touch", "rm") + f" {WORLD}/out/f"


def _circle_of_units(draft: MonorepoDraft) -> None:
    """A task waits for another one in what its packages depend on, and that waits for the whole of it (GRAPH-3)."""
    draft.add(draft.fanned("around", draft.pick(draft.named, "^around")))
    draft.config.tasks[draft.named].deps.append("^around" if draft.config.tasks[draft.named].packages else "around")


def _changes_on_the_way(draft: MonorepoDraft) -> None:
    """A task that runs first moves a package, or puts something else in its place (FENCE-15)."""
    package = draft.rng.choice(draft.packages).path
    if package == "." or " " in package or package.startswith("-"):
        return
    draft.put(Directory("ws/spare"))
    draft.put(Link("ws/lnk", f"{WORLD}/{draft.pick('out', 'ws/spare')}"))
    link = f"mv {package} moved && mv lnk {package}"
    run = draft.pick(f"mv {package} moved", f"rm -r {package}", link, link)
    draft.add(Task("first", run))
    draft.config.tasks[draft.named].deps.insert(0, "first")
    for task in draft.config.tasks.values():
        task.parallel = False


def _nothing_says_how(draft: MonorepoDraft) -> None:
    """Nothing says how a task is to be run (CLI-10)."""
    task = _some_task(draft)
    task.run = task.delegate = task.packages = None
    task.deps = [dep for dep in task.deps if not dep.startswith("^")] if draft.chance(0.3) else []
    task.dir = draft.pick(None, "gone", "out", "../out", "conf", "ws")


def _odd_field(draft: MonorepoDraft) -> None:
    """Fields that can't be together, or can't be like this (CLI-5, CLI-9, FORM-2, GRAPH-6, PKG-1, PKG-4)."""
    task = _some_task(draft)
    task.more.append(
        draft.pick(
            *("delegate2 = 'x'", "package = ['x']", "parallels = true") * 2,
            "dir = '.'" if task.dir is None else "retries = 1",
            "packages = ['']" if task.packages is None else "retry = {}",
            *(
                "delegate = ''",
                "delegate = ''",
                "delegate = 1",
                "delegate = { bin = '' }",
                "delegate = { args = ['x'] }",
            )
            if task.delegate is None
            else ("delegates = ''",),
        )
    )
    if draft.chance(0.2):
        draft.config.members.append("")
    if draft.chance(0.5):
        task.deps.append(draft.pick("^build", "^build", "^gone", "^a#b", "gone"))


def _another_name(draft: MonorepoDraft) -> None:
    """The command line asks for a task that there isn't."""
    draft.named = draft.pick("biuld", "biuld", "vet", "test2", "web#build", "build#", "")
    if draft.chance(0.9) and not any(package.path == "." for package in draft.packages):
        draft.put(File(f"ws/{draft.pick('package.json', 'package.json', 'go.mod')}", '{"scripts": {"biuld": "x"}}\n'))


def _runs_no_task(draft: MonorepoDraft) -> None:
    """The command line asks for something else than a task (CLI-2)."""
    draft.alone = draft.pick(("--list",), ("--list", "--json"), ("--init",), ("--list", "build"))


TWISTS: tuple[Callable[[MonorepoDraft], None], ...] = (
    *(_selects_nothing,) * 3,
    *(_leads_out,) * 4,
    *(_begins_outside,) * 3,
    *(_marker_outside,) * 3,
    *(_changes_on_the_way,) * 3,
    *(_workspace_by_link,) * 3,
    *(_reaches_out,) * 2,
    *(_round_and_round,) * 2,
    *(_nothing_says_how,) * 2,
    *(_odd_field,) * 4,
    *(_circle_of_units,) * 3,
    *(_another_name,) * 4,
    *(_runs_no_task,) * 2,
)
