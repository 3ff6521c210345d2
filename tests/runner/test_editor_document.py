"""The operations of the editor on the text of a tasks.toml: what they change, and what stays as it is."""

from __future__ import annotations

import sys

import pytest

from tsr_impl.report import Stop
from tsr_spec.case import File
from tsr_spec.chapters import cases

pytest.importorskip("tomlkit", reason="the extra `edit` is not installed")

from tsr_impl.editor.document import Document

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

COMMENTED = """\
# What this project runs.

[tasks.build] # the default
run = 'make'   # as it is
colour = "blue"  # no key of ours
deps = [
  "fetch",  # first
  "lint",
]

# Looks for faults.
[tasks.lint]
run = "lint ."

[tasks.lint.env]
LEVEL = "1"

[env]
CI = "1"

# Gets what is needed.
[tasks.fetch]
run = "fetch"
# the end
"""

QUOTED = '[tasks."a:b"]\nrun = "x"\n\n[tasks."p#t"]\ndeps = ["a:b", "^a:b"]\npackages = ["p"]\n'

DOTTED = """\
[tasks]
a.run = "x"  # one
# between
a.dir = "d"
b.run = "y"
a.parallel = true
"""

TOP_DOTTED = 'tasks.a.run = "x"\ntasks.b.deps = ["a"]\n'

INLINE = '[tasks]\na = {run = "x"}\nb = { deps = ["a"], dir = "d" }  # b\n'

WHOLLY_INLINE = 'tasks = {a = {run = "x"}, b = {deps = ["a"]}}\n'

APART = '[tasks.a]\nrun = "x"\n\n[env]\nA = "1"\n\n[tasks.b]\nrun = "y"\n\n[tasks.a.env]\nB = "2"\n'

IMPLICIT = '[tasks.a.env]\nA = "1"\n'

ALL = (COMMENTED, QUOTED, DOTTED, TOP_DOTTED, INLINE, WHOLLY_INLINE, APART, IMPLICIT)


def replaced(text: str, *changes: tuple[str, str]) -> str:
    """`text` with each of the changes made in the one place where it can be."""
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


# Fields -----------------------------------------------------------------------------------------

SET = {
    "a string, with its comment": (COMMENTED, "build", "run", "ninja", [("'make'", '"ninja"')]),
    "a new field, behind the last value": (
        COMMENTED,
        "build",
        "dir",
        "src",
        [('  "lint",\n]\n', '  "lint",\n]\ndir = "src"\n')],
    ),
    "a new field, in front of a section of the task": (
        COMMENTED,
        "lint",
        "parallel",
        True,
        [('run = "lint ."\n', 'run = "lint ."\nparallel = true\n')],
    ),
    "more in a list over several lines": (
        COMMENTED,
        "build",
        "deps",
        ["fetch", "lint", "test"],
        [('  "lint",\n', '  "lint",\n  "test",\n')],
    ),
    "less in a list over several lines": (COMMENTED, "build", "deps", ["fetch"], [('\n  "lint",', "")]),
    "a list in another order": (
        COMMENTED,
        "build",
        "deps",
        ["lint", "fetch"],
        [('[\n  "fetch",  # first\n  "lint",\n]', '["lint", "fetch"]')],
    ),
    "a section by a value": (
        COMMENTED,
        "lint",
        "env",
        {"B": "2"},
        [
            ('"lint ."\n\n[tasks.lint.env]\nLEVEL = "1"\n', '"lint ."\nenv = { B = "2" }\n'),
        ],
    ),
    "a quoted task": (QUOTED, "a:b", "run", 'say "\\"', [('"x"', '"say \\"\\\\\\""')]),
    "a dotted value": (DOTTED, "a", "run", "z", [('"x"', '"z"')]),
    "a new dotted value": (DOTTED, "b", "dir", "e", [('b.run = "y"\n', 'b.run = "y"\nb.dir = "e"\n')]),
    "a new dotted value at the top": (
        TOP_DOTTED,
        "a",
        "dir",
        "e",
        [('tasks.a.run = "x"\n', 'tasks.a.run = "x"\ntasks.a.dir = "e"\n')],
    ),
    "a value of an inline table": (INLINE, "b", "dir", "e", [('"d"', '"e"')]),
    "a new value of an inline table": (INLINE, "a", "dir", "e", [('{run = "x"}', '{run = "x", dir = "e"}')]),
    "a new value of nested inline tables": (WHOLLY_INLINE, "a", "dir", "e", [('"x"', '"x", dir = "e"')]),
    "a task in two places": (APART, "a", "dir", "e", [('run = "x"\n', 'run = "x"\ndir = "e"\n')]),
    "a task with nothing but a section": (IMPLICIT, "a", "run", "x", [('"1"\n', '"1"\n\n[tasks.a]\nrun = "x"\n')]),
    "a line without an end": ('[tasks.a]\nrun = "x"', "a", "dir", "d", [('"x"', '"x"\ndir = "d"\n')]),
    "a header without an end": ("[tasks.a]", "a", "dir", "d", [("[tasks.a]", '[tasks.a]\ndir = "d"\n')]),
    "lines that end as on Windows": (
        '[tasks.a]\r\nrun = "x"\r\n',
        "a",
        "dir",
        "d",
        [('"x"\r\n', '"x"\r\ndir = "d"\r\n')],
    ),
    "an indented line": ('[tasks.a]\n  run = "x"\n', "a", "dir", "d", [('"x"\n', '"x"\n  dir = "d"\n')]),
}


