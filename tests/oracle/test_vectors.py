"""The vectors: complete, of one format, in the situations that their flags name, and whole where they are kept."""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

from tsr_model.prediction import predict
from tsr_oracle.vectors.catalogue import Vector, vector_to_json, vectors
from tsr_oracle.vectors.export import INDEX, SCHEMA_FILE, ExportError, digest, documents, export
from tsr_oracle.vectors.flags import flags, flags_of
from tsr_oracle.vectors.lint import lint, read
from tsr_oracle.vectors.needs import FEATURES
from tsr_oracle.vectors.schema import published, wrong
from tsr_oracle.vectors.situations import PREDICATES
from tsr_oracle.verbs import vectors as verb
from tsr_oracle.verbs.words import Misuse, Parser
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, Outcome
from tsr_spec.chapters import CHAPTERS, cases, clauses
from tsr_spec.example import given_of

DOCS = Path(__file__).parents[2] / "docs" / "vectors.md"


def called(title: str) -> Vector:
    """The vector with this title."""
    (found,) = (vector for vector in vectors().values() if vector.case.title == title)
    return found


def chapter(texts: dict[str, str], name: str) -> dict[str, Any]:
    """A file of an export, as an object."""
    document: dict[str, Any] = json.loads(texts[name])
    return document


@pytest.fixture(scope="module", name="texts")
def texts_fixture() -> dict[str, str]:
    """The files of an export."""
    return documents()


@pytest.fixture(scope="module", name="few")
def few_fixture(texts: dict[str, str]) -> dict[str, str]:
    """An export of three short chapters alone."""
    names = ("threat.json", "git.json", "open.json")
    index, every = chapter(texts, INDEX), [v for name in names for v in chapter(texts, name)["vectors"]]
    clauses_of = Counter(clause for vector in every for clause in vector["clauses"])
    flags_of_them = Counter(flag for vector in every for flag in vector["flags"])
    index["files"] = [entry for entry in index["files"] if entry["file"] in names]
    index["count"] = len(every)
    index["clauses"] = {c: said | {"vectors": clauses_of[c]} for c, said in index["clauses"].items() if clauses_of[c]}
    index["flags"] = {f: said for f, said in index["flags"].items() if flags_of_them[f]}
    few = {name: texts[name] for name in (*names, SCHEMA_FILE)} | {INDEX: json.dumps(index)}
    assert lint(few).problems == ()
    return few


# --- the catalogue -------------------------------------------------------------------------------------------------


def test_every_case_of_the_spec_is_a_vector() -> None:
    """As many vectors as cases, with their ids, each in the chapter of its leading clause."""
    assert vectors().keys() == cases().keys()
    assert all(vector.clause in clauses() and vector.chapter in CHAPTERS for vector in vectors().values())


def test_the_catalogue_has_nothing_to_be_complained_about(texts: dict[str, str]) -> None:
    """Schema, ids, twins, clauses, flags: all as they have to be."""
    found = lint(texts)
    assert found.problems == ()
    assert found.vectors == len(cases())


def test_a_comment_is_one_sentence_that_ends_with_the_leading_clause() -> None:
    """It says what goes wrong, and against which clause."""
    for vector in vectors().values():
        assert re.fullmatch(r"\S[^\n]+ \([A-Z]+-\S+: .+\)", vector.comment)
        assert f"({vector.clause}: {clauses()[vector.clause].title})" in vector.comment


# --- outcomes ------------------------------------------------------------------------------------------------------


