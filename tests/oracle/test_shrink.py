"""A failing case is made as small as it goes while it fails in the same way, within a number of tries."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from dataclasses import replace

import pytest
from reading_manifests import read_back

from tsr_oracle.generator.generate import MOST_CLIMBS, climbs, generate, keeps_within
from tsr_oracle.scratch import Area
from tsr_oracle.shrink import shrink
from tsr_oracle.smaller.neighbours import is_worth_a_try, neighbours
from tsr_oracle.smaller.safety import stays
from tsr_oracle.worker import Batch, CaseWorker, Judged, Setting, is_same
from tsr_spec.case import Case, Declared, Directory, File, Given, Link, Program, Special, canonical, case_id
from tsr_spec.chapters import cases
from tsr_spec.example import config_text, given_of

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LARGE = given_of(
    {
        "tree": r"""
        ws/a/b/f: mine 1\n
        ws/a/l -> ../../out/d/e
        [0600] ws/key: k
        ws/same == ws/key
        ws/pipe|
        [0700] ws/private/
        out/d/e/f: precious 1\n
        out/g
        bin/rec* 0
        """,
        "run": "rec 'one' two && cat a/b/f ; rm -r a/l/f key || touch a/x",
        "allow": ["../shared", "../later/on"],
        "cwd": "ws/a",
        "umask": "0077",
        "env": {"A": "x/y/z", "B": ""},
        "argv": ["t", "--", "typed"],
        "stdin": "typed",
    }
)


def texts(given: Given) -> list[str]:
    return [entry.data if isinstance(entry, File) else getattr(entry, "target", "") for entry in given.tree]


def worthy(given: Given) -> list[Given]:
    return [smaller for smaller in neighbours(given) if is_worth_a_try(smaller, given)]


def size(given: Given) -> int:
    return len(canonical(given))


def holds(*words: str) -> Callable[[Given], bool]:
    """Fails for as long as these words are somewhere in the config."""
    return lambda given: all(any(word in text for text in texts(given)) for word in words)


# --- by itself -------------------------------------------------------------------------------------------------------


def test_what_never_fails_again_stays_as_it_is() -> None:
    assert shrink(LARGE, lambda given: False) == LARGE


def test_all_that_does_not_matter_goes() -> None:
    smallest = shrink(LARGE, holds("a/l/f"))
    assert smallest.cwd == "ws"
    assert (smallest.env, smallest.argv, smallest.stdin, smallest.umask) == ((), (), "", 0o022)
    assert [entry.path for entry in smallest.tree] == ["ws/tasks.toml"]
    assert texts(smallest) == ['run = "a/l/f"\n']


def test_each_part_of_a_command_line_can_go_by_itself() -> None:
    for wanted in ("two", "cat", "key", "touch"):
        assert texts(shrink(LARGE, holds(wanted))) == [f'run = "{wanted}"\n']
    assert texts(shrink(LARGE, holds("../later/on"))) == ['allow_paths = ["../later/on"]\n']
    assert texts(shrink(LARGE, holds("../shared"))) == ['allow_paths = ["../shared"]\n']
    assert texts(shrink(LARGE, holds("tasks.t]"))) == ["[tasks.t]\n"]


def test_a_config_that_is_made_shorter_is_still_toml() -> None:
    """Half a string would be another failure, or none."""
    config = config_text("rm a/b && cat 'c d'", ["../x", "../y/z"], "sub/dir", ["one", "two"])
    config += 'delegate = { bin = "x", args = ["y", "z"] }\n'
    given = Given(("t",), (File("ws/tasks.toml", config),))
    for smaller in neighbours(given):
        for text in texts(smaller):
            tomllib.loads(text)


def test_each_item_of_a_list_and_each_member_of_a_table_can_go_by_itself() -> None:
    config = 'a = ["one", "two", { b = "three", c = 4 }]\n'
    given = Given(("t",), (File("ws/tasks.toml", config),))
    found = {text for smaller in neighbours(given) for text in texts(smaller)}
    assert found >= {
        'a = ["two", { b = "three", c = 4 }]\n',
        'a = ["one", { b = "three", c = 4 }]\n',
        'a = ["one", "two"]\n',
        'a = ["one", "two", { c = 4 }]\n',
        'a = ["one", "two", { b = "three" }]\n',
    }


def test_strings_on_lines_of_their_own_become_shorter_too() -> None:
    given = Given(("t",), (File("ws/tasks.toml", "a = [\n  \"one two\",\n  'x/y',\n]\n"),))
    found = {text for smaller in neighbours(given) for text in texts(smaller)}
    assert found >= {"a = [\n  \"two\",\n  'x/y',\n]\n", "a = [\n  \"one two\",\n  'y',\n]\n"}


def test_the_result_can_be_made_smaller_by_none_of_its_neighbours() -> None:
    for fails in (holds("rm", "key"), holds("cat"), lambda given: len(given.tree) > 3):
        smallest = shrink(LARGE, fails)
        assert fails(smallest)
        assert not any(fails(smaller) for smaller in worthy(smallest))


def test_what_is_plainer_is_taken_instead() -> None:
    smallest = shrink(LARGE, lambda given: {"ws/same", "ws/pipe", "ws/private"} <= {e.path for e in given.tree})
    kinds = {entry.path: type(entry) for entry in smallest.tree}
    assert kinds == {"ws/same": File, "ws/pipe": File, "ws/private": Directory}
    assert Directory("ws/private") in smallest.tree


def test_signals_conduct_and_status_go_too() -> None:
    """A program that waits stays one as long as that matters, and becomes a plain one when it does not."""
    given = given_of(
        {
            "tree": "bin/slow* waits on TERM slowly\nbin/bad* 3",
            "run": "slow",
            "signals": ["slow up: INT", "slow TERM: TERM"],
            "ignored": ["HUP"],
            "terminal": True,
        }
    )
    waiting = shrink(given, lambda one: any(isinstance(entry, Program) and entry.waits for entry in one.tree))
    assert waiting.tree == (Program("bin/slow", waits=True),)
    assert (waiting.signals, waiting.ignored, waiting.terminal) == ((), (), False)
    two = shrink(given, lambda one: sum(isinstance(entry, Program) for entry in one.tree) == 2)
    assert two.tree == (Program("bin/bad"), Program("bin/slow"))


def test_a_signal_never_stays_without_those_before_it() -> None:
    """What it is sent at, another may bring about; without that nobody would end what waits."""
    given = given_of(
        {"tree": "bin/slow* waits on TERM slowly", "run": "slow", "signals": ["slow up: INT", "slow TERM: TERM"]}
    )
    assert {one.signals for one in neighbours(given)} == {given.signals, given.signals[:1], ()}


def test_a_level_of_directories_goes_wherever_it_is_spoken_of() -> None:
    """In paths, in operands, in targets, in the working directory; what led up through it leads up one less."""
    given = given_of(
        {
            "tree": "ws/some/deep/f: f\nws/some/l -> deep/f\nws/some/deep/up -> ../../g",
            "run": "rm some/deep/f deep/f some",
            "cwd": "ws/some/deep",
        }
    )
    wanted = given_of(
        {"tree": "ws/deep/f: f\nws/l -> deep/f\nws/deep/up -> ../g", "run": "rm deep/f deep/f .", "cwd": "ws/deep"}
    )
    assert wanted in set(neighbours(given))


def test_long_names_become_short_ones_wherever_they_are_spoken_of() -> None:
    """All at once, or one; but none that says something to a runner, and none to whoever reads the case."""
    given = given_of({"tree": "ws/file: f\nws/link -> ../out/file\nout/file: o\nws/.env", "run": "rm file link"})
    wanted = given_of({"tree": "ws/a: f\nws/b -> ../out/a\nout/a: o\nws/.env", "run": "rm a b"})
    assert wanted in set(neighbours(given))


def test_a_link_of_many_ways_becomes_a_direct_one() -> None:
    given = given_of({"tree": "ws/l -> a/b/../../c/m\nws/a/b/\nws/c/m -> ../../out\nout/f: p", "run": "cat l/f"})
    targets = {entry.target for smaller in neighbours(given) for entry in smaller.tree if isinstance(entry, Link)}
    assert "../out" in targets


@pytest.mark.parametrize("index", [0, 3, 8, 17])
def test_a_neighbour_never_leaves_its_world(index: int) -> None:
    """What is taken out of a path makes no absolute one of it, and lets nothing climb higher."""
    given = generate(6, index, other=True)
    for smaller in worthy(given):
        assert climbs(smaller) <= MOST_CLIMBS
        assert keeps_within(smaller)
        assert not re.search(r"""(?<![^\s"'=])/(?!@WORLD@|@OTHER@|/)""", " ".join(named_in(smaller))), smaller


def named_in(given: Given) -> list[str]:
    """Targets, operands and values: what a runner takes for paths."""
    configs = [e.data for e in given.tree if isinstance(e, File) and e.path.endswith("tasks.toml")]
    return [*(e.target for e in given.tree if isinstance(e, Link)), *configs, *(value for _, value in given.env)]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("rm a/b", "rm /b"),
        ("rm '/@WORLD@/out/f'", "rm '/out/f'"),
        ("cat $A/f", "cat $A/f"),
        ('rm "x"/f', 'rm ""/f'),
    ],
)
def test_a_path_that_would_lead_out_is_refused(before: str, after: str) -> None:
    """An absolute one, and one in front of which a variable is not set any more."""
    given = given_of({"run": before, "env": {"A": "sub"}})
    assert not stays(given_of({"run": after}), given)
    assert stays(given_of({"run": before, "env": {"A": "sub"}}), given)


