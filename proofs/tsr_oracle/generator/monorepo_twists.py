"""What is done to a monorepo that could be somebody's, so that it is refused, or looks as if it had to be."""

from __future__ import annotations

from collections.abc import Callable

from tsr_oracle.generator.monorepo_draft import MonorepoDraft
from tsr_oracle.generator.task_texts import Task
from tsr_spec.case import WORLD, Directory, File, Link


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
            *("dir = '.'", "packages = ['']") if task.dir is None and task.packages is None else ("retries = 1",),
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
    *(_nothing_says_how,) * 2,
    *(_odd_field,) * 3,
    *(_circle_of_units,) * 2,
    *(_another_name,) * 3,
    _runs_no_task,
)