def says_as_much(whole: Outcome, written: Outcome, open_places: set[str]) -> bool:
    """Whether an outcome says all that a case writes, where it does not leave a place open."""
    made = {entry.path for entry in written.made} - open_places
    env = [(own, asked) for own, asked in zip(whole.children, written.children, strict=False)]
    return (
        whole.exit == written.exit
        and {*written.gone} <= {*whole.gone}
        and made == {entry.path for entry in whole.made} - open_places
        and written.stdout in (None, whole.stdout)
        and {*(written.says or ())} <= {*(whole.says or ())}
        and {*(written.marks or ())} <= {*(whole.marks or ())}
        and (written.survivors, written.events) in ((whole.survivors, whole.events), (whole.survivors, None))
        and written.isolated in (None, whole.isolated)
        and all({*asked.env} <= {*own.env} for own, asked in env if own.argv == asked.argv)
    )


def test_the_first_outcome_says_all_that_the_case_writes() -> None:
    """And so a vector asks for no less than the case that it is made from."""
    for vector in vectors().values():
        first = vector.admissible[0]
        assert says_as_much(first.outcome, vector.case.admissible[0], {*first.unjudged}), vector.id


def test_what_a_case_admits_besides_is_admissible() -> None:
    """Each further exit code that a case writes is that of one of the vector's outcomes."""
    for vector in vectors().values():
        codes = {one.outcome.exit for one in vector.admissible}
        assert {outcome.exit for outcome in vector.case.admissible} <= codes, vector.id


def test_the_choices_that_clauses_leave_open_are_admissible_though_no_case_writes_them() -> None:
    """A refused operand may be refused at load too (FENCE-10), where a case does not say so."""
    vector = next(
        v for v in vectors().values() if "static_refusal" in predict(v.case.given).open and v.clause[0] == "F"
    )
    assert [one.outcome.exit for one in vector.admissible][-1] == 64


def test_a_run_side_by_side_says_who_waits_for_whom() -> None:
    """Children come in any order that the pairs allow; no pair is left out, and none says what another one says."""
    vector = called("parallel itself, it has both up")
    first = vector.admissible[0]
    assert first.order is not None
    assert len({*first.order}) == len(first.order)
    assert all(later != earlier for later, earlier in first.order)


def test_of_two_failures_side_by_side_either_may_be_the_first() -> None:
    """Each of their codes is admissible (EXIT-6)."""
    both = [v for v in vectors().values() if v.admissible[0].order is not None and len(v.admissible) > 1]
    assert any(len({one.outcome.exit for one in vector.admissible}) > 1 for vector in both)


def test_the_variables_of_one_task_are_asked_about_in_the_children_of_the_others() -> None:
    """So that a value that has gone astray is seen without a model: null says that it must not be there."""
    vector = called("each task has its own `PATH`")
    names = [{name for name, _ in child.env} for child in vector.admissible[0].outcome.children]
    assert all(found == names[0] and "PATH" in found for found in names)


def test_what_nobody_may_say_is_among_the_hidden_texts() -> None:
    """The value of a variable, where the run ends before its first command (OUT-1)."""
    vector = called("a refusal names the variable and not its value")
    (hidden,) = vector.admissible[0].hidden
    assert hidden in "\0".join([*(v for _, v in vector.case.given.env), *map(str, vector.case.given.tree)])


# --- flags ---------------------------------------------------------------------------------------------------------


def test_each_flag_has_a_predicate_and_each_predicate_a_flag() -> None:
    """The dictionary and the predicates have the same names, and no more of them than can be told apart."""
    assert flags().keys() == PREDICATES.keys()
    assert 40 <= len(flags()) <= 80


def test_a_flag_is_about_clauses_or_chapters_that_there_are() -> None:
    """What it says it is about exists."""
    assert {about for flag in flags().values() for about in flag.about} <= {*clauses(), *CHAPTERS}


