"""One generated case in ten tries packages: all that packages, forms, reporters and options can come to is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property

import pytest
from reading_manifests import read_back

from tsr_model.choices import Choices
from tsr_model.config import Config, Task, parse_config
from tsr_model.globs import is_pattern
from tsr_model.prediction import Prediction, predict
from tsr_oracle.generator.generate import MOST_CLIMBS, TURNS, climbs, generate, keeps_within
from tsr_oracle.generator.monorepo import monorepo_case
from tsr_oracle.materialise import materialise, names_other, names_other_user
from tsr_oracle.scratch import Area
from tsr_spec.case import Declared, Directory, File, Given, Link, Program, Special, case_id

SEED, COUNT = 11, 1200
MONOREPOS = [index for index in range(10 * COUNT) if TURNS[index % len(TURNS)] is monorepo_case]
RAREST = COUNT // 400
"""How often each situation has to come in that many cases, at the least."""
MARKERS = ("package.json", "Cargo.toml", "go.mod", "pyproject.toml")


@dataclass(frozen=True)
class Made:
    """A generated case, and what is asked about it."""

    given: Given
    foretold: Prediction

    @cached_property
    def files(self) -> dict[str, str]:
        """The texts of the files, by path; that of cargo's workspace too where it is reached by a link."""
        texts = {entry.path: entry.data for entry in self.given.tree if isinstance(entry, File)}
        linked = texts.get("out/m", texts.get("ws/conf/m"))
        return texts if linked is None else {**texts, "ws/Cargo.toml": linked}

    @cached_property
    def config(self) -> Config | None:
        read = parse_config(self.files.get("ws/tasks.toml", "?"))
        return read if isinstance(read, Config) else None

    @property
    def tasks(self) -> list[Task]:
        return [*self.config.tasks.values()] if self.config else []

    @property
    def members(self) -> tuple[str, ...]:
        return self.config.members if self.config else ()

    @property
    def selections(self) -> list[str]:
        return [entry for task in self.tasks for entry in task.packages or ()]

    @property
    def entries(self) -> list[str]:
        return [*self.members, *self.selections]

    @property
    def by(self) -> tuple[str, ...]:
        """The clauses of a refusal at load, or none."""
        return self.foretold.refusal if self.foretold.stage == "load" else ()

    @property
    def later(self) -> tuple[str, ...]:
        """The clauses of a refusal once something has run, or none."""
        return self.foretold.refusal if self.foretold.stage == "run" else ()

    @property
    def runs(self) -> bool:
        return bool(self.foretold.children)

    @property
    def configless(self) -> bool:
        return "CLI-12" in self.foretold.clauses or not any(path.endswith("/tasks.toml") for path in self.files)

    @property
    def names(self) -> list[str]:
        return [declared.name for declared in self.given.declares if declared.name]

    @property
    def units(self) -> list[str]:
        """The labels of all that was begun, or of a plan."""
        return [unit.task for unit in self.foretold.units] or re.findall(r"(?m)^· (.*)$", self.foretold.stdout or "")

    def has(self, option: str) -> bool:
        return any(word.partition("=")[0] == option for word in self.given.argv)

    def started(self, *names: str) -> list[tuple[str, ...]]:
        """The words of the children of these names."""
        return [child.argv for child in self.foretold.children if child.argv[0] in names]

    def at(self, pattern: str, *kinds: type) -> bool:
        return any(re.search(pattern, entry.path) and isinstance(entry, kinds) for entry in self.given.tree)


@pytest.fixture(name="every", scope="module")
def those_that_try_packages() -> list[Made]:
    givens = [generate(SEED, index, other=True) for index in MONOREPOS]
    return [Made(given, predict(given)) for given in givens]


# --- nothing outside the world ---------------------------------------------------------------------------------------


def test_nothing_leads_out_of_the_world(every: list[Made]) -> None:
    assert max(climbs(one.given) for one in every) <= MOST_CLIMBS
    assert all(keeps_within(one.given) for one in every)
    assert not any(names_other(one.given) or names_other_user(one.given) for one in every)