# --- manifests -------------------------------------------------------------------------------------------------------


def said(given: Given, declared: Declared) -> Declared:
    """What is declared of the manifest, as it is read back."""
    files = {entry.path: entry.data for entry in given.tree if isinstance(entry, File)}
    name, needs = read_back(files, declared.path)
    own = name if isinstance(name, str) and name else None
    assert needs == set(declared.needs), files[declared.path]
    return Declared(declared.path, own, declared.needs)


@pytest.mark.parametrize("index", [17, 37, 57])
def test_what_is_declared_is_what_manifests_still_say(index: int) -> None:
    given = generate(5, index, other=True)
    tried = 0
    for smaller in worthy(given):
        there = {entry.path for entry in smaller.tree if isinstance(entry, File)}
        for declared in smaller.declares:
            if declared.path in there:
                assert said(smaller, declared) == declared
                tried += 1
    assert tried


def test_a_manifest_that_nothing_is_declared_of_never_comes_to_count() -> None:
    """The second marker of a directory may say anything: nobody reads it while there is the first."""
    tree = 'ws/a/package.json: {"name": "a"}\nws/a/go.mod: module b\n'
    given = given_of({"tree": tree, "config": "", "declares": "ws/a/package.json: a"})
    alone = [smaller for smaller in worthy(given) if any(entry.path == "ws/a/go.mod" for entry in smaller.tree)]
    for smaller in alone:
        texts_of = {entry.path: entry.data for entry in smaller.tree if isinstance(entry, File)}
        assert "ws/a/package.json" in texts_of or texts_of["ws/a/go.mod"] == ""