SITUATIONS: list[tuple[str, dict[str, Any], dict[str, Any]]] = [
    (
        "link-in-destination",
        {"run": "cp f l", "tree": "ws/f: a\nws/l -> g"},
        {"run": "cp l f", "tree": "ws/f\nws/l -> g"},
    ),
    (
        "dangling-link-as-new-file",
        {"run": "touch l", "tree": "ws/l -> g"},
        {"run": "touch l", "tree": "ws/l -> g\nws/g"},
    ),
    ("link-to-remove", {"run": "rm l", "tree": "ws/l -> g"}, {"run": "rm g", "tree": "ws/l -> g\nws/g"}),
    (
        "parent-after-link",
        {"run": "cat l/../f", "tree": "ws/l -> d\nws/d/"},
        {"run": "cat l/f/..", "tree": "ws/l -> d\nws/d/f/"},
    ),
    ("missing-then-parent", {"run": "touch no/../f"}, {"run": "touch d/../f", "tree": "ws/d/"}),
    ("prefix-sibling", {"run": "true", "tree": "ws-b/f"}, {"run": "true", "tree": "b-ws/f"}),
    ("trailing-slash", {"run": "rm f/"}, {"run": "rm f"}),
    ("empty-operand", {"run": "rm ''"}, {"run": "echo ''"}),
    ("root-as-victim", {"run": "rm -r ../ws"}, {"run": "rm -r ../ws/d", "tree": "ws/d/"}),
    ("one-file-twice", {"run": "cp f ./f", "tree": "ws/f"}, {"run": "cp f g", "tree": "ws/f\nws/g"}),
    ("hard-link", {"run": "true", "tree": "ws/f\nws/g == ws/f"}, {"run": "true", "tree": "ws/f\nws/g"}),
    ("guarded-name", {"config": "[env]\nLD_PRELOAD = 'x'\n[tasks.t]\nrun = 'true'"}, {"run": "echo LD_PRELOAD"}),
    (
        "guarded-name-in-other-case",
        {"config": "[env]\nld_preload = 'x'\n[tasks.t]\nrun = 'true'"},
        {"config": "[env]\nLD_PRELOAD = 'x'\n[tasks.t]\nrun = 'true'"},
    ),
    (
        "search-path-glued",
        {"config": "[env]\nPATH = 'x$PATH'\n[tasks.t]\nrun = 'true'"},
        {"config": "[env]\nPATH = '/x:$PATH'\n[tasks.t]\nrun = 'true'"},
    ),
    (
        "working-directory-in-search-path",
        {"config": "[env]\nPATH = '$PATH:'\n[tasks.t]\nrun = 'true'"},
        {"config": "[env]\nPATH = '$PATH:/x'\n[tasks.t]\nrun = 'true'"},
    ),
    ("nested-config", {"run": "true", "files": {"ws/d/tasks.toml": ""}}, {"run": "true", "files": {"ws/d/x.toml": ""}}),
    ("foreign-owner", {"run": "true", "tree": "[other] ws/f"}, {"run": "true", "tree": "ws/f"}),
    ("open-to-others", {"run": "true", "tree": "[0666] ws/f"}, {"run": "true", "tree": "[0644] ws/f"}),
    (
        "shared-dep",
        {"config": "[tasks]\nt.deps = ['a', 'b']\na.deps = ['c']\nb.deps = ['c']\nc.run = 'true'"},
        {"config": "[tasks]\nt.deps = ['a', 'b']\na.run = 'true'\nb.run = 'true'"},
    ),
    (
        "second-signal-in-grace",
        {"run": "slow", "tree": "bin/slow* waits on TERM slowly", "signals": ["slow up: INT", "slow TERM: INT"]},
        {"run": "slow", "tree": "bin/slow* waits on TERM slowly", "signals": ["slow up: INT"]},
    ),
    (
        "isolation-behind-a-caret",
        {
            "config": "[tasks.t]\nrun='tool'\ndeps=['a']\n[tasks.a]\nparallel=true\ndeps=['b']\n[tasks.b]\nrun='true'",
            "tree": "bin/tool* 0",
            "terminal": True,
        },
        {"config": "[tasks.t]\nrun='tool'\nparallel=true", "tree": "bin/tool* 0", "terminal": True},
    ),
    ("value-with-a-meaning", {"run": "echo $V", "env": {"V": "a b"}}, {"run": "echo $V", "env": {"V": "ab"}}),
    ("string-that-is-none", {"run": "echo a | cat"}, {"run": "echo 'a | cat'"}),
    ("letters-that-are-text", {"run": "echo 'a | cat'"}, {"run": "echo a"}),
]