@pytest.mark.parametrize("name", SET)
def test_set_field(name: str) -> None:
    text, task, field, value, changes = SET[name]
    after = Document(text).set_field(task, field, value)
    assert after.text == replaced(text, *changes)
    assert after.tasks[task][field] == value


REMOVED = {
    "a line": (COMMENTED, "build", "colour", [('colour = "blue"  # no key of ours\n', "")]),
    "a list over several lines": (COMMENTED, "build", "deps", [('deps = [\n  "fetch",  # first\n  "lint",\n]\n', "")]),
    "a section": (COMMENTED, "lint", "env", [('[tasks.lint.env]\nLEVEL = "1"\n\n', "")]),
    "a dotted value": (DOTTED, "a", "dir", [('a.dir = "d"\n', "")]),
    "a value of an inline table": (INLINE, "b", "deps", [('deps = ["a"],', "")]),
    "what is not there": (COMMENTED, "lint", "dir", []),
}


@pytest.mark.parametrize("name", REMOVED)
def test_remove_field(name: str) -> None:
    text, task, field, changes = REMOVED[name]
    after = Document(text).remove_field(task, field)
    assert after.text == replaced(text, *changes)
    assert field not in after.tasks[task]


@pytest.mark.parametrize(
    ("args", "written"),
    [([], 'delegate = "npm"'), (["run", "a b"], 'delegate = { bin = "npm", args = ["run", "a b"] }')],
)
def test_set_delegate(args: list[str], written: str) -> None:
    after = Document(COMMENTED).set_delegate("fetch", "npm", args)
    assert after.text == replaced(COMMENTED, ('run = "fetch"\n', f'run = "fetch"\n{written}\n'))


def test_a_delegate_that_is_a_section_becomes_a_value() -> None:
    text = '[tasks.a]\nrun = "x"\n[tasks.a.delegate]\nbin = "npm"\n\n# about b\n[tasks.b]\nrun = "y"\n'
    after = Document(text).set_delegate("a", "yarn", [])
    assert after.text == '[tasks.a]\nrun = "x"\ndelegate = "yarn"\n# about b\n[tasks.b]\nrun = "y"\n'


# Tasks ------------------------------------------------------------------------------------------

ADDED = {
    "behind everything": (COMMENTED, '\n[tasks.new]\nrun = "x"\ndeps = ["lint"]\n'),
    "to nothing": ("", '[tasks.new]\nrun = "x"\ndeps = ["lint"]\n'),
    "behind a line without an end": ('[env]\nA = "1"', '\n\n[tasks.new]\nrun = "x"\ndeps = ["lint"]\n'),
    "to dotted ones": (TOP_DOTTED, '\n[tasks.new]\nrun = "x"\ndeps = ["lint"]\n'),
}


