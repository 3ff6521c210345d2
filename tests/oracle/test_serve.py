"""`tsr-oracle serve`: each line gets its answer, in order; what is wrong is said in words, and nothing ends it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import jsonschema_rs
import pytest
from interrupting import ORACLE, oracle
from request_mutations import mutated

from tsr_model.choices import Choices
from tsr_model.prediction import Prediction, predict
from tsr_model.world import path_in_world
from tsr_oracle.expected import written_answer
from tsr_oracle.explanation import explained
from tsr_oracle.generator.generate import generate
from tsr_oracle.serve import answers, serve
from tsr_oracle.serve.lines import batches
from tsr_oracle.serve.outcomes import outcome
from tsr_oracle.serve.problems import HINTS, LONGEST_LINE, MOST_CHOICES, Problem
from tsr_oracle.serve.requests import request_of
from tsr_spec.case import Entry, Given, HardLink, Outcome, given_to_json, outcome_to_json
from tsr_spec.chapters import cases
from tsr_spec.tree_text import parse_tree

CHECKOUT = Path(__file__).resolve().parents[2]
SCHEMA = json.loads((CHECKOUT / "spec/tsr_spec/data/serve.schema.json").read_text("utf-8"))
IS_REQUEST, IS_ANSWER = (
    jsonschema_rs.Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": SCHEMA["$defs"]})
    for name in ("request", "answer")
)

HELLO = {"id": 1, "type": "hello", "protocol": 1}
CONFIG = 'ws/tasks.toml: [tasks.t]\\nrun = "{run}"\\n\n'


def world(run: str, more: str = "") -> Given:
    """A world with a task that runs this."""
    return Given(("t",), parse_tree(CONFIG.format(run=run) + more))


def asked(request: object) -> dict[str, Any]:
    """The answer to one request, which is as the schema has it."""
    return answered(json.dumps(request).encode())


def answered(line: bytes | None) -> dict[str, Any]:
    """The answer to one line, which is one line, and as the schema has it."""
    text = serve.answer_line(line)
    assert text.endswith(b"\n")
    assert text.count(b"\n") == 1
    answer: dict[str, Any] = json.loads(text)
    assert IS_ANSWER.is_valid(answer), answer
    return answer


def prediction(given: Given, **more: object) -> dict[str, Any]:
    """What is foretold of a world."""
    answer = asked({"id": 1, "type": "predict", "given": given_to_json(given), **more})
    assert answer["type"] == "prediction", answer
    return answer


# --- what is answered ------------------------------------------------------------------------------------------------


def test_hello_tells_the_protocol_the_clauses_and_the_limits() -> None:
    """A client can ask what it speaks with before it sends anything else."""
    answer = asked(HELLO)
    assert (answer["id"], answer["protocol"]) == (1, 1)
    assert answer["limits"]["line_bytes"] == LONGEST_LINE


def test_a_refusal_within_a_run_is_told_with_its_clauses_and_where_it_lands() -> None:
    """What a builtin refuses has a message; both ways that FENCE-10 leaves open are outcomes."""
    answer = prediction(world("cat link", "ws/link -> ../out/f\nout/f: precious"), admissible=True)
    (message,) = answer["messages"]
    assert message["refused"] == {"clauses": ["FENCE-1", "FENCE-10", "FENCE-2"], "lands_at": "out/f"}
    assert answer["outcome"]["says"] == [message["says"]]
    assert answer["open"] == ["static_refusal"]
    assert [one["exit"] for one in answer["admissible"]] == [1, 64]
    assert answer["bounds"] == {"workspace": "ws", "allowed": []}


def test_a_refusal_at_load_is_told_with_its_clauses_and_its_line() -> None:
    """Where the runner itself ends a run, it is said by which clauses."""
    answer = prediction(
        Given(("t",), parse_tree('ws/tasks.toml: [tasks.t]\\nrun = "true"\\n[env]\\nLD_PRELOAD = "x"\\n'))
    )
    assert answer["stage"] == "load"
    assert answer["refusal"]["clauses"] == ["ENV-1"]
    assert "LD_PRELOAD" in answer["refusal"]["says"]
    assert answer["outcome"]["exit"] == 64


def test_children_are_told_with_their_directory_and_the_variables_that_differ() -> None:
    """A child's environment is told as far as it is another than the runner's own."""
    tree = 'bin/tool* 3\nws/sub/\nws/tasks.toml: [tasks.t]\\nrun = "tool x"\\ndir = "sub"\\nenv = {A = "1"}\\n'
    answer = prediction(Given(("t",), parse_tree(tree), env=(("B", "2"),)))
    assert answer["outcome"]["children"] == [{"argv": ["tool", "x"], "cwd": "ws/sub", "env": [["A", "1"]]}]
    assert answer["outcome"]["exit"] == 3


def test_a_tree_afterwards_is_told_by_what_is_gone_and_what_is_made() -> None:
    """A moved directory is gone with all in it, and made with all in it; further names of a file stay such."""
    answer = prediction(world("mv d e", "ws/d/a: x\nws/d/b == ws/d/a\nws/d/c: y"))
    assert answer["outcome"]["gone"] == ["ws/d", "ws/d/a", "ws/d/b", "ws/d/c"]
    assert answer["outcome"]["made"] == [
        {"path": "ws/e", "directory": True},
        {"path": "ws/e/a", "file": "x"},
        {"path": "ws/e/b", "same_as": "ws/e/a"},
        {"path": "ws/e/c", "file": "y"},
    ]
    assert ["remove", "ws/d"] in answer["touched"]


def test_a_new_name_of_a_file_that_stays_refers_to_the_old_one() -> None:
    """Of a file with two names, one of which is moved, the other is not told anew."""
    given = world("mv b a", "ws/b: x\nws/c == ws/b")
    assert outcome(given, predict(given)).made == (HardLink("ws/a", "ws/c"),)


def test_bytes_that_are_no_text_go_in_and_out_as_hexadecimal() -> None:
    """No answer holds half of a character."""
    tree = [{"path": "ws/tasks.toml", "file": '[tasks.t]\nrun = "cat f"\n'}, {"path": "ws/f", "file": {"hex": "ff"}}]
    answer = asked({"id": "ä", "type": "predict", "given": {"argv": ["t"], "tree": tree}})
    assert answer["id"] == "ä"
    assert answer["outcome"]["stdout"] == {"hex": "ff"}


def test_an_explanation_is_what_explain_prints(tmp_path: Path) -> None:
    """Both tell the same, but for the line about the case that only one of them has."""
    case = next(case for case in cases().values() if case.twin is None)
    printed = oracle(tmp_path, "explain", case.id, NO_COLOR="1").out.splitlines()
    answer = asked({"id": 1, "type": "explain", "given": given_to_json(case.given)})
    assert answer["lines"] == explained(case.given)
    assert printed[2:-1] == answer["lines"]


MODELLED = [case for case in cases().values() if "user" not in case.needs]


def test_what_is_told_of_the_cases_of_the_spec_is_their_first_outcome() -> None:
    """The tree after what is told is the tree after what a case writes, but for places that are not foretold."""
    for case in MODELLED:
        ours, written = predict(case.given), case.admissible[0]
        told = outcome(case.given, ours)
        assert told.exit == written.exit
        left_open = {*map(path_in_world, ours.optional)}
        assert afterwards(case.given, told, left_open) == afterwards(case.given, written, left_open), case.id


def afterwards(given: Given, one: Outcome, left_open: set[str]) -> dict[str, Entry]:
    """The tree after an outcome."""
    tree = written_answer(given, one, in_order=True).tree
    return {path: there.entry for path, there in tree.items() if path not in left_open}


def test_every_answer_about_cases_and_generated_worlds_is_as_the_schema_has_it() -> None:
    """No world leads to an answer that another reader would stumble over; `explain` answers them too."""
    worlds = [case.given for case in list(cases().values())[::4]] + [generate(3, at, other=True) for at in range(300)]
    for at, given in enumerate(worlds):
        one = prediction(given, admissible=True)
        assert one["admissible"][0]["exit"] == one["outcome"]["exit"]
        if at % 8 == 0:
            assert asked({"id": at, "type": "explain", "given": given_to_json(given)})["type"] == "explanation"


def test_outcomes_are_told_once_each_and_not_beyond_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Several choices that lead to the same are one outcome; too many to follow are an error that says so."""
    given = world("rm -f f/x", "ws/f: x")
    ours = predict(given)
    assert ours.open == {"rm_force_not_directory"}
    assert [one["exit"] for one in prediction(given, admissible=True)["admissible"]] == [1, 0]
    many = Prediction(0, "load", (), ours.files, open=frozenset(list(Choices.__dataclass_fields__)[: MOST_CHOICES + 1]))
    monkeypatch.setattr(answers, "predict", lambda given: many)
    told = asked({"id": 1, "type": "predict", "given": given_to_json(given), "admissible": True})
    assert (told["type"], told["code"]) == ("error", "too-many-choices")


