"""The chapters hold together: each clause can be checked, each case is one that can be built and judged."""

from __future__ import annotations

import re
from importlib.resources import files

import pytest

from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import (
    Case,
    CaseError,
    Directory,
    Entry,
    File,
    HardLink,
    Mount,
    Outcome,
    Program,
    Special,
    entries,
    parents,
)
from tsr_spec.chapters import CHAPTERS, Chapter, cases, chapters, clauses, parse_chapter

PROVED: frozenset[str] = frozenset()
"""Clauses that no case shows and a theorem proves. None yet: each guarantee has cases too."""

CLAUSE = """# A chapter

### FENCE-1 · A title
`rule` · `seed` · `config-relaxable` · THREAT-1

Prose.
"""

CASE = """
```case
title = "a title"
run = "true"
exit = 0
```
"""


def text_of(name: str) -> str:
    return (files("tsr_spec") / "chapters" / f"{name.lower()}.md").read_text("utf-8")


def refuses(case: Case) -> bool:
    """Whether each right answer is that the runner or a builtin of it refused or failed, and no program did."""
    return all(outcome.exit in (1, 2, 64) and not outcome.children for outcome in case.admissible)


# --- clauses -------------------------------------------------------------------------------------------------------


def test_every_chapter_is_read_and_has_clauses() -> None:
    assert [chapter.name for chapter in chapters()] == list(CHAPTERS)
    assert all(chapter.clauses for chapter in chapters())


def test_every_chapter_begins_with_a_title_and_prose() -> None:
    for name in CHAPTERS:
        title, blank, prose = text_of(name).split("\n", 3)[:3]
        assert title.startswith(f"# {name}: "), name
        assert (blank, prose[:1].isalpha() or prose[:1] == "`") == ("", True), name


def test_every_clause_says_something() -> None:
    bare = [clause.id for clause in clauses().values() if not clause.prose and clause.kind != "rule"]
    assert not bare


def test_every_clause_has_a_case_or_a_reason_or_a_theorem() -> None:
    shown = {name for case in cases().values() for name in case.clauses}
    excused = {clause.id for clause in clauses().values() if clause.unchecked}
    assert set(clauses()) == shown | excused | PROVED
    assert not shown & excused, "a reason that no longer holds has to go"
    assert not (shown | excused) & PROVED


def test_every_fence_clause_may_be_relaxed_by_the_config_and_no_discovery_clause_by_anyone() -> None:
    tiers = {(clause.id.split("-")[0], clause.tier) for clause in clauses().values()}
    assert {tier for chapter, tier in tiers if chapter == "FENCE"} == {"config-relaxable"}
    assert {tier for chapter, tier in tiers if chapter == "DISC"} == {"never-relaxed"}
    assert {tier for chapter, tier in tiers if chapter in ("SHELL", "BUILTIN", "CLI", "EXIT")} == {"always"}


def test_every_guard_names_the_threats_that_it_answers() -> None:
    silent = [clause.id for clause in clauses().values() if clause.tier != "always" and not clause.threats]
    assert not silent
    assert {threat for clause in clauses().values() for threat in clause.threats} <= set(clauses())


def test_every_clause_that_is_referred_to_exists() -> None:
    known = set(clauses())
    for name in CHAPTERS:
        named = set(re.findall(rf"\b(?:{'|'.join(CHAPTERS)})-[A-Z]?\d+\b", text_of(name)))
        assert named <= known, name


def test_prose_is_wrapped() -> None:
    for name in CHAPTERS:
        quoted = False
        for number, line in enumerate(text_of(name).splitlines(), 1):
            quoted ^= line.startswith("```")
            assert quoted or len(line) <= 118 or line.startswith("    "), f"{name}, line {number}"


# --- cases ---------------------------------------------------------------------------------------------------------


def test_there_are_many_cases() -> None:
    assert len(cases()) >= 1600
    assert sum(len(chapter.cases) for chapter in chapters()) == len(cases())


def test_the_tree_of_every_case_can_be_built() -> None:
    for case in cases().values():
        tree = {entry.path: entry for entry in entries(case.given)}
        for entry in tree.values():
            where = f"{case.clauses[0]}, {case.title}: {entry.path}"
            for parent in parents(entry.path)[-1:]:
                assert isinstance(tree[parent], Directory | Mount), (
                    f"{where} lies beneath something that is no directory"
                )
            if isinstance(entry, HardLink):
                assert isinstance(tree[entry.to], File), f"{where}: there is no file {entry.to}"
        assert "two-file-systems" in case.needs or "@OTHER@" not in repr(case.given), case.title


def test_the_outcomes_of_every_case_can_come_about() -> None:
    for case in cases().values():
        before = {entry.path: entry for entry in entries(case.given)}
        assert len(set(case.admissible)) == len(case.admissible) >= 1
        for outcome in case.admissible:
            after = tree_after(case, before, outcome)
            for path in after:
                for parent in parents(path)[-1:]:
                    assert isinstance(after.get(parent), Directory | Mount), f"{case.title}: {path} is in no directory"
            for child in outcome.children:
                assert child.argv, case.title
                assert isinstance(after.get(child.cwd), Directory | Mount), case.title


def tree_after(case: Case, before: dict[str, Entry], outcome: Outcome) -> dict[str, Entry]:
    gone, made = set(outcome.gone), {entry.path: entry for entry in outcome.made}
    assert (len(gone), len(made)) == (len(outcome.gone), len(outcome.made)), f"{case.title}: a path is there twice"
    assert gone <= before.keys(), f"{case.title}: gone is only what was there"
    assert not gone & made.keys(), f"{case.title}: what is another than before is made and not gone"
    for path, entry in made.items():
        assert before.get(path) != entry or isinstance(entry, HardLink), f"{case.title}: {path} is what it was"
    return {path: entry for path, entry in before.items() if path not in gone} | made


