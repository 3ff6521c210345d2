"""Fuzzing on several hosts: the same findings and the same corpus as on one, whoever is lost meanwhile."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fuzzing import by_id, content, fuzz, rounds

from tsr_oracle.check import bundled_words
from tsr_oracle.expected import Difference
from tsr_oracle.fuzz import cluster
from tsr_oracle.fuzz.cluster import Cluster, specifications
from tsr_oracle.fuzz.messages import cases_from_json, cases_to_json, judged_from_json, judged_to_json, message, read
from tsr_oracle.fuzz.players import HostError, Local
from tsr_oracle.fuzz.version import version
from tsr_oracle.judge import Verdict
from tsr_oracle.team import RefusedSubject, WorkerError
from tsr_oracle.verbs import fuzz as verb
from tsr_oracle.verbs.words import Misuse, Parser
from tsr_oracle.worker import Judged, Setting
from tsr_spec.case import Case, File, Given, Link

SETTING = Setting(bundled_words(), "destination_unjudged", "ours", 1)


# --- real gateways ---------------------------------------------------------------------------------------------------


def test_two_gateways_find_what_one_process_finds(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The same corpus and the same case files, to the byte; and one of the gateways is lost on the way."""
    pytest.importorskip("execnet")
    one, shown = fuzz(tmp_path / "one", Local(SETTING, "hosted", 1), rounds(1))
    two = Cluster(SETTING, "hosted", 1, ["popen", "popen"])
    again, shown_again = fuzz(tmp_path / "two", Losing(two), rounds(1))
    assert shown
    assert sorted(failure.case.id for failure in shown_again) == sorted(failure.case.id for failure in shown)
    assert again.lines == one.lines
    for directory in ("corpus", "results"):
        assert content(tmp_path / "two" / directory) == content(tmp_path / "one" / directory)
    told = capfd.readouterr().err
    assert "tsr-oracle: gw1 (popen) has gone: " in told
    assert " cases that it was asked go to the others\n" in told
    first, second = two.report()
    assert first.startswith("gw0 (popen): ")
    assert second.endswith(" with 1 workers; it went away")


class Losing:
    """The players of a cluster; the second of its gateways is killed once it has answered."""

    def __init__(self, players: Cluster) -> None:
        self._players = players

    def __getattr__(self, name: str) -> Any:
        return getattr(self._players, name)

    def __enter__(self) -> Losing:
        self._players.__enter__()
        return self

    def __exit__(self, *how: Any) -> None:
        self._players.__exit__(*how)

    def play(self, cases: Any) -> Any:
        doomed = self._players._hosts[1]
        for answer in self._players.play(cases):
            if doomed.done and doomed in self._players._hosts:
                doomed.gateway._io.kill()
            yield answer


def test_a_host_without_the_oracle_and_one_that_is_none_are_told_in_words(tmp_path: Path) -> None:
    """A Python that has no tsr-reference, and a program that is no Python."""
    pytest.importorskip("execnet")
    bare = tmp_path / "bare"
    bare.write_text(f'#!/bin/sh\nexec {sys.executable} -S -E "$@"\n')
    bare.chmod(0o755)
    with pytest.raises(HostError, match=r"no tsr-reference can be started there: .*No module named 'tsr_oracle'"):
        Cluster(SETTING, "hosted", 1, [f"popen//python={bare}"]).__enter__()
    with pytest.raises(HostError, match=r"--hosts popen//python=/no/python: no gateway can be made: "):
        Cluster(SETTING, "hosted", 1, ["popen//python=/no/python"]).__enter__()


# --- gateways that say what a test wants -----------------------------------------------------------------------------


class Gateway:
    """A gateway, and its channel. `answer` is asked for the texts that it says to one; None: it has gone."""

    def __init__(self, name: str, answer: Callable[[str, list[Any]], list[str | None]]) -> None:
        self.id, self._answer = name, answer
        self._waiting: list[str | None] = []
        self._callback: Callable[[str | None], None] | None = None

    def remote_exec(self, program: str) -> Gateway:
        assert "far_end" in program
        return self

    def send(self, text: str) -> None:
        for said in self._answer(*read(text)):
            if self._callback is None:
                self._waiting.append(said)
            else:
                self._callback(said)

    def setcallback(self, callback: Callable[[str | None], None], endmarker: None) -> None:
        self._callback = callback
        for said in self._waiting:
            callback(said)

    def waitclose(self, timeout: float) -> None:
        raise OSError("the line was cut")

    def close(self) -> None:
        pass


def answering(kind: str, values: list[Any]) -> list[str | None]:
    """A host that judges by the id of a case, and makes nothing smaller."""
    if kind == "hello":
        return [message("ready", "tsr", "Confined.", 1)]
    if kind == "shrink":
        return [message("smaller", values[0]["title"], values[0])]
    judged = (Judged("given", "hosted", 0, case, (), by_id(case)) for case in cases_from_json(values[0]))
    return [message("judged", judged_to_json(one, whole=False)) for one in judged]


def greeting(*said: str | None) -> Callable[[str, list[Any]], list[str | None]]:
    """A host that says this to whatever it is asked."""
    return lambda kind, values: list(said)


def ending(after: int, *said: str | None) -> Callable[[str, list[Any]], list[str | None]]:
    """A host that answers so many pieces, half of the next, and then says this."""
    pieces = 0

    def answer(kind: str, values: list[Any]) -> list[str | None]:
        nonlocal pieces
        pieces += kind == "cases"
        if pieces <= after:
            return answering(kind, values)
        return [*answering(kind, values)[:10], *said] if pieces == after + 1 else []

    return answer