# --- what is wrong ---------------------------------------------------------------------------------------------------

DEEP = b"[" * 200_000
GIVEN = b'{"id": 7, "type": "predict", "given": {"argv": ["t"], "tree": [%s]}}'

WRONG: dict[str, tuple[bytes | None, str, str]] = {
    "an empty line": (b"", "not-json", "is not JSON"),
    "half an object": (b'{"id": 1', "not-json", "is not JSON"),
    "two objects": (b"{} {}", "not-json", "Extra data"),
    "bytes": (b'"\xff"', "not-utf-8", "byte 1 of the line"),
    "half a character": (b'{"id": "\\ud800", "type": "hello", "protocol": 1}', "bad-request", "id: "),
    "deep": (DEEP, "too-deep", "nests too deep"),
    "too long": (None, "too-long", "4,194,304 bytes"),
    "a key twice": (b'{"id": 1, "id": 2}', "duplicate-key", "'id' is there twice"),
    "a key twice, inside": (GIVEN % b'{"path": "a", "path": "b"}', "duplicate-key", "'path'"),
    "a long number": (b'{"id": %s}' % (b"9" * 100_000), "bad-number", "too great"),
    "an endless number": (b'{"id": 1e999}', "bad-number", "'1e999'"),
    "a fraction": (b'{"id": 1.5}', "bad-number", "not a whole one"),
    "not a number": (b'{"id": NaN}', "bad-number", "NaN"),
    "no object": (b"[1]", "bad-request", "a request is an object"),
    "no id": (b'{"type": "hello", "protocol": 1}', "bad-request", "id: "),
    "a flag as an id": (b'{"id": true, "type": "hello", "protocol": 1}', "bad-request", "id: "),
    "a long id": (b'{"id": "%s", "type": "hello", "protocol": 1}' % (b"x" * 201), "bad-request", "200 characters"),
    "no type": (b'{"id": 7}', "bad-request", "type: none of hello, predict, explain"),
    "another type": (b'{"id": 7, "type": "quit"}', "bad-request", "type: none of"),
    "a further key": (b'{"id": 7, "type": "hello", "protocol": 1, "x": 0}', "bad-request", "hello: unknown key 'x'"),
    "no protocol": (b'{"id": 7, "type": "hello"}', "bad-request", "protocol: not a whole number"),
    "another protocol": (b'{"id": 7, "type": "hello", "protocol": 2}', "unknown-protocol", "version 1 is"),
    "no world": (b'{"id": 7, "type": "predict"}', "bad-request", "given: a world is missing"),
    "no flag": (b'{"id": 7, "type": "predict", "given": {}, "admissible": 1}', "bad-request", "neither true nor false"),
    "an unknown key of an entry": (GIVEN % b'{"path": "a", "fil": ""}', "bad-request", "entry: unknown key 'fil'"),
    "a flag of a program": (GIVEN % b'{"path": "a", "program": 0, "reads": 9000000000000000}', "bad-request", "a: "),
    "one path twice": (GIVEN % b'{"path": "a", "file": ""}, {"path": "a", "file": ""}', "bad-request", "there twice"),
    "beneath a file": (GIVEN % b'{"path": "a", "file": ""}, {"path": "a/b", "file": ""}', "bad-world", "lies beneath"),
}