@pytest.mark.parametrize(("name", "there", "absent"), SITUATIONS, ids=[name for name, _, _ in SITUATIONS])
def test_a_flag_tells_its_situation_from_a_neighbour(name: str, there: dict[str, Any], absent: dict[str, Any]) -> None:
    """The predicate holds of a question that is in the situation, and not of one that is nearly."""
    for table, expected in ((there, True), (absent, False)):
        given = given_of(table)
        assert (name in flags_of(given, predict(given))) is expected, table


# --- needs ---------------------------------------------------------------------------------------------------------


def test_the_schema_and_the_page_have_the_features_that_there_are() -> None:
    """A feature that is added is published and explained."""
    assert published()["$defs"]["feature"]["enum"] == [*FEATURES]
    table = DOCS.read_text("utf-8").partition("\n## What a vector needs")[2].partition("\n## ")[0]
    assert re.findall(r"`([a-z-]+)`", "".join(re.findall(r"(?m)^\| (`.+?) \|", table))) == [*FEATURES]


def test_a_vector_needs_what_is_in_its_tree() -> None:
    """Another user's file needs root; a terminal and its keys need both; nothing special needs nothing."""
    assert called("the link goes, what it points at stays").needs.features == ()
    for vector in vectors().values():
        tree = json.dumps(vector_to_json(vector)["given"])
        assert ('"owner"' in tree) == ("other-user" in vector.needs.features)
        assert ('"terminal"' in tree) == ("terminal" in vector.needs.features)
        assert vector.needs.uid == "root" or "other-user" not in vector.needs.features


# --- the schema ----------------------------------------------------------------------------------------------------


def test_the_export_is_as_the_published_schema_has_it(texts: dict[str, str]) -> None:
    """By a library that knows the whole of JSON Schema."""
    validator = jsonschema_rs.validator_for(json.loads(texts[SCHEMA_FILE]))
    for name, text in texts.items():
        assert name == SCHEMA_FILE or validator.is_valid(json.loads(text)), name


def spoil(vector: dict[str, Any], key: str, value: Any) -> dict[str, Any]:
    """The vector with something else at a dotted path."""
    spoilt: Any = deepcopy(vector)
    *way, last = key.split(".")
    inner = spoilt
    for name in way:
        inner = inner[int(name)] if name.isdigit() else inner[name]
    inner[last] = value
    whole: dict[str, Any] = spoilt
    return whole


SPOILT: list[tuple[str, Any]] = [
    *[("id", "6d3fd9ed4b2"), ("title", ""), ("comment", "two\nlines"), ("kind", "law"), ("clauses", []), ("flags", [])],
    *[("clauses", ["fence-5"]), ("needs.uid", "nobody"), ("needs.features", ["luck"]), ("needs.more", True)],
    *[("admissible", []), ("admissible.0.exit", "0"), ("admissible.0.exit", True), ("admissible.0.exit", 256)],
    *[("admissible.0.exits", 0), ("admissible.0.order", [[1]]), ("admissible.0.stdout", {"hex": "f"})],
    *[("given.tree.0.link", "x"), ("given.tree.0.mode", "644"), ("given.tree.0.owner", "me"), ("given.cwd", 1)],
    *[("given.tree.0.waits", True), ("given.env", [["A"]]), ("given.env", [["A", "b", "c"]]), ("given.umask", 18)],
    *[("given.signals", [["slow up", "KILL"]]), ("given.terminal", False), ("given.declares", [{}])],
    *[("admissible.0.children", [{"argv": [], "cwd": "ws"}]), ("admissible.0.made", [{"path": "ws/l"}])],
]


