"""Cases as JSON: what is written is read back, nothing unknown is passed over, and an id fits its content."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
import spec_values as values
from hypothesis import given

from tsr_spec import CLAUSES_VERSION, chapters
from tsr_spec.case import (
    Case,
    CaseError,
    Child,
    Directory,
    File,
    Given,
    Link,
    Outcome,
    Program,
    canonical,
    case_to_json,
)
from tsr_spec.read_json import case_from_json, case_from_text

SAMPLE = Case(
    title="a sample",
    clauses=("FENCE-5",),
    given=Given(
        argv=("t",),
        tree=(File("ws/f", "x", 0o600), Link("ws/l", "f"), Directory("ws/d"), Program("bin/p", 3)),
        env=(("V", "\udcff"),),
        umask=0o077,
    ),
    admissible=(Outcome(0, gone=("ws/l",), stdout="", says=("a",), children=(Child(("p",), "ws"),)),),
    needs=("user",),
    twin="0123456789ab",
)


@given(values.cases)
def test_what_is_written_is_read_back(case: Case) -> None:
    text = json.dumps(case_to_json(case, CLAUSES_VERSION))
    assert case_from_text(text) == case


def test_the_cases_of_the_chapters_are_read_back() -> None:
    for case in chapters.cases().values():
        assert case_from_json(case_to_json(case, CLAUSES_VERSION)) == case


@given(values.givens)
def test_an_id_depends_on_the_question_and_not_on_its_order(question: Given) -> None:
    case = Case("1", (), question, ())
    other = Case("2", ("FENCE-1",), replace(question, tree=question.tree[::-1]), (Outcome(0),), twin=case.id)
    assert other.id == case.id
    assert Case("3", (), replace(question, argv=(*question.argv, "x")), ()).id != case.id


@given(values.givens)
def test_the_canonical_text_is_json_of_printable_bytes(question: Given) -> None:
    text = canonical(question)
    assert text.encode("utf-8")
    assert json.loads(text)["argv"] is not None


def test_the_canonical_text_leaves_out_what_is_as_usual() -> None:
    assert canonical(Given(("t",), ())) == '{"argv":["t"],"tree":[]}'
    assert canonical(Given(("t",), (File("ws/f", "ä"),), cwd="ws", umask=0o022)) == (
        '{"argv":["t"],"tree":[{"file":"ä","path":"ws/f"}]}'
    )


def changed(change: Callable[[Any], object]) -> Any:
    value: Any = json.loads(json.dumps(case_to_json(SAMPLE, CLAUSES_VERSION)))
    del value["id"]
    change(value)
    return value


def test_the_sample_is_read_without_its_id() -> None:
    assert case_from_json(changed(lambda value: None)) == SAMPLE


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda v: v.update(extra=1), "case: unknown key 'extra'"),
        (lambda v: v["given"].update(extra=1), "given: unknown key 'extra'"),
        (lambda v: v["admissible"][0].update(extra=1), "outcome: unknown key 'extra'"),
        (lambda v: v["given"]["tree"][0].update(extra=1), "entry: unknown key 'extra'"),
        (lambda v: v["admissible"][0]["children"][0].update(extra=1), "child: unknown key 'extra'"),
        (lambda v: v.update(id="000000000000"), "does not fit the content"),
        (lambda v: v.update(schema=2), "schema 2 is not 1"),
        (lambda v: v.update(schema=True), "schema True is not 1"),
        (lambda v: v.pop("schema"), "schema None is not 1"),
        (lambda v: v.update(needs=["luck"]), "needs: 'luck' is none of"),
        (lambda v: v.update(title=1), "title: neither a string nor"),
        (lambda v: v.update(given=[]), "given: not an object"),
        (lambda v: v["given"].pop("argv"), "given.argv: not a list"),
        (lambda v: v["given"].update(argv=["a\0"]), "NUL"),
        (lambda v: v["given"].update(env=[["A"]]), "given.env: 1 items where 2 belong"),
        (lambda v: v["given"].update(env=[["A=", "b"]]), "no process can be given"),
        (lambda v: v["given"].update(umask="22"), "four octal digits"),
        (lambda v: v["given"].update(umask=22), "four octal digits"),
        (lambda v: v["given"].update(stdin={"hex": "zz"}), "not hexadecimal"),
        (lambda v: v["given"].update(stdin={"hex": "61 62"}), "not hexadecimal"),
        (lambda v: v["given"].update(umask=None), "four octal digits"),
        (lambda v: v["given"].update(ignored=[{"hex": "494e54"}]), "not a list of strings"),
        (lambda v: v["given"].update(stdin="\ud800"), "not UTF-8"),
        (lambda v: v["given"]["tree"].append(v["given"]["tree"][0]), "is there twice"),
        (lambda v: v["given"]["tree"][0].update(path="../f"), "relative to the world"),
        (lambda v: v["given"]["tree"][0].update(program=256), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(program=True), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(link="x"), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(waits="yes"), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(waits=1), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(leaves="here"), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(on_term="ignored"), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(after=["slow"]), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(after="\ud800"), "exactly one of"),
        (lambda v: v["given"]["tree"][0].update(stopped=2**60), "exactly one of"),
        (lambda v: v["given"]["tree"].append({"path": "x", "file": "y", "reads": True}), "only programs have"),
        (lambda v: v["given"]["tree"].append({"path": "x", "file": "y", "mode": None}), "four octal digits"),
        (lambda v: v["given"].update(terminal="tty"), "neither true nor false"),
        (lambda v: v["given"].update(ignored=["KILL"]), "'KILL' is none of"),
        (lambda v: v["given"].update(signals=[["tool up"]]), "1 items where 2 belong"),
        (lambda v: v["given"].update(signals=[["tool", "INT"]]), "nothing that a program says"),
        (lambda v: v["given"].update(signals=[["tool up", "^Z"]]), "'^Z' is none of"),
        (lambda v: v["admissible"][0].update(isolated="no"), "neither true nor false"),
        (lambda v: v["given"]["tree"].append({"path": "x", "directory": False}), "exactly one of"),
        (lambda v: v["given"]["tree"].append({"path": "x", "special": "door"}), "exactly one of"),
        (lambda v: v["given"]["tree"].append({"path": "x", "link": "y", "mode": "0777"}), "have a mode here"),
        (lambda v: v["admissible"][0].update(exit="0"), "is not a number"),
        (lambda v: v["admissible"][0].update(exit=True), "is not a number"),
        (lambda v: v["admissible"][0].update(gone=["/x"]), "relative to the world"),
    ],
)
def test_what_is_wrong_is_said(change: Callable[[Any], object], message: str) -> None:
    with pytest.raises(CaseError) as raised:
        case_from_json(changed(change))
    assert message in str(raised.value)


@pytest.mark.parametrize("text", ["", "{", "[]", "1"])
def test_what_is_no_case_at_all(text: str) -> None:
    with pytest.raises(CaseError, match=r"not JSON|not an object"):
        case_from_text(text)