@pytest.mark.parametrize(
    ("name", "text", "smallest"),
    [
        ("package.json", '{"version": "1", "name": "a", "devDependencies": {"b": "1", "c": "1"}}', 1),
        ("go.mod", "module a\n\nrequire (\n\tb v1.0.0\n\tc v1.0.0 // x\n)\nexclude d v1.0.0\n", 1),
        ("Cargo.toml", '[package]\nname = "a"\n[dev-dependencies]\nb = "1"\nc = { version = "1" }\n', 1),
        ("pyproject.toml", '[project]\nname = "a"\n[dependency-groups]\nx = ["b>1", "c"]\n', 1),
    ],
)
def test_a_manifest_whose_style_does_not_matter_becomes_plain(name: str, text: str, smallest: int) -> None:
    given = Given(("t",), (File(f"ws/{name}", text),), declares=(Declared(f"ws/{name}", "a", ("b", "c")),))
    result = shrink(given, lambda one: [declared.needs for declared in one.declares] == [("c",)] or one == given)
    assert [declared.needs for declared in result.declares] == [("c",)]
    (entry,) = result.tree
    assert isinstance(entry, File)
    assert "b" not in entry.data.replace("[dependencies]", "").replace("dependencies", "")


@pytest.mark.parametrize("most", [0, 1, 7, 50])
def test_it_ends_within_its_tries_and_tries_nothing_twice(most: int) -> None:
    tried = []

    def fails(given: Given) -> bool:
        tried.append(given)
        return len(given.tree) % 2 == 0

    shrink(LARGE, fails, most)
    assert len(tried) <= most
    assert len(set(tried)) == len(tried)
    assert LARGE not in tried