@pytest.mark.parametrize(("key", "value"), SPOILT, ids=[f"{key}={value}" for key, value in SPOILT])
def test_a_spoilt_vector_is_refused_by_the_library_and_by_our_own_reading_of_the_schema(key: str, value: Any) -> None:
    """The two agree, and both refuse: unknown keys, wrong kinds, wrong values."""
    definition = {"$ref": "#/$defs/vector", "$defs": published()["$defs"]}
    right = vector_to_json(called("the link goes, what it points at stays"))
    validator = jsonschema_rs.validator_for(definition)
    assert validator.is_valid(right)
    assert wrong(right, "vector") is None
    assert not validator.is_valid(spoil(right, key, value))
    assert wrong(spoil(right, key, value), "vector") is not None


# --- lint ----------------------------------------------------------------------------------------------------------


def changed(texts: dict[str, str], name: str, change: Callable[[dict[str, Any]], object]) -> dict[str, str]:
    """The export with one document changed, and the index made for it, as somebody would who mends it by hand."""
    document = chapter(texts, name)
    change(document)
    texts = texts | {name: json.dumps(document, ensure_ascii=False, indent=1) + "\n"}
    if name == INDEX:
        return texts
    index = chapter(texts, INDEX)
    (entry,) = (entry for entry in index["files"] if entry["file"] == name)
    entry.update(sha256=digest(texts[name].encode()), vectors=len(document["vectors"]))
    index["count"] = sum(entry["vectors"] for entry in index["files"])
    return texts | {INDEX: json.dumps(index)}


def without(clause: str, document: dict[str, Any]) -> list[dict[str, Any]]:
    """The vectors of a chapter that do not name the clause."""
    return [vector for vector in document["vectors"] if clause not in vector["clauses"]]


DAMAGES: list[tuple[str, str, Callable[[dict[str, Any]], object], str]] = [
    (
        "an id that is another's",
        "open.json",
        lambda d: d["vectors"][0].update(id="0" * 12),
        "is not the id of its question",
    ),
    ("a vector twice", "open.json", lambda d: d["vectors"].append(d["vectors"][0]), "2 vectors have this id"),
    ("no outcome", "open.json", lambda d: d["vectors"][0].update(admissible=[]), "minItems"),
    ("a key that is not known", "open.json", lambda d: d["vectors"][0].update(more=1), "'more' is not known"),
    (
        "a path that climbs",
        "open.json",
        lambda d: d["vectors"][0]["given"]["tree"][0].update(path="../x"),
        "relative to",
    ),
    ("a twin that is gone", "threat.json", lambda d: d["vectors"].pop(), "is not there, or has another one"),
    (
        "a clause that nothing names",
        "git.json",
        lambda d: d.update(vectors=without("GIT-4", d)),
        "GIT-4: has no vector, and no reason",
    ),
    (
        "a flag of no vector",
        INDEX,
        lambda d: d["flags"].update({"x-y": d["flags"]["plain-success"]}),
        "x-y: no vector has it",
    ),
    (
        "a flag without a word",
        INDEX,
        lambda d: d["flags"].pop("plain-success"),
        "plain-success: vectors have it, and the dictionary",
    ),
    ("a count that is wrong", INDEX, lambda d: d.update(count=3), "counts 3 vectors"),
    ("a clause that is not listed", INDEX, lambda d: d["clauses"].pop("GIT-4"), "GIT-4: vectors name it"),
    ("other clauses", "open.json", lambda d: d.update(clauses_version="0.1"), "for clauses 0.1"),
    ("another schema", "open.json", lambda d: d.update(schema=2), "schema"),
]


@pytest.mark.parametrize(("name", "change", "says"), [d[1:] for d in DAMAGES], ids=[d[0] for d in DAMAGES])
def test_lint_finds_a_damage(
    few: dict[str, str], name: str, change: Callable[[dict[str, Any]], object], says: str
) -> None:
    """And says what it is."""
    assert says in "\n".join(lint(changed(few, name, change)).problems)