@pytest.fixture(name="hosts")
def a_group_of_such(monkeypatch: pytest.MonkeyPatch) -> Callable[..., Cluster]:
    def make(*answers: Callable[[str, list[Any]], list[str | None]]) -> Cluster:
        waiting = [Gateway(f"gw{number}", answer) for number, answer in enumerate(answers)]

        class Group:
            def makegateway(self, specification: str) -> Gateway:
                return waiting.pop(0)

            def terminate(self, timeout: float) -> None:
                pass

        monkeypatch.setattr(cluster, "_execnet", lambda: argparse.Namespace(Group=Group))
        return Cluster(SETTING, "hosted", 1, ["popen"] * len(answers))

    return make


@pytest.mark.parametrize("said", [(None,), (message("failed", "20 workers lost"),), ("{",), (message("judged", {}),)])
def test_what_a_lost_host_was_asked_goes_to_the_others(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], hosts: Callable[..., Cluster], said: tuple[str | None, ...]
) -> None:
    """Whether it ends, gives up, or says what nobody understands: nothing is lost, and nothing is counted twice."""
    fuzz(tmp_path / "one", hosts(answering), rounds(2))
    tally, _ = fuzz(tmp_path / "two", hosts(ending(1, *said), answering), rounds(2))
    assert sum(tally.sums.classes.values()) == 200
    assert content(tmp_path / "one/corpus") == content(tmp_path / "two/corpus")
    assert content(tmp_path / "one/results") == content(tmp_path / "two/results")
    assert "gw0 (popen) has gone: " in capfd.readouterr().err


def test_without_any_host_left_it_ends(tmp_path: Path, hosts: Callable[..., Cluster]) -> None:
    with pytest.raises(WorkerError, match=r"^gw0 \(popen\) has gone: the line was cut; no host is left$"):
        fuzz(tmp_path, hosts(ending(1, None)), rounds(2))


@pytest.mark.parametrize(
    ("said", "error", "told"),
    [
        (
            message("differs", "0.0.9-abc"),
            HostError,
            r"gw0 \(popen\): another tsr-reference is installed there, 0\.0\.",
        ),
        (message("refused", "it is no tsr"), RefusedSubject, r"gw0 \(popen\): it is no tsr"),
        (message("failed", "no scratch"), WorkerError, r"gw0 \(popen\): no scratch"),
        (None, HostError, r"gw0 \(popen\): no tsr-reference can be started there: the line was cut"),
    ],
)
def test_a_host_that_does_not_begin_is_refused_in_words(
    hosts: Callable[..., Cluster], said: str | None, error: type[Exception], told: str
) -> None:
    with pytest.raises(error, match=told):
        hosts(greeting(said)).__enter__()


def test_the_greeting_tells_the_version(hosts: Callable[..., Cluster]) -> None:
    """So that the far end can refuse to make other cases, and to judge them otherwise."""
    heard: list[Any] = []

    def answer(kind: str, values: list[Any]) -> list[str | None]:
        heard.append((kind, values))
        return answering(kind, values)

    with hosts(answer):
        assert heard[0][0] == "hello"
        assert heard[0][1][0] == version()


# --- words and messages ----------------------------------------------------------------------------------------------


def test_without_execnet_it_is_said_what_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "execnet", None)
    parser = Parser()
    verb.add(parser.add_subparsers(parser_class=Parser))
    words = ["fuzz", "--hosts", "popen", "--corpus", str(tmp_path / "c"), "--results", str(tmp_path / "r")]
    arguments = parser.parse_args(words)
    with pytest.raises(Misuse) as error:
        arguments.run(arguments)
    assert str(error.value) == (
        "--hosts needs execnet, which is not installed: pip install 'tsr-reference[cluster]' brings it"
    )
    assert list(tmp_path.iterdir()) == []


def test_a_file_of_hosts_has_one_a_line(tmp_path: Path) -> None:
    pytest.importorskip("execnet")
    (tmp_path / "hosts").write_text("# ours\npopen\n\nssh=me@there//python=/usr/bin/python3  # the big one\n")
    found = specifications(["popen", str(tmp_path / "hosts")])
    assert found == ["popen", "popen", "ssh=me@there//python=/usr/bin/python3"]
    (tmp_path / "none").write_text("# nobody\n")
    with pytest.raises(HostError, match="names no host"):
        specifications([str(tmp_path / "none")])


def test_a_verdict_is_read_back_as_it_was() -> None:
    """Bytes that are no UTF-8 included."""
    case = Case("fuzz", (), Given(("t", "\udcff"), (File("ws/f", "\udcfe"), Link("ws/l", "a"))), ())
    verdict = Verdict("loss", ("FENCE-1", "OUT-3"), "gone \udcff", (Difference("ws/f", "a", "b\udcff"),), warning=True)
    judged = Judged("given", "binary", 0, case, ("FENCE-1",), verdict, said="oh\udcff", origin="1234")
    assert judged_from_json(json.loads(json.dumps(judged_to_json(judged, whole=False))), case) == judged
    other = Case("other", (), Given((), ()), ())
    assert judged_from_json(json.loads(json.dumps(judged_to_json(judged, whole=True))), other) == judged
    skipped = Judged("given", "hosted", 0, case, (), skipped="needs root")
    assert judged_from_json(judged_to_json(skipped, whole=False), case) == skipped
    assert cases_from_json(json.loads(json.dumps(cases_to_json([case])))) == [case]
