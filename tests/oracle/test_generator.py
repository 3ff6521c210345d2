"""The generator makes the same case again, never one that names anything outside its world, and all that is wanted."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import pytest

from tsr_model import kernel
from tsr_model.config import Config, parse_config
from tsr_model.effect import Message
from tsr_model.fence import Landing, Refused, landing
from tsr_model.filesystem import ROOT, FileSystem, Number
from tsr_model.filesystem import File as FileNode
from tsr_model.filesystem import Link as LinkNode
from tsr_model.names import beneath, path
from tsr_model.prediction import Prediction, predict
from tsr_model.resolver import LINK_BUDGET
from tsr_model.shell import commands, expand, undefined
from tsr_model.world import OTHER as OTHER_PLACE
from tsr_model.world import WORLD as WORLD_PLACE
from tsr_model.world import place_in_world, world
from tsr_oracle.generator.fence import stays_below
from tsr_oracle.generator.generate import MOST_CLIMBS, climbs, generate, keeps_within
from tsr_oracle.materialise import materialise, names_other
from tsr_oracle.scratch import DEPTH, Area
from tsr_spec.case import OTHER as OTHER_SIGN
from tsr_spec.case import WORLD as WORLD_SIGN
from tsr_spec.case import Directory, Entry, File, Given, HardLink, Link, Special, case_id

SEED, COUNT = 11, 3000
FENCE = range(0, 2 * COUNT, 2)
"""The indexes of the cases that try the fence; those between try the guards at load."""
RAREST = COUNT // 750
"""How often each situation has to come in that many cases, at the least."""


@dataclass(frozen=True)
class Made:
    """A generated case, and what is asked about it."""

    given: Given
    foretold: Prediction

    @cached_property
    def run(self) -> str:
        """The text of the config that governs in most cases."""
        return next(e.data for e in self.given.tree if isinstance(e, File) and e.path == "ws/tasks.toml")

    @cached_property
    def config(self) -> Config | None:
        read = parse_config(self.run)
        return read if isinstance(read, Config) else None

    @cached_property
    def files(self) -> FileSystem:
        return world(self.given).files

    def entries(self, kind: type[Entry]) -> list[str]:
        return [entry.path for entry in self.given.tree if isinstance(entry, kind)]

    def number(self, written: str, *, follow: bool = True) -> Number | str:
        return kernel.stat(self.files, ROOT, path(f"/{'/'.join(place_in_world(written))}"), follow=follow)

    def landings(self) -> list[tuple[str, Landing | None]]:
        """Each link of the workspace, and where it leads; None where that is more than the budget."""
        found = [(link, landing(self.files, ROOT, place_in_world(link))) for link in self.entries(Link)]
        return [(link, at if isinstance(at, Landing) else None) for link, at in found if link.startswith("ws/")]

    def heads(self) -> list[str]:
        """What stands in front of the first component with a pattern in it, for each word that has one."""
        task = None if self.config is None else self.config.tasks["t"]
        environment = world(self.given).environment
        if task is None or task.run is None or undefined(task.run, environment) is not None:
            return []
        words = [expand(word, environment).characters for command in commands(task.run) for word in command]
        firsts = [next((i for i, (c, active) in enumerate(word) if active and c in "*?["), None) for word in words]
        before = ["".join(c for c, _ in word[:i]) for word, i in zip(words, firsts, strict=True) if i is not None]
        return [text[: text.rfind("/") + 1] for text in before]

    def says(self, reason: str) -> bool:
        return any(message.reason == reason for message in self.foretold.messages)


@pytest.fixture(name="every", scope="module")
def those_that_try_the_fence() -> list[Made]:
    givens = [generate(SEED, index, other=True) for index in FENCE]
    return [Made(given, predict(given)) for given in givens]


# --- a function of seed and index ------------------------------------------------------------------------------------


def test_the_same_seed_and_index_make_the_same_case_in_another_process_too() -> None:
    ids = [case_id(generate(3, index, other=True)) for index in range(50)]
    code = "from tsr_oracle.generator.generate import generate; from tsr_spec.case import case_id\n"
    code += "print(*(case_id(generate(3, index, other=True)) for index in range(50)))"
    for hash_seed in ("1", "2"):
        env = {**os.environ, "PYTHONHASHSEED": hash_seed}
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=env)
        assert done.stdout.split() == ids


def test_what_cannot_be_foretold_is_drawn_again() -> None:
    """A first draw whose command tells where it is in a directory that is gone (BUILTIN-18) gives way to another."""
    assert predict(generate(11, 58376, other=True)).exit in range(256)


def test_an_index_does_not_depend_on_what_was_made_before() -> None:
    backwards = [generate(4, index, other=False) for index in reversed(range(20))]
    assert [generate(4, index, other=False) for index in range(20)] == backwards[::-1]


def test_other_seeds_and_other_indexes_make_other_cases() -> None:
    made = {case_id(generate(seed, index, other=False)) for seed in (1, 2, -1, 12) for index in range(200)}
    assert len(made) > 790, "a few of the smallest may come twice"


def test_a_second_file_system_is_part_of_it_only_where_there_is_one(every: list[Made]) -> None:
    assert not any(names_other(generate(SEED, index, other=False)) for index in FENCE[:500])
    assert sum(names_other(one.given) for one in every) >= RAREST


def test_most_cases_are_the_same_on_a_host_without_a_second_file_system(every: list[Made]) -> None:
    same = sum(generate(SEED, index, other=False) == every[index // 2].given for index in FENCE[:300])
    assert same > 270


# --- nothing outside the world ---------------------------------------------------------------------------------------


def test_what_a_case_can_climb_is_less_than_the_depth_at_which_worlds_are_made(every: list[Made]) -> None:
    assert MOST_CLIMBS < DEPTH
    assert max(climbs(one.given) for one in every) <= MOST_CLIMBS


def test_every_absolute_path_in_a_case_starts_at_its_world(every: list[Made]) -> None:
    for one in every:
        texts = [one.run, *one.given.argv, *(value for _, value in one.given.env)]
        texts += [entry.target for entry in one.given.tree if isinstance(entry, Link)]
        for text in texts:
            for start in re.finditer(r"""(?:^|[\s"'=|&;])(/[^\s"']*)""", text):
                assert start[1].startswith((WORLD_SIGN, OTHER_SIGN)), text


def test_all_links_and_bounds_lead_into_the_world(every: list[Made]) -> None:
    for one in every:
        assert keeps_within(one.given)
        for _, at in one.landings():
            assert at is None or beneath(at.place, WORLD_PLACE) or beneath(at.place, OTHER_PLACE)
        for bound in one.foretold.bounds.allowed if one.foretold.bounds else ():
            assert beneath(bound, WORLD_PLACE) or beneath(bound, OTHER_PLACE)


def test_what_a_case_leads_out_of_its_world_is_seen() -> None:
    config = File("ws/tasks.toml", "[tasks.t]\nrun = 'true'\n")
    assert keeps_within(Given(("t",), (config, Link("ws/l", "../out"))))
    assert not keeps_within(Given(("t",), (config, Link("ws/l", "../../out"))))
    assert not keeps_within(Given(("t",), (config, Link("ws/l", "/etc"))))
    allow = File("ws/tasks.toml", "[security]\nallow_paths = ['../../x']\n[tasks.t]\nrun = 'true'\n")
    assert not keeps_within(Given(("t",), (allow,)))


def test_a_pattern_sees_nothing_above_the_world(every: list[Made]) -> None:
    """The directories in front of a pattern, links followed, lie in the world."""
    heads = [(one, head) for one in every for head in one.heads()]
    assert len(heads) >= RAREST
    for one, head in heads:
        assert stays_below(head.rstrip("/"))
        start = path(head)
        ws = one.number("ws")
        assert isinstance(ws, int)
        at = landing(one.files, ROOT if start.absolute else ws, start.parts)
        assert not isinstance(at, Landing) or at.place[:1] in (WORLD_PLACE[:1], OTHER_PLACE[:1]), head


def test_heads_of_patterns_that_could_see_above_the_world_are_told_from_those_that_could_not() -> None:
    assert [head for head in ("", "a", "a/b", "..", f"{WORLD_SIGN}/ws") if not stays_below(head)] == []
    assert [head for head in ("../..", "a/..", "../a/..", "/", "/etc", WORLD_SIGN) if stays_below(head)] == []


def test_generated_cases_can_be_made(every: list[Made]) -> None:
    with Area() as area:
        for one in every[:300]:
            if area.other_root is not None or not names_other(one.given):
                area.discard(materialise(one.given, area))


# --- the situations --------------------------------------------------------------------------------------------------


def lands_outside(one: Made) -> bool:
    bounds = one.foretold.bounds
    return bounds is not None and any(at is not None and not beneath(at.place, bounds.root) for _, at in one.landings())


def dangles(one: Made) -> bool:
    return any(at is not None and one.number(link) == "ENOENT" for link, at in one.landings())


def dangles_outwards(one: Made) -> bool:
    root = place_in_world("ws")
    return any(
        at is not None and one.number(link) == "ENOENT" and not beneath(at.place, root) for link, at in one.landings()
    )


def link_to_a_link(one: Made) -> bool:
    for link in one.entries(Link):
        node = one.files.nodes[one.number(link, follow=False)]  # type: ignore[index]
        if isinstance(node, LinkNode):
            holder = f"{link.rpartition('/')[0]}/{node.target}"
            number = one.number(holder, follow=False) if not node.target.startswith("/") else ""
            if isinstance(number, int) and isinstance(one.files.nodes[number], LinkNode):
                return True
    return False


def refused(one: Made) -> list[Message]:
    return [message for message in one.foretold.messages if isinstance(message.reason, Refused)]


def onto_a_link(one: Made) -> bool:
    """A destination of `cp` or `mv` that is a link."""
    targets = [one.number(f"ws/{argv[-1]}", follow=False) for argv in steps_of(one, "cp", "mv")]
    return any(isinstance(number, int) and isinstance(one.files.nodes[number], LinkNode) for number in targets)


def steps_of(one: Made, *names: str) -> list[tuple[str, ...]]:
    return [step.argv for step in one.foretold.steps if step.argv[0] in names]


def around_the_budget(one: Made) -> int:
    """How many links the longest operand walks over."""
    return max((argument.count("o/") for step in one.foretold.steps for argument in step.argv), default=0)


SITUATIONS: dict[str, Callable[[Made], object]] = {
    "a link that leads out": lands_outside,
    "a link that dangles": dangles,
    "a link that dangles outwards": dangles_outwards,
    "a link to a link": link_to_a_link,
    "a link in a circle": lambda one: any(at is None for _, at in one.landings()),
    "a link with an absolute target": lambda one: any(
        isinstance(e, Link) and e.target.startswith("/") for e in one.given.tree
    ),
    "something missing, then ..": lambda one: "missing_dots" in one.foretold.open,
    "out over something missing, and in again": lambda one: re.search(r"\.\./out/\w+/\.\./\.\./ws/", one.run),
    "several operands": lambda one: any(len(argv) > 3 for argv in steps_of(one, "rm", "cat", "touch", "cp", "mv")),
    "several sources": lambda one: any(len(argv) == 4 and argv[1] != "-r" for argv in steps_of(one, "cp", "mv")),
    "a pattern that matches": lambda one: "SHELL-10" in one.foretold.clauses,
    "a variable": lambda one: one.given.env,
    "mkdir -p": lambda one: "BUILTIN-12" in one.foretold.clauses,
    "mkdir -p that makes several": lambda one: (
        sum(verb == "make" for verb, _ in one.foretold.touched) > 1 and steps_of(one, "mkdir")
    ),
    "rm -r of a directory": lambda one: any(verb == "list" for verb, _ in one.foretold.touched) and steps_of(one, "rm"),
    "onto a link": onto_a_link,
    "onto a dangling link inside": lambda one: {"cp_dangling"} & one.foretold.open,
    "onto a link that leads to the source": lambda one: {"mv_own_link"} & one.foretold.open,
    "source and destination are one file": lambda one: any(
        isinstance(m.reason, str) and m.reason.endswith("same file") for m in one.foretold.messages
    ),
    "into itself": lambda one: (
        one.says("a directory can't be copied into itself") or one.says("can't be moved into itself")
    ),
    "a hard link": lambda one: one.entries(HardLink),
    "a hard link across the bounds": lambda one: any(
        isinstance(e, HardLink) and e.path.partition("/")[0] != e.to.partition("/")[0] for e in one.given.tree
    ),
    "a FIFO or a socket": lambda one: one.entries(Special),
    "a FIFO or a socket as an operand": lambda one: (
        one.says("not a regular file or directory") or one.says("not a regular file")
    ),
    "`dir`": lambda one: one.config is not None and one.config.tasks["t"].dir is not None,
    "`dir` that is refused when the task starts": lambda one: "FENCE-15" in one.foretold.clauses,
    "`dir` outside": lambda one: one.foretold.stage == "load" and "FENCE-1" in one.foretold.clauses,
    "allow_paths": lambda one: one.foretold.bounds is not None and one.foretold.bounds.allowed,
    "allow_paths that admits what was touched": lambda one: (
        one.foretold.bounds is not None
        and any(not beneath(place, one.foretold.bounds.root) for _, place in one.foretold.touched)
    ),
    "allow_paths that is a config error": lambda one: "FENCE-13" in one.foretold.clauses,
    "allow_paths that is warned of": lambda one: (
        one.foretold.bounds is not None
        and any(
            (beneath(one.foretold.bounds.root, place) and place != one.foretold.bounds.root) or place[-1] == "later"
            for place in one.foretold.bounds.allowed
        )
    ),
    "cp -r of a tree with links": lambda one: "FENCE-6" in one.foretold.clauses,
    "cp -r that follows a link to a directory": lambda one: "cp_tree_link" in one.foretold.open,
    "a trailing slash that decides": lambda one: "FENCE-16" in one.foretold.clauses,
    "an empty operand": lambda one: "FENCE-17" in one.foretold.clauses,
    "the root, or what holds it": lambda one: "FENCE-11" in one.foretold.clauses,
    "cwd below the root": lambda one: one.given.cwd.startswith("ws/") and one.foretold.bounds is not None,
    "a walk for the config that ends at a bound": lambda one: "CLI-12" in one.foretold.clauses,
    "a repository as a bound": lambda one: any(p.endswith(".git") for p in one.entries(Directory)),
    "no config": lambda one: one.foretold.bounds is None and one.foretold.exit == 64,
    "another umask": lambda one: one.given.umask != 0o022 and one.foretold.touched,
    "standard input": lambda one: one.given.stdin,
    "arguments behind --": lambda one: len(one.given.argv) > 1,
    "a program": lambda one: one.foretold.children,
    "a program that is missing": lambda one: "SHELL-44" in one.foretold.clauses,
    "a sequence": lambda one: "SHELL-9" in one.foretold.clauses,
    "a refusal": refused,
    "a change": lambda one: one.foretold.touched,
    "an existing mode at the destination": lambda one: {"cp_existing_mode"} & one.foretold.open,
    "more links than the budget": lambda one: around_the_budget(one) > LINK_BUDGET and one.says("ELOOP"),
    "as many links as the budget, or nearly": lambda one: LINK_BUDGET - 2 <= around_the_budget(one) <= LINK_BUDGET,
    "a mode of its own": lambda one: any(isinstance(e, File) and e.mode != 0o644 for e in one.given.tree),
    "a name that is not UTF-8": lambda one: any("\udcff" in entry.path for entry in one.given.tree),
    "a name like an option": lambda one: any(entry.path.endswith("/-r") for entry in one.given.tree),
    "a directory whose name only begins like the workspace's": lambda one: "ws-old" in one.entries(Directory),
}


@pytest.mark.parametrize("situation", SITUATIONS)
def test_each_interesting_situation_is_there(every: list[Made], situation: str) -> None:
    count = sum(bool(SITUATIONS[situation](one)) for one in every)
    assert count >= RAREST


def test_neither_refusals_nor_changes_outweigh_everything_else(every: list[Made]) -> None:
    """Else "refuse everything" or "do as you are told" would agree nearly everywhere."""
    share = {
        "refused": sum(bool(refused(one)) for one in every) / COUNT,
        "changed": sum(bool(one.foretold.touched) for one in every) / COUNT,
        "at load": sum(one.foretold.stage == "load" for one in every) / COUNT,
    }
    assert 0.15 < share["refused"] < 0.5
    assert 0.15 < share["changed"] < 0.6
    assert share["at load"] < 0.2


def test_cases_stay_small_and_are_made_quickly(every: list[Made]) -> None:
    assert sum(len(one.given.tree) for one in every) / COUNT < 15
    began = time.process_time()
    for index in FENCE[:200]:
        generate(SEED, index, other=False)
    assert time.process_time() - began < 2.0, "a hundredth of a second each, when it takes a tenth of that"


def test_every_outside_file_has_bytes_of_its_own(every: list[Made]) -> None:
    """What a read is seen by."""
    for one in every:
        found = [node.data for node in one.files.nodes.values() if isinstance(node, FileNode) and node.program is None]
        canaries = [data for data in found if data.startswith("canary")]
        assert len(canaries) == len(set(canaries))