def test_every_refusal_has_a_twin() -> None:
    alone = [f"{case.clauses[0]}, {case.title}" for case in cases().values() if refuses(case) and case.twin is None]
    assert not alone


def test_every_rule_that_has_cases_has_one_with_a_twin() -> None:
    """Beneath its own heading: a rule that is only seen kept might as well not be there."""
    beneath = {(case.clauses[0], case.twin is not None) for case in cases().values()}
    rules = [clause.id for clause in clauses().values() if clause.kind == "rule"]
    assert not [rule for rule in rules if (rule, False) in beneath and (rule, True) not in beneath]


def test_twins_are_each_other_s_and_end_otherwise() -> None:
    for case in cases().values():
        if case.twin is not None:
            twin = cases()[case.twin]
            assert twin.twin == case.id, case.title
            assert twin.admissible != case.admissible, case.title


def test_the_twin_of_a_refusal_can_be_accepted() -> None:
    for case in cases().values():
        if refuses(case) and case.twin is not None:
            twin = cases()[case.twin]
            accepted = [outcome for outcome in twin.admissible if outcome.exit == 0 or outcome.children]
            assert accepted, f"{case.clauses[0]}, {case.title}"


def test_no_two_files_of_a_case_have_the_same_bytes_so_that_a_copy_can_be_told() -> None:
    for case in cases().values():
        texts = [entry.data for entry in case.given.tree if isinstance(entry, File) and entry.data]
        assert len(set(texts)) == len(texts), case.title


def test_what_runs_in_a_case_is_a_program_of_its_tree() -> None:
    for case in cases().values():
        programs = {entry.name for entry in case.given.tree if isinstance(entry, Program)}
        started = {child.argv[0].rpartition("/")[2] for outcome in case.admissible for child in outcome.children}
        assert started <= programs, case.title


def test_a_refusal_of_a_place_leaves_the_outside_as_it_is() -> None:
    for case in cases().values():
        for outcome in case.admissible:
            if "FENCE-G4" in case.clauses:
                touched = [*outcome.gone, *(entry.path for entry in outcome.made)]
                assert all(path.startswith(("ws/", "/@OTHER@/")) for path in touched), case.title


def test_the_fence_is_shown_on_every_kind_of_entry() -> None:
    kinds = {type(entry) for case in cases().values() for entry in case.given.tree}
    assert kinds >= {Directory, File, HardLink, Program, Special}


def test_ids_are_pinned() -> None:
    """A change of the canonical text would rename every case that anybody has written down."""
    by_title = {case.title: case.id for case in cases().values()}
    assert by_title["the link goes, what it points at stays"] == "6d3fd9ed4b20"
    assert by_title["words of any bytes"] == "be58962fc19a"
    assert by_title["across file systems: a file keeps its bytes and its mode"] == "a94771380f94"
    assert CLAUSES_VERSION == "0.7"


# --- what can't be read --------------------------------------------------------------------------------------------


def parse(text: str) -> Chapter:
    return parse_chapter("FENCE", text)


def test_a_clause_and_its_case_are_read() -> None:
    chapter = parse(CLAUSE + CASE)
    (clause,) = chapter.clauses
    assert (clause.id, clause.title, clause.kind, clause.provenance) == ("FENCE-1", "A title", "rule", "seed")
    assert (clause.tier, clause.threats, clause.prose) == ("config-relaxable", ("THREAT-1",), "Prose.")
    assert clause.unchecked is None
    assert [case.clauses for case in chapter.cases] == [("FENCE-1",)]


def test_a_reason_is_read_as_one_line() -> None:
    (clause,) = parse(CLAUSE + "\nUnchecked: it can't be\ndone here.\n\nMore.\n").clauses
    assert clause.unchecked == "it can't be done here."


def test_a_comment_in_a_quoted_config_is_no_heading() -> None:
    chapter = parse(CLAUSE + "\n```toml\n# a comment\n### another\n```\n" + CASE)
    assert [clause.id for clause in chapter.clauses] == ["FENCE-1"]
    assert len(chapter.cases) == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (CASE, "a case stands beneath a clause"),
        (CLAUSE + CASE.rstrip("`\n"), "is not closed"),
        (CLAUSE + "\n```toml\n", "is not closed"),
        (CLAUSE.replace("FENCE-1", "DISC-1"), "no heading of a clause of this chapter"),
        (CLAUSE.replace("FENCE-1 · ", ""), "no heading of a clause of this chapter"),
        (CLAUSE.replace("`rule`", "`law`"), "'law' is none of rule, guarantee, non-goal"),
        (CLAUSE.replace("`seed`", "`mine`"), "'mine' is none of seed, ruling, ours"),
        (CLAUSE.replace("`config-relaxable`", "`never`"), "'never' is none of always, "),
        (CLAUSE.replace("THREAT-1", "accident"), "THREAT-… and nothing else"),
        (CLAUSE + CASE.replace("run =", "runs ="), "line 8: unknown key 'runs'"),
        (CLAUSE + CASE.replace('"true"', "true"), "line 8: run: True does not belong there"),
        (CLAUSE + CASE.replace('title = "a title"', ""), "line 8: no title"),
        (CLAUSE + CASE.replace("exit = 0", ""), "either `exit` and its companions, or"),
        (CLAUSE + CASE.replace("exit = 0", "exit ="), "line 8: Invalid value"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(text: str, message: str) -> None:
    with pytest.raises(CaseError) as raised:
        parse(text)
    assert message in str(raised.value)
    assert str(raised.value).startswith("FENCE")