def test_every_link_and_every_option_stays_in_the_world(every: list[Made]) -> None:
    """A link climbs no further than the world; nothing absolute stands where somebody would go."""
    for one in every:
        for entry in one.given.tree:
            if isinstance(entry, Link):
                assert entry.target.count("..") <= entry.path.count("/"), entry
                assert not entry.target.startswith("/") or entry.target.startswith("/@WORLD@/"), entry
        for text in (*one.members, *one.selections, *one.given.argv):
            assert not text.startswith("/") or text.startswith("/@WORLD@"), text
        cwd = one.given.cwd.count("/") + 1
        assert all(word.count("..") <= cwd for word in one.given.argv if "reporter-file" in one.given.argv[1:])


def test_they_can_be_made(every: list[Made]) -> None:
    with Area() as area:
        for one in every[:300]:
            area.discard(materialise(one.given, area))


def test_they_are_mostly_small_and_now_and_then_large(every: list[Made]) -> None:
    counts = sorted(len(one.given.declares) for one in every)
    assert 3 <= counts[COUNT // 2] <= 8
    assert 20 < counts[-1] <= 33


def test_other_indexes_make_other_cases(every: list[Made]) -> None:
    assert len({case_id(one.given) for one in every}) > 0.99 * COUNT


# --- the situations --------------------------------------------------------------------------------------------------


def depends(one: Made) -> dict[str, set[str]]:
    """Who needs whom of those that have a name, as names are spelt."""
    return {declared.name: {*declared.needs} for declared in one.given.declares if declared.name}


def respelt(one: Made) -> bool:
    """Whether a need means a package of python that spells itself otherwise."""
    python = {declared.name for declared in one.given.declares if declared.path.endswith("/pyproject.toml")}
    spelt = {re.sub(r"[-_.]+", "-", name).lower(): name for name in python if name}
    needs = [need for declared in one.given.declares for need in declared.needs]
    return any(need not in python and re.sub(r"[-_.]+", "-", need).lower() in spelt for need in needs)


def nested(one: Made) -> bool:
    """Whether one package lies within another."""
    paths = [path for path in (declared.path.rpartition("/")[0] for declared in one.given.declares) if path != "ws"]
    return any(other.startswith(f"{path}/") for path in paths for other in paths)


def shadowed(one: Made) -> bool:
    """Whether a program was found in `node_modules/.bin` that the PATH of the process has too."""
    return "FORM-4" in one.foretold.clauses and one.foretold.exit == 5


def fans_out(one: Made, *names: str) -> bool:
    """Whether some task runs in packages and has a dep with `^`, on one of these tasks where some are named."""
    return any(dep.upstream and dep.task in (names or (dep.task,)) for task in one.tasks for dep in task.deps)


def markers_beside(one: Made, path: str) -> list[str]:
    """The markers in the directory of one, in their order (PKG-2)."""
    directory = path.rpartition("/")[0]
    return [f"{directory}/{name}" for name in MARKERS if one.at(re.escape(f"{directory}/{name}") + "$", File, Link)]


def first_marker(one: Made, path: str) -> str:
    return markers_beside(one, path)[0]


def detected_beside_another(one: Made) -> bool:
    """Whether a task is run as the first of two markers has it."""
    places = {child.cwd for child in one.foretold.children if child.argv[0] in ("npm", "bun", "cargo", "go")}
    return "FORM-3" in one.foretold.clauses and any(len(markers_beside(one, f"{place}/x")) > 1 for place in places)


def programs(one: Made) -> list[Program]:
    return [entry for entry in one.given.tree if isinstance(entry, Program)]


def meet(one: Made) -> bool:
    """Whether the programs of two packages, of one task, can only end if both are up."""
    return one.runs and sum(bool(program.after) for program in programs(one)) == 2


def torn_down(one: Made) -> bool:
    """Whether the program of a package waits until another package fails."""
    return one.foretold.exit == 5 and any(program.waits for program in programs(one))


def ended_by_the_first(one: Made) -> bool:
    """Whether a package in which something fails keeps another one from its turn."""
    order = one.foretold.order
    failed = one.foretold.exit == 3 and "--no-bail" not in one.given.argv and order and not order.side_by_side
    return bool(failed) and any(" (" in label for label in one.units[-1:])


def like_a_builtin(one: Made) -> list[tuple[str, ...]]:
    """What is begun of programs that are called like a builtin: a `run` string would mean the builtin."""
    return one.started("rm", "cp", "mv", "mkdir", "touch", "cat", "echo", "pwd", "true")


def lying_about(one: Made) -> bool:
    """Whether such a program is given a file that is there."""
    starts = [child for child in one.foretold.children if child.argv in like_a_builtin(one)]
    return any(f"{child.cwd}/{word}" in one.files for child in starts for word in child.argv[1:])


def marked(one: Made) -> list[str]:
    """The directories that hold a marker which is a file."""
    return [path.rpartition("/")[0] for path in one.files if path.endswith(MARKERS)]


def walk_up(one: Made) -> list[str]:
    """The directories from the start upwards; none if something else than the walk would refuse the run."""
    parts = one.given.cwd.split("/")
    walks = one.by[:1] == ("CLI-12",) and one.given.argv[0] == "test"
    return ["/".join(parts[:end]) for end in range(len(parts), 0, -1)] if walks and not asks_packages(one) else []


def asks_packages(one: Made) -> bool:
    return one.has("--since") or one.has("--resume-from")


def repositories(one: Made) -> list[str]:
    return [entry.path.removesuffix("/.git") for entry in one.given.tree if entry.path.endswith("/.git")]


def behind_a_repository(one: Made) -> bool:
    """Whether the nearest marker lies above a directory with `.git`, at which the walk ends."""
    walk = walk_up(one)
    ends = [at for at, level in enumerate(walk) if level in repositories(one)]
    return bool(ends) and one.given.home not in walk and any(level in marked(one) for level in walk[ends[0] + 1 :])


def in_the_home(one: Made) -> bool:
    """Whether the nearest marker lies in the home directory, and the start beneath."""
    walk = walk_up(one)
    home = one.given.home
    return home in walk[1:] and home in marked(one) and not {*walk[: walk.index(home)]} & {*repositories(one)}


def begins_outside(one: Made) -> bool:
    """Whether an entry is refused whose beginning leads out."""
    return one.by[:1] == ("FENCE-1",) and any(re.match("far/|.*out|packages/../far|@org", e) for e in one.entries)


def mutual(one: Made) -> bool:
    needs = depends(one)
    return any(name in needs.get(other, ()) for name, others in needs.items() for other in others if other != name)


SITUATIONS: dict[str, Callable[[Made], object]] = {
    # packages
    "npm": lambda one: one.started("npm"),
    "bun": lambda one: one.started("bun"),
    "cargo": lambda one: one.started("cargo"),
    "go": lambda one: one.started("go"),
    "python": lambda one: one.started("uv"),
    "bun by a lock file of the root": lambda one: "bun_lock" in one.foretold.open and one.runs,
    "four ecosystems at once": lambda one: len({d.path.rpartition("/")[2] for d in one.given.declares}) == 4,
    "many packages": lambda one: len(one.given.declares) > 15 and one.runs,
    "packages in each other": lambda one: nested(one) and one.runs,
    "the root as a package": lambda one: any("(.)" in label for label in one.units),
    "a package without a name": lambda one: any(d.name is None for d in one.given.declares),
    "a manifest that can't be read": lambda one: undeclared(one),
    "a name that two packages bear": lambda one: len(set(one.names)) < len(one.names),
    "a need that is spelt otherwise": respelt,
    "paths whose order is that of their bytes": lambda one: one.at("\udcff", File) and one.at("\U00010000", File),
    "a package that needs itself": lambda one: any(name in needs for name, needs in depends(one).items()),
    "packages that need each other": mutual,
    "packages in a circle, and no matter": lambda one: mutual(one) and one.runs,
    "a circle that is passed by": lambda one: "package_circle" in one.foretold.open,
    "members by a pattern": lambda one: any(map(is_pattern, one.members)) and one.runs,
    "members by their paths": lambda one: one.members and not any(map(is_pattern, one.members)) and one.runs,
    "members by **": lambda one: any("**" in entry for entry in one.members) and one.runs,
    "members that are to be normalised": lambda one: any(re.search(r"\./|//|/$", e) for e in one.members) and one.runs,
    "a member that is missing": lambda one: "gone" in one.members and one.runs,
    "a second path to a package": lambda one: one.at("-link$", Link) and one.runs,
    "a file that a pattern matches": lambda one: one.at(r"odd-.$", File),
    "a directory without a marker": lambda one: one.at(r"odd-.$", Directory),
    "a marker that is a directory": lambda one: one.at(r"odd-./[^/]+$", Directory),
    "a marker that is a FIFO": lambda one: one.at(r"odd-./[^/]+$", Special),
    "a marker that dangles": lambda one: one.at(r"odd-./[^/]+$", Link),
    "a link out of the workspace, passed over": lambda one: one.at("/far$", Link) and one.runs,
    "a link out of the workspace": lambda one: "FENCE-9" in one.by,
    "an entry or a marker outside": lambda one: "FENCE-1" in one.by,
    "two markers, and a task that is detected": detected_beside_another,
    "an entry that begins outside": begins_outside,
    "a workspace of cargo that is a link outside": lambda one: (
        "FENCE-1" in one.by
        and one.at("^ws/Cargo.toml$", Link)
        and any(declared.through for declared in one.given.declares)
    ),
    "a link outside in which nothing is looked up": lambda one: one.at("^ws/Cargo.toml$", Link) and one.runs,
    "a member by more links than the budget": lambda one: "FENCE-2" in one.by,
    "a builtin that reaches out": lambda one: one.config and "/out/f" in one.files["ws/tasks.toml"],
    "a marker that is a link inside": lambda one: one.at("^ws/.*package.json$", Link) and one.runs,
    # selection and fan-out
    "a selection by a pattern": lambda one: any(map(is_pattern, one.selections)) and one.runs,
    "a selection by a path": lambda one: any("/" in e and not is_pattern(e) for e in one.selections) and one.runs,
    "a selection by a name": lambda one: {*one.names} & {*one.selections} and one.runs,
    "a selection of nothing": lambda one: "PKG-4" in one.by,
    "a selection of nothing in a task that is not reached": lambda one: (
        any(task.name == "other" for task in one.tasks) and one.runs
    ),
    "an empty entry": lambda one: {"PKG-1", "PKG-4"} & {*one.by} and not one.config,
    "a fan-out": lambda one: any(" (" in label for label in one.units),
    "a fan-out behind itself": lambda one: one.runs and fans_out(one, "build") and len(one.units) > 3,
    "a fan-out behind another task": lambda one: one.runs and fans_out(one, "gen"),
    "an aggregate in packages": lambda one: one.runs and fans_out(one, "group"),
    "^ without packages": lambda one: "GRAPH-6" in str(parse_config(one.files.get("ws/tasks.toml", ""))),
    "a circle of packages": lambda one: "PKG-13" in one.by,
    "a circle of units": lambda one: "GRAPH-3" in one.by,
    "packages that meet": meet,
    "a package that is torn down": torn_down,
    "a package whose turn doesn't come": ended_by_the_first,
    "units side by side": lambda one: one.foretold.order and one.foretold.order.side_by_side and len(one.units) > 2,
    "a unit that fails": lambda one: one.foretold.exit == 3 and any(" (" in label for label in one.units),
    "a failure that others are not stopped for": lambda one: "GRAPH-11" in one.foretold.clauses,
    "a package that has gone": lambda one: "FENCE-15" in one.later,
    "a package that has come to lie outside": lambda one: {"FENCE-1", "FENCE-15"} <= {*one.later},
    "resumed from a path or a name": lambda one: one.has("--resume-from") and one.runs,
    "resumed from nothing that is there": lambda one: "PKG-12" in one.by,
    # forms
    "a task that is delegated": lambda one: one.started("tool", "rec", "npm") and "FORM-2" in one.foretold.clauses,
    "a task that is delegated with words": lambda one: ("$A *",) in [argv[3:] for argv in one.started("tool")],
    "a delegate that is called like a builtin": like_a_builtin,
    "... with a file lying about": lying_about,
    "delegate before run": lambda one: any(task.delegate and task.run for task in one.tasks) and one.runs,
    "a task that a marker says how to run": lambda one: one.runs and "FORM-3" in one.foretold.clauses,
    "a task that nothing says how to run": lambda one: "CLI-10" in one.by,
    "a name with a package in front": lambda one: one.runs and any("#" in task.name for task in one.tasks),
    "a delegate that is no program": lambda one: "FORM-2" in one.by,
    "a program that is missing": lambda one: "SHELL-44" in one.later,
    "a program that is installed": shadowed,
    "installed where a colon is in the way": lambda one: one.at(":b/node_modules/.bin", Directory) and one.runs,
    "an empty node_modules": lambda one: one.at("node_modules$", Directory),
    "words for every unit": lambda one: "--" in one.given.argv and any(" (" in label for label in one.units),
    "words for an aggregate": lambda one: "GRAPH-9" in one.by,
    "`args`": lambda one: any(task.args for task in one.tasks) and one.runs,
    "variables of a task": lambda one: any(task.env for task in one.tasks) and one.runs,
    "a file of variables": lambda one: any(task.env_files for task in one.tasks) and one.runs,
    # without a config
    "a bare task": lambda one: one.configless and one.runs,
    "a bare task by a marker above": lambda one: (
        one.configless and any(c.cwd != one.given.cwd for c in one.foretold.children)
    ),
    "a bare task with a .env": lambda one: "configless_dotenv" in one.foretold.open and one.at(r"/\.env$", File),
    "no marker, or none within the bound": lambda one: "CLI-12" in one.by,
    "a marker behind a repository": behind_a_repository,
    "a marker in the home directory, and a start beneath": in_the_home,
    "another home": lambda one: one.given.home != "home",
    "a repository": lambda one: one.at(r"\.git$", Directory, File),
    "a config that is no file": lambda one: "DISC-4" in one.by,
    # options
    "a plan": lambda one: "PLAN-1" in one.foretold.clauses,
    "a plan of several packages": lambda one: (one.foretold.stdout or "").count("· ") > 2 and one.has("--dry-run"),
    "events": lambda one: one.has("--reporter") and one.foretold.events,
    "events to a file": lambda one: one.has("--reporter-file") and one.runs and one.foretold.optional,
    "events to what can't be written": lambda one: "EVENT-2" in one.by,
    "a reporter that nobody knows": lambda one: "EVENT-1" in one.by,
    "a value that is missing, or comes twice": lambda one: "CLI-18" in one.by,
    "--since without a repository": lambda one: "GIT-4" in one.by,
    "a ref that is none": lambda one: "GIT-2" in one.by,
    "a task that is unknown": lambda one: "CLI-1" in one.by,
    "a task that is unknown, beside a marker": lambda one: "CLI-1" in one.by and "ws" in marked(one),
    "a list of tasks": lambda one: one.given.argv[0] == "--list" and one.foretold.exit == 0,
    "a new config": lambda one: one.given.argv == ("--init",),
    "a start within a package": lambda one: one.given.cwd not in ("ws", "out") and one.runs and not one.configless,
}


OFTEN = {
    "a delegate that is called like a builtin": 0.03,
    "... with a file lying about": 0.02,
    "two markers, and a task that is detected": 0.03,
    "an entry that begins outside": 0.03,
    "a task that is unknown, beside a marker": 0.02,
    "packages that meet": 0.008,
    "a package that is torn down": 0.01,
    "a package whose turn doesn't come": 0.03,
    "a marker behind a repository": 0.005,
    "a marker in the home directory, and a start beneath": 0.005,
}
"""Which are more than one in a few hundred, at the least; those without a config are a tenth of all."""


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_interesting_situation_is_there(every: list[Made], situation: str) -> None:
    count = sum(bool(SITUATIONS[situation](one)) for one in every)
    assert count >= max(RAREST, COUNT * OFTEN.get(situation, 0))


def test_neither_refusals_nor_runs_outweigh_everything_else(every: list[Made]) -> None:
    """Else "refuse everything" or "do as you are told" would agree nearly everywhere."""
    assert 0.45 < sum(one.runs for one in every) / COUNT < 0.75
    assert 0.2 < sum(bool(one.by) for one in every) / COUNT < 0.45


def test_no_single_reason_outweighs_the_others(every: list[Made]) -> None:
    reasons = [one.by[0] for one in every if one.by]
    assert max(map(reasons.count, set(reasons))) < 0.35 * len(reasons)


def test_one_in_ten_has_no_config(every: list[Made]) -> None:
    assert 0.07 < sum(one.configless for one in every) / COUNT < 0.14


def test_the_ways_that_are_left_open_are_come_upon(every: list[Made]) -> None:
    come_upon = frozenset().union(*(one.foretold.open for one in every))
    names = {"bun_lock", "package_circle", "configless_dotenv", "behind_a_failure"}
    assert names <= come_upon <= set(Choices.__dataclass_fields__)


# --- manifests -------------------------------------------------------------------------------------------------------


def manifests(every: list[Made]) -> Iterator[tuple[Made, Declared]]:
    """What is declared of manifests that are there."""
    return ((one, declared) for one in every for declared in one.given.declares if declared.path in one.files)


def undeclared(one: Made) -> list[str]:
    """Manifests of packages of which nothing is declared."""
    declared = {declared.path for declared in one.given.declares}
    found = [path for path in one.files if path.startswith("ws/") and path.endswith(MARKERS) and path not in declared]
    return [path for path in found if one.files[path] and "odd-" not in path and first_marker(one, path) == path]


def test_what_is_declared_is_what_manifests_say(every: list[Made]) -> None:
    for one, declared in manifests(every):
        name, needs = read_back(one.files, declared.path)
        assert needs == {*declared.needs}, one.files[declared.path]
        assert (name if isinstance(name, str) and name else None) == declared.name, one.files[declared.path]


def test_a_manifest_of_which_nothing_is_declared_says_nothing(every: list[Made]) -> None:
    """It can't be read, or there is neither a name nor a need in it that is of the right type."""
    paths = [(one, path) for one in every for path in undeclared(one)]
    unreadable = 0
    for one, path in paths:
        try:
            one.files[path].encode()
            name, needs = read_back(one.files, path)
        except (ValueError, AttributeError, RecursionError):
            unreadable += 1
        else:
            assert not needs, one.files[path]
            assert not name or not isinstance(name, str), one.files[path]
    assert unreadable > COUNT / 5


STYLES = {
    "package.json": (
        r"\\u00",
        "workspace:",
        "npm:",
        r'"file:\.\./',
        "peerDependencies",
        r"\n\t",
        r"^\{.*\}\n?$",
        "scripts",
    ),
    "Cargo.toml": (
        *(r"^\[dev-dependencies\]", r"^\[dependencies\.", r"^\[target\.'cfg", r"= \{ path", r"^\S+\.path = "),
        *(r"= \{ package", r"^\S+\.package = ", r"^package = ", r"\.workspace = true", r"= \{ workspace = true"),
        *(r"^\[workspace\.dependencies\]", r"^\[target\..*dependencies\.\S+\]\n", r"^\[features\]"),
    ),
    "go.mod": (
        *(r"^require \S+ v", r"^require \(", "// indirect", r"^replace \S+ (v\S+ )?=> \.", r"^replace \(", r"=> \S+ v"),
        *(r"^exclude", r"^module [\"`]", r"[\"`] v1"),
    ),
    "pyproject.toml": (
        *(r"python_version", r"\[extra\]", " @ https:", r"^\[project.optional-dependencies\]", "include-group", ">=1"),
        *(
            r"^\[tool.poetry.dependencies\]",
            r"^\[tool.poetry.group",
            r"^\[tool.poetry.dev-",
            r"develop = true",
            "extras",
        ),
    ),
}


@pytest.mark.parametrize(("manifest", "style"), [(name, style) for name, styles in STYLES.items() for style in styles])
def test_each_style_of_manifests_is_there(every: list[Made], manifest: str, style: str) -> None:
    texts = [text for one in every for path, text in one.files.items() if path.endswith(manifest)]
    assert sum(re.search(style, text, re.MULTILINE) is not None for text in texts) >= RAREST


def test_needs_are_spread_over_all_fields_and_across_ecosystems(every: list[Made]) -> None:
    named = {
        name: declared.path.rpartition("/")[2]
        for one in every
        for declared in one.given.declares
        for name in [declared.name]
        if name
    }
    pairs = {(d.path.rpartition("/")[2], named[need]) for _, d in manifests(every) for need in d.needs if need in named}
    assert {(one, other) for one in MARKERS for other in MARKERS} <= pairs


def test_programs_are_those_that_forms_start(every: list[Made]) -> None:
    """What a case installs stands where the runner looks, and all of it is a program that records."""
    for one in every:
        programs = [entry.path for entry in one.given.tree if isinstance(entry, Program)]
        assert all(path.startswith("bin/") or "/node_modules/.bin/" in path for path in programs)