def test_lint_finds_a_refusal_in_a_clause_that_accepts_nothing(few: dict[str, str]) -> None:
    """Where each other vector of the clause is taken away, twins included."""

    def leave_one(document: dict[str, Any]) -> None:
        refused = next(v for v in document["vectors"] if v["admissible"][0]["exit"] == 64 and v["clauses"] == ["GIT-4"])
        refused.pop("twin", None)
        document["vectors"] = [*without("GIT-4", document), refused]

    problems = "\n".join(lint(changed(few, "git.json", leave_one)).problems)
    assert "no vector of GIT-4 accepts anything" in problems


def test_lint_finds_files_that_are_missing_strange_or_changed(few: dict[str, str]) -> None:
    """By the index and its digests."""
    problems = "\n".join(lint({k: v for k, v in few.items() if k != "open.json"} | {"x.json": "{}"}).problems)
    assert "open.json: is not there" in problems
    assert "x.json: the index does not name it" in problems
    assert "open.json: is not the file" in "\n".join(lint(few | {"open.json": few["open.json"] + " "}).problems)
    for text in ("{", "[" * 100_000):
        assert "not JSON" in "\n".join(lint(few | {INDEX: text}).problems)
    for text in ("[]", "7", '{"files": [{}]}'):
        assert len(lint(few | {INDEX: text}).problems) == 1
    assert lint({}).problems == (f"{INDEX}: is not there",)


# --- export --------------------------------------------------------------------------------------------------------


def test_an_export_has_the_same_bytes_each_time_also_over_an_earlier_one(tmp_path: Path, texts: dict[str, str]) -> None:
    """And a file that a newer export has no more goes with the older one."""
    export(str(tmp_path / "a"))
    first = read(str(tmp_path / "a"))
    index = json.loads(first[INDEX])
    index["files"].append({"chapter": "OLD", "file": "old.json", "vectors": 1, "sha256": "0" * 64})
    (tmp_path / "a" / INDEX).write_text(json.dumps(index))
    (tmp_path / "a" / "old.json").write_text("{}")
    (tmp_path / "a" / "README.md").write_text("mine")
    export(str(tmp_path / "a"))
    assert read(str(tmp_path / "a")) == first == texts
    assert (tmp_path / "a" / "README.md").read_text() == "mine"


def test_an_export_writes_over_nothing_else(tmp_path: Path) -> None:
    """Not into a directory of something else, not over a file that stands in the way, not through a link."""
    (tmp_path / "mine").write_text("m")
    with pytest.raises(ExportError, match="neither empty nor an earlier export"):
        export(str(tmp_path))
    with pytest.raises(ExportError, match="no directory"):
        export(str(tmp_path / "mine"))
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / INDEX).write_text(json.dumps({"format": "tsr-vectors", "files": [{"file": "../../mine"}]}))
    (tmp_path / "b" / "open.json").symlink_to(tmp_path / "mine")
    with pytest.raises(ExportError, match=r"open.json is there and is of no earlier export"):
        export(str(tmp_path / "b"))
    assert (tmp_path / "mine").read_text() == "m"


# --- the command ---------------------------------------------------------------------------------------------------


def run(*words: str) -> int:
    """The exit code of `tsr-oracle vectors` with these words."""
    whole = Parser()
    verb.add(whole.add_subparsers(required=True, parser_class=Parser))
    arguments: argparse.Namespace = whole.parse_args(["vectors", *words])
    code: int = arguments.run(arguments)
    return code