@pytest.mark.parametrize("what", WRONG)
def test_what_is_wrong_is_said_with_what_to_do(what: str) -> None:
    """Each mistake has a code, a sentence and a hint; the id is given back where there is one."""
    line, code, words = WRONG[what]
    answer = answered(line)
    assert (answer["type"], answer["code"]) == ("error", code)
    assert words in answer["message"]
    assert answer["hint"] == HINTS[answer["code"]]
    if code in ("bad-request", "bad-world", "unknown-protocol"):
        assert answer["id"] == (7 if line is not None and b'"id": 7' in line else None)


def test_a_whole_number_may_be_written_as_a_fraction() -> None:
    """What JSON Schema takes for a whole number is one."""
    assert answered(b'{"id": 1.0, "type": "hello", "protocol": 1e0}')["id"] == 1


def test_a_message_is_unicode_whatever_it_quotes() -> None:
    """Bytes of a path that are no text are escaped in an error about it."""
    answer = answered(GIVEN % b'{"path": {"hex": "ff"}, "link": "x", "mode": "0777"}')
    assert answer["message"].startswith("\\udcff: only files")


def test_a_message_does_not_give_back_all_that_was_sent() -> None:
    """An error about a long text quotes its beginning."""
    answer = answered(GIVEN % (b'{"path": "%s/../x", "file": ""}' % (b"x" * 100_000)))
    assert answer["code"] == "bad-request"
    assert len(answer["message"]) == 1000