@pytest.mark.parametrize("name", ADDED)
def test_add_task(name: str) -> None:
    text, added = ADDED[name]
    after = Document(text).add_task("new", {"run": "x", "deps": ["lint"]})
    assert after.text == text + added
    assert [*after.tasks][-1] == "new"


def test_add_a_task_to_inline_ones() -> None:
    after = Document(WHOLLY_INLINE).add_task("new", {"run": "x"})
    assert after.text == replaced(WHOLLY_INLINE, ('["a"]}', '["a"]}, new = { run = "x" }'))


def test_a_name_that_needs_quotes_gets_them() -> None:
    assert Document("").add_task("a:b", {"run": "x"}).text == '[tasks."a:b"]\nrun = "x"\n'


DELETED = {
    "a section, up to what is about the next": (
        COMMENTED,
        "build",
        COMMENTED[: COMMENTED.index("[tasks.build]")] + COMMENTED[COMMENTED.index("# Looks") :],
    ),
    "a section and the one beneath it": (
        COMMENTED,
        "lint",
        replaced(COMMENTED, ('[tasks.lint]\nrun = "lint ."\n\n[tasks.lint.env]\nLEVEL = "1"\n\n', "")),
    ),
    "the last one, whose comment stays": (
        COMMENTED,
        "fetch",
        replaced(COMMENTED, ('[tasks.fetch]\nrun = "fetch"\n', "")),
    ),
    "a quoted one": (QUOTED, "a:b", QUOTED[QUOTED.index('[tasks."p#t"]') :]),
    "dotted lines": (DOTTED, "a", '[tasks]\n# between\nb.run = "y"\n'),
    "dotted lines at the top": (TOP_DOTTED, "a", 'tasks.b.deps = ["a"]\n'),
    "an inline table": (INLINE, "a", '[tasks]\nb = { deps = ["a"], dir = "d" }  # b\n'),
    "a nested inline table": (WHOLLY_INLINE, "b", 'tasks = {a = {run = "x"} }\n'),
    "one in two places": (APART, "a", '[env]\nA = "1"\n\n[tasks.b]\nrun = "y"\n\n'),
    "the only one": (IMPLICIT, "a", ""),
}


@pytest.mark.parametrize("name", DELETED)
def test_delete_task(name: str) -> None:
    text, task, left = DELETED[name]
    after = Document(text).delete_task(task)
    assert after.text == left
    assert task not in after.tasks


RENAMED = {
    "a section, and where it is named": (
        COMMENTED,
        "lint",
        [("[tasks.lint]", '[tasks."x:y"]'), ("[tasks.lint.env]", '[tasks."x:y".env]'), ('  "lint"', '  "x:y"')],
    ),
    "a quoted one, also upstream": (
        QUOTED,
        "a:b",
        [('[tasks."a:b"]', '[tasks."x:y"]'), ('["a:b", "^a:b"]', '["x:y", "^x:y"]')],
    ),
    "dotted lines": (DOTTED, "b", [("b.run", '"x:y".run')]),
    "dotted lines at the top": (TOP_DOTTED, "a", [("tasks.a.run", 'tasks."x:y".run'), ('["a"]', '["x:y"]')]),
    "an inline table": (INLINE, "a", [("a = {run", '"x:y" = {run'), ('["a"]', '["x:y"]')]),
    "a nested inline table": (WHOLLY_INLINE, "a", [("{a = ", '{"x:y" = '), ('["a"]', '["x:y"]')]),
    "one in two places": (APART, "a", [("[tasks.a]", '[tasks."x:y"]'), ("[tasks.a.env]", '[tasks."x:y".env]')]),
}


@pytest.mark.parametrize("name", RENAMED)
def test_rename_task(name: str) -> None:
    text, task, changes = RENAMED[name]
    before = Document(text)
    after = before.rename_task(task, "x:y")
    assert after.text == replaced(text, *changes)
    assert [*after.tasks] == ["x:y" if other == task else other for other in before.tasks]