def test_list_takes_a_clause_a_flag_a_chapter_and_a_kind(capsys: pytest.CaptureFixture[str]) -> None:
    """Together they narrow; as JSON it is whole vectors."""
    assert run("list", "--chapter", "fence", "--clause", "FENCE-5", "--flag", "link-to-remove", "--kind", "rule") == 0
    rows = capsys.readouterr().out.splitlines()
    assert rows[-1].endswith(f"of {len(cases()):,} vectors")
    assert all("FENCE-" in row for row in rows[:-1])
    assert run("list", "--clause", "FENCE-5", "--json") == 0
    for vector in json.loads(capsys.readouterr().out):
        assert "FENCE-5" in vector["clauses"]


def test_show_draws_the_question_and_says_every_answer(capsys: pytest.CaptureFixture[str]) -> None:
    """The beginning of an id will do."""
    vector = called("the file onto a link that leads to it: the bytes stay reachable")
    assert run("show", vector.id[:8]) == 0
    page = capsys.readouterr().out
    assert "l -> f" in page
    assert "$ tsr t" in page
    assert f"right, {len(vector.admissible)} of {len(vector.admissible)}:" in page
    assert "CWE-59" in page


def test_each_vector_can_be_shown() -> None:
    """Whatever is in it; a page is lines."""
    from tsr_oracle.vectors.pages import page

    for vector in list(vectors().values())[::5]:
        assert all(line.isprintable() for line in page(vector, None))


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("list", "--clause", "FENCE-555"), "no such clause"),
        (("list", "--flag", "link-in-destinatio"), "link-in-destination"),
        (("list", "--chapter", "FENSE"), "FENCE"),
        (("show", "zzz"), "no vector has an id that begins so"),
        (("show", ""), "vectors have an id that begins so"),
        (("export",), "DIR"),
        (("lnit",), "invalid choice"),
    ],
)
def test_a_wrong_word_is_told_with_what_may_be_meant(words: tuple[str, ...], says: str) -> None:
    """As a sentence, and not as a traceback."""
    with pytest.raises(Misuse, match=re.escape(says)):
        run(*words)


def test_lint_ends_with_0_or_1_and_a_summary(
    few: dict[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 where nothing is wrong with an export, 1 where something is."""
    for name, text in few.items():
        (tmp_path / name).write_text(text, encoding="utf-8", newline="\n")
    assert run("lint", str(tmp_path)) == 0
    assert capsys.readouterr().out.endswith("OK: nothing is wrong with them\n")
    (tmp_path / "open.json").unlink()
    assert run("lint", str(tmp_path)) == 1
    assert "FAILED" in capsys.readouterr().out


def test_export_says_how_much_it_has_written_or_why_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The count, the clauses' version, the place; or what the directory holds instead."""
    assert run("export", str(tmp_path / "v")) == 0
    assert f"{len(cases()):,} vectors (clauses {CLAUSES_VERSION})" in capsys.readouterr().out
    with pytest.raises(Misuse, match="neither empty nor an earlier export"):
        run("export", str(tmp_path))


# --- the page ------------------------------------------------------------------------------------------------------


def test_the_example_of_the_page_is_the_vector_that_it_is_of() -> None:
    """To the last key."""
    (block,) = re.findall(r"```json\n(.+?)```", DOCS.read_text("utf-8"), re.DOTALL)
    shown = json.loads(block)
    assert shown == vector_to_json(vectors()[shown["id"]])


def test_the_page_explains_every_key_of_an_outcome() -> None:
    """A key that is added is explained."""
    table = DOCS.read_text("utf-8").partition("| in an outcome")[2].partition("\n\n")[0]
    assert {*published()["$defs"]["outcome"]["properties"]} <= {*re.findall(r"`(\w+)`", table)}


def test_cases_with_one_answer_keep_it() -> None:
    """No vector of a case without a choice admits more than the case does, but for what FENCE-10 and EXIT-6 open."""
    for vector in vectors().values():
        case: Case = vector.case
        if len(case.admissible) == 1 and not predict(case.given).open and vector.admissible[0].order is None:
            assert len(vector.admissible) == 1, vector.id