def test_our_own_mistakes_are_an_answer_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """A bug of the model costs one request its answer, and no other."""

    def broken(*_: object) -> None:
        raise ZeroDivisionError("for once")

    with monkeypatch.context() as patch:
        patch.setattr(serve, "answer", broken)
        answer = asked(HELLO)
    assert (answer["id"], answer["code"], answer["message"]) == (1, "internal", "ZeroDivisionError: for once")
    assert asked(HELLO)["type"] == "hello"


BEYOND_A_SCHEMA = ("is there twice", "longer than a path (", "no link can lead to ")
"""Of a path that is there once only, and of lengths in bytes."""


def test_what_the_reader_takes_the_schema_takes_and_nothing_else() -> None:
    """Reader and schema agree about thousands of odd requests; but for what no schema can say."""
    taken = refused = 0
    for request in mutated(seed=1, count=6_000):
        wrong = problem_of(request)
        if wrong is None or not any(beyond in wrong.message for beyond in BEYOND_A_SCHEMA):
            assert IS_REQUEST.is_valid(request) == (wrong is None), (wrong, request)
            taken, refused = taken + (wrong is None), refused + (wrong is not None)
    assert taken > 1_000 < refused


def problem_of(request: Any) -> Problem | None:
    """What the reader has against it."""
    try:
        request_of(request)
    except Problem as problem:
        return problem
    return None


# --- lines -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [1, 2, 3, 5, 100])
def test_lines_are_the_same_however_they_come(size: int) -> None:
    """Where a reading ends makes no difference; a line over the limit is one None, and the next one is read."""
    text = b"a\n\nbcdef\nghijklmno\nxyz"
    portions = iter([text[at : at + size] for at in range(0, len(text), size)])
    found = [line for lines in batches(lambda _: next(portions, b""), 5) for line in lines]
    assert found == [b"a", b"", b"bcdef", None, b"xyz"]


def test_a_line_over_the_limit_without_an_end_is_one_too() -> None:
    """What is cut short by the end of input is answered."""
    portions = iter([b"x" * 4, b"x" * 4])
    assert [line for lines in batches(lambda _: next(portions, b""), 5) for line in lines] == [None]


# --- the process -----------------------------------------------------------------------------------------------------


@dataclass
class Serving:
    """A process that serves, and the two ends of it."""

    process: subprocess.Popen[bytes]
    requests: IO[bytes]
    answers: IO[bytes]

    def send(self, *lines: bytes) -> None:
        self.requests.write(b"".join(line + b"\n" for line in lines))
        self.requests.flush()

    def answer(self) -> Any:
        return json.loads(self.answers.readline())


