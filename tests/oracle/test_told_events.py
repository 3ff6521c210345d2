"""What a reporter has told is read from its file, or from standard error, and every line counts (EVENT)."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from observed import event_line, put, question, right, take, write

from tsr_oracle.events import reporter_path, same_events, told
from tsr_oracle.judge import judge
from tsr_spec.case import Case, File, Link

TREE = "bin/tool* 0\nbin/bad* 3\nout/"
FILE = question(TREE, "tool 1", argv=["t", "--reporter-file", "../out/ev"])
STREAM = question(TREE, "bad 2", argv=["t", "--reporter=ndjson"])
OK = ("t: ok", "summary of t: ok 0, 1 ok, 0 failed")


def worst(case: Case, **different: Any) -> str:
    return judge(case, right(case, **different), "seed").worst


def test_the_file_is_where_the_command_line_says() -> None:
    assert reporter_path(FILE.given) == "out/ev"
    assert reporter_path(replace(FILE.given, argv=("t", "--reporter-file=/@WORLD@/x/./y"))) == "x/y"
    assert reporter_path(STREAM.given) is None
    link = Link("ws/ev", "../out/there")
    assert (
        reporter_path(replace(FILE.given, argv=("t", "--reporter-file=ev"), tree=(*FILE.given.tree, link)))
        == "out/there"
    )


@pytest.mark.parametrize("case", [FILE, STREAM], ids=["file", "stream"])
def test_what_is_told_as_it_happened_agrees(case: Case) -> None:
    assert worst(case) == "agree"


def test_the_events_of_a_file_and_of_a_stream_are_read() -> None:
    assert told(FILE.given, right(FILE)) == OK
    assert told(STREAM.given, right(STREAM)) == ("t: failed 3", "summary of t: failed 3, 0 ok, 1 failed")


@pytest.mark.parametrize(
    "lines",
    [
        (),
        OK[:1],
        OK[::-1],
        ("t: failed 1", OK[1]),
        ("u: ok", OK[1]),
        (OK[0], "summary of t: ok 0, 2 ok, 0 failed"),
        (OK[0], "summary of t: ok 0, 1 ok, 0 failed, error"),
        (*OK, OK[1]),
    ],
)
def test_anything_else_that_is_told_is_a_divergence(lines: tuple[str, ...]) -> None:
    text = "".join(event_line(line) + "\n" for line in lines)
    state = write(right(FILE).tree, "out/ev", text)
    assert worst(FILE, tree=state) == "divergence"


@pytest.mark.parametrize(
    "change",
    [{"durationMs": -1}, {"durationMs": 1.5}, {"durationMs": None}, {"exitCode": 0}, {"extra": 1}, {"status": "fine"}],
)
def test_a_line_that_is_no_event_is_told_as_what_it_is(change: dict[str, object]) -> None:
    event = json.loads(event_line(OK[0])) | change
    state = write(right(FILE).tree, "out/ev", f"{json.dumps(event)}\n{event_line(OK[1])}\n")
    assert told(FILE.given, right(FILE, tree=state))[0].startswith("no event: ")


def test_a_line_beyond_ascii_is_no_event() -> None:
    beyond = json.dumps(json.loads(event_line("\u00e4: ok")), ensure_ascii=False)
    state = write(right(FILE).tree, "out/ev", f"{beyond}\n{event_line(OK[1])}\n")
    assert told(FILE.given, right(FILE, tree=state))[0].startswith("no event: ")


def test_a_unit_that_was_skipped_need_have_no_event() -> None:
    line = json.dumps({"type": "task", "label": "u", "status": "skipped", "exitCode": None, "durationMs": 0})
    text = "".join(f"{event_line(OK[0])}\n{line}\n{event_line(OK[1])}\n")
    assert worst(FILE, tree=write(right(FILE).tree, "out/ev", text)) == "agree"


def test_no_file_is_a_divergence_and_so_is_a_file_beside_it() -> None:
    state = right(FILE).tree
    assert worst(FILE, tree=take(state, "out/ev")) == "divergence"
    assert worst(FILE, tree=put(state, File("out/other", "x"))) == "escape"


def test_side_by_side_events_come_in_any_order_and_end_with_the_code_of_the_run() -> None:
    expected = ("a: failed 3", "b: failed 4", "summary of t: failed 3, 0 ok, 2 failed")
    other = ("b: failed 4", "a: failed 3", "summary of t: failed 4, 0 ok, 2 failed")
    assert same_events(expected, other, in_order=False, exit=4)
    assert not same_events(expected, other, in_order=False, exit=3)
    assert not same_events(expected, other, in_order=True, exit=4)