@pytest.mark.parametrize("make", [Document.add_task, Document.rename_task])
def test_a_name_is_not_taken_twice(make: object) -> None:
    document = Document(COMMENTED)
    with pytest.raises(Stop, match="there is a task 'lint' already"):
        document.add_task("lint", {}) if make is Document.add_task else document.rename_task("build", "lint")


# What an editor asks ----------------------------------------------------------------------------


def test_who_names_a_task() -> None:
    assert Document(COMMENTED).named_by("lint") == ["build"]
    assert Document(QUOTED).named_by("a:b") == ["p#t"]
    assert Document(COMMENTED).named_by("build") == []


def test_deps_of_another_type_name_nothing() -> None:
    assert Document('[tasks]\na.deps = 1\nb = 2\nc.deps = ["a", 1]\n').deps() == {"a": [], "b": [], "c": ["a"]}


def test_what_is_written_in_a_way_that_cannot_be_changed_is_refused() -> None:
    document = Document("[[tasks.a]]\nrun = 'x'\n")
    with pytest.raises(Stop, match="can't be changed here — change it in the file itself"):
        document.set_field("a", "run", "y")


# Texts of all kinds -----------------------------------------------------------------------------


def is_toml(text: str) -> bool:
    try:
        tomllib.loads(text)
    except ValueError:
        return False
    return True


def toml_texts() -> list[str]:
    """Every tasks.toml of the spec's cases that is TOML."""
    entries = [entry for case in cases().values() for entry in case.given.tree]
    texts = {entry.data for entry in entries if isinstance(entry, File) and entry.path.endswith("tasks.toml")}
    return [*filter(is_toml, sorted(texts))]


TEXTS = [*ALL, *toml_texts()]


def tables(text: str) -> list[str]:
    """The tasks of a text that are tables, as they should be."""
    tasks = tomllib.loads(text).get("tasks", {})
    return [name for name, fields in tasks.items() if isinstance(fields, dict)] if isinstance(tasks, dict) else []


def is_within(lines: list[str], more: list[str]) -> bool:
    """Whether all of `lines` are among `more`, in this order."""
    rest = iter(more)
    return all(line in rest for line in lines)


def test_there_are_texts_to_try() -> None:
    assert len(TEXTS) > 1000


def test_a_text_that_nothing_is_changed_in_stays_byte_for_byte() -> None:
    for text in TEXTS:
        for task in tables(text):
            assert Document(text).remove_field(task, "no such field").text == text


def test_what_is_added_leaves_all_lines_as_they_are() -> None:
    for text in TEXTS:
        if isinstance(tomllib.loads(text).get("tasks", {}), dict):
            added = Document(text).add_task("x-added", {"run": "echo"}).text
            assert added.startswith(text) or text == WHOLLY_INLINE
        for task in tables(text):
            longer = Document(text).set_field(task, "x-new", ["a"]).text
            lines = [line for line in text.splitlines() if "{" not in line]
            assert is_within(lines, longer.splitlines()), longer


def test_every_task_can_be_edited_renamed_and_deleted() -> None:
    for text in TEXTS:
        document = Document(text)
        for task in tables(text):
            assert document.set_field(task, "run", "echo").tasks[task]["run"] == "echo"
            assert "x-renamed" in document.rename_task(task, "x-renamed").tasks
            assert task not in document.delete_task(task).tasks


def test_a_comment_of_another_task_outlives_each_operation() -> None:
    document = Document(COMMENTED)
    for after in (
        document.set_field("build", "run", "x"),
        document.remove_field("build", "deps"),
        document.delete_task("build"),
        document.rename_task("build", "x"),
        document.add_task("x", {}),
    ):
        for comment in (
            "# What this",
            "# Looks for faults.\n[tasks.lint]",
            "# Gets what is needed.\n[tasks.fetch]",
            "# the end",
        ):
            assert comment in after.text


def test_a_task_that_is_no_table_is_left_to_the_file() -> None:
    with pytest.raises(Stop, match="change it in the file itself"):
        Document("[tasks]\na = 'x'\n").set_field("a", "run", "y")