@contextmanager
def serving() -> Iterator[Serving]:
    """A process that serves; when the block ends it has to have said nothing that nobody asked for."""
    with subprocess.Popen(
        [*ORACLE, "serve"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            yield Serving(process, process.stdin, process.stdout)
        finally:
            process.kill()


def ended(one: Serving) -> tuple[int, str]:
    """How it has ended, and what it said about that."""
    assert one.process.stderr is not None
    return one.process.wait(timeout=60), one.process.stderr.read().decode()


def test_requests_are_answered_one_by_one_and_many_at_once_in_order() -> None:
    """Nobody has to send a second request to get the first answer; a wrong line is answered in its place, and so is
    one over the limit; the end of input ends it well."""
    hello = [json.dumps({"id": at, "type": "hello", "protocol": 1}).encode() for at in range(300)]
    with serving() as one:
        for line in hello[:3]:
            one.send(line)
            assert one.answer()["type"] == "hello"
        one.send(*hello[:150], b"?", b"x" * (LONGEST_LINE + 1), *hello[150:])
        answers = [one.answer() for _ in range(302)]
        assert [answer["id"] for answer in answers] == [*range(150), None, None, *range(150, 300)]
        assert [answer["code"] for answer in answers[150:152]] == ["not-json", "too-long"]
        one.requests.write(hello[7])
        one.requests.close()
        assert one.answer()["id"] == 7
        assert one.answers.read() == b""
        assert ended(one) == (0, "")


def test_ctrl_c_ends_it_with_a_word_and_without_a_traceback() -> None:
    """While it waits for a request."""
    with serving() as one:
        one.send(json.dumps(HELLO).encode())
        one.answer()
        os.killpg(one.process.pid, signal.SIGINT)
        assert ended(one) == (130, "\ntsr-oracle: interrupted; nothing is left behind\n")


def test_nobody_who_reads_the_answers_ends_it_quietly() -> None:
    """A client that has gone is no error to tell anybody."""
    with serving() as one:
        one.answers.close()
        one.send(json.dumps(HELLO).encode())
        assert ended(one) == (141, "")


def test_without_an_input_there_is_nothing_to_answer() -> None:
    """Standard input may be closed."""
    closed = subprocess.run(["sh", "-c", '"$@" serve <&-', "sh", *ORACLE], capture_output=True, timeout=60, check=False)
    assert (closed.returncode, closed.stdout, closed.stderr) == (0, b"", b"")


def test_the_schema_is_printed(tmp_path: Path) -> None:
    """`--schema` prints what is published, which is a schema of the 2020-12 kind."""
    said = oracle(tmp_path, "serve", "--schema")
    assert (said.code, json.loads(said.out)) == (0, SCHEMA)
    jsonschema_rs.meta.validate(SCHEMA)


def test_the_client_in_node_gets_what_the_clauses_say() -> None:
    """The example of a client runs as it is documented."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed")
    example = CHECKOUT / "spec/clients/node/example.mjs"
    done = subprocess.run([node, example, *ORACLE, "serve"], capture_output=True, timeout=120, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"all as the clauses say\n", b"")


def test_the_documented_conversation_is_as_it_is(tmp_path: Path) -> None:
    """What docs/serve.md shows of requests and answers is what is answered."""
    text = (CHECKOUT / "docs/serve.md").read_text("utf-8")
    shown = [line[4:] for line in text.splitlines() if line.startswith(("    → ", "    ← "))]
    pairs = list(zip(shown[::2], shown[1::2], strict=True))
    assert len(pairs) > 2
    for request, answer in pairs:
        assert (request[0], answer[0]) == ("→", "←")
        assert json.loads(serve.answer_line(request[2:].encode())) == json.loads(answer[2:])


def test_outcomes_are_written_as_cases_write_them() -> None:
    """An admissible outcome of an answer is one that a case file can hold."""
    given = world("rm f", "ws/f: x")
    assert prediction(given)["outcome"] == outcome_to_json(outcome(given, predict(given)))