def test_it_ends_where_everything_fails() -> None:
    smallest = shrink(LARGE, lambda given: True)
    assert (smallest.tree, smallest.env, smallest.argv) == ((), (), ())


def test_generated_cases_shrink_to_cases_that_can_be_written_down() -> None:
    for index in range(0, 40, 5):
        given = generate(2, index, other=True)
        smallest = shrink(given, lambda candidate: any(isinstance(e, Link | Special) for e in candidate.tree))
        assert case_id(smallest)
        json.dumps(canonical(smallest))


# --- with faults -----------------------------------------------------------------------------------------------------


def first_failure(worker: CaseWorker, batch: Batch, leading: str) -> Judged:
    """The first case of the batch that the worker's subject fails by this clause."""
    for index, case in worker.cases(batch):
        judged = worker.judge(batch, index, case) if not case.clauses or leading in case.clauses else None
        verdict = None if judged is None else judged.verdict
        if judged is not None and verdict is not None and verdict.worst != "agree" and leading in verdict.clauses:
            return judged
    raise AssertionError("no case fails")


def commands(given: Given) -> list[str]:
    """The commands of the one task that a config has."""
    config = next(entry.data for entry in given.tree if isinstance(entry, File) and entry.path.endswith("tasks.toml"))
    assert config.count("\n") == 2, "one table, one value"
    return re.split(" && | ; ", config.split('"')[1])


@pytest.mark.parametrize(
    ("fault", "leading", "command"),
    [("destination_unjudged", "FENCE-1", ("cp", "mv", "mkdir", "touch")), ("rm_follows", "FENCE-5", ("rm",))],
)
def test_a_fault_is_shown_by_one_command_in_a_few_entries(fault: str, leading: str, command: tuple[str, ...]) -> None:
    with Area() as area:
        worker = CaseWorker(Setting((), fault, "ours", 1, 2.0), area)
        failing = first_failure(worker, Batch("generated", "hosted", range(3000)), leading)
        smallest = worker.shrink(failing)
        worker.close()
    assert failing.verdict is not None
    assert smallest.verdict is not None
    assert smallest.verdict.worst == failing.verdict.worst, "the class is kept"
    assert smallest.verdict.clauses[0] == failing.verdict.clauses[0], "and so is the clause"
    (shown,) = commands(smallest.case.given)
    assert shown.startswith(command)
    assert len(smallest.case.given.tree) <= 3


@pytest.mark.parametrize(
    ("fault", "leading", "files"),
    [
        ("rm_follows", "FENCE-5", 3),
        ("env_file_unjudged", "ENV-1", 3),
        ("go_block_forgotten", "PKG-9", 3),
        ("layers_swapped", "ENV-10", 3),
        ("sigterm_is_143", "EXIT-6", 3),
    ],
)
def test_nothing_of_a_shrunk_case_is_too_much(fault: str, leading: str, files: int) -> None:
    """None of its neighbours is failed in the same way: 1-minimality, with the real subject."""
    with Area() as area:
        worker = CaseWorker(Setting((), fault, "ours", 5, 2.0), area)
        batch = Batch("spec", "hosted", range(len(cases())))
        failing = first_failure(worker, batch, leading)
        by_itself = worker.judge(batch, 0, replace(failing.case, clauses=()))
        smallest = worker.shrink(failing).case.given
        judged = [worker.judge(batch, 0, Case("", (), smaller, ())) for smaller in worthy(smallest)]
        worker.close()
    assert by_itself is not None
    assert by_itself.verdict is not None
    for one in judged:
        assert one is not None
        assert one.verdict is None or not is_same(one.verdict, by_itself.verdict), one.case.given
    assert smallest != failing.case.given
    assert sum(not isinstance(entry, Directory) for entry in smallest.tree) <= files
