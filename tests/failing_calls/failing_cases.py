"""Which cases there are, the way to the host that plays them, and the count of what came of them."""

from __future__ import annotations

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any

import failing_errnos as errnos
from failing_judge import Case, Run, judge
from failing_scenarios import SCENARIOS, Scenario
from failing_trees import Snapshot

HOST = Path(__file__).with_name("failing_host.py")
LIMIT = 15.0
"""Seconds after which a run hangs: many times what any takes, a grace of 2 s included."""
_TRIES = 3  # for a call whose turn never comes: how often some are made depends on who is faster


class Player:
    """A host, and what it was asked last. `wrong`: with a wrong version of the runner."""

    def __init__(self, wrong: str = "", limit: float = LIMIT) -> None:
        words = [sys.executable, str(HOST), str(limit), wrong]
        self._host = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._scenario: Scenario = SCENARIOS["echo"]
        self.before: Snapshot = {}
        self.sound: Run
        self.counts: dict[str, int] = {}

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Have the host take away what it made, and end."""
        assert self._host.stdin
        assert self._host.stdout
        self._host.stdin.close()
        self._host.wait()
        self._host.stdout.close()

    def begin(self, scenario: Scenario) -> None:
        """Have a scenario made, and run with no call failing."""
        self._scenario = scenario
        answer = self._ask(scenario=scenario.name)
        self.before = {path: (kind, mode, held, when) for path, (kind, mode, held, when) in answer["before"].items()}
        self.sound = Run.of(answer["sound"])
        self.counts = answer["sound"]["counts"]

    def play(self, case: Case) -> Run:
        """Run it with a call failing; `fired` says whether its turn came."""
        for _ in range(_TRIES):
            asked = {"function": case.function, "number": case.number, "first": case.first, "always": case.always}
            run = Run.of(self._ask(**asked))
            if run.fired:
                break
        return run

    def judged(self, case: Case) -> tuple[str, Run]:
        """The word for a case, and the run."""
        run = self.play(case)
        return judge(self._scenario, case, self.before, self.sound, run), run

    def _ask(self, **request: Any) -> dict[str, Any]:
        assert self._host.stdin
        assert self._host.stdout
        self._host.stdin.write(json.dumps(request) + "\n")
        self._host.stdin.flush()
        line = self._host.stdout.readline()
        if not line:
            raise RuntimeError("the host of the runner has ended; what it said stands on standard error")
        answer: dict[str, Any] = json.loads(line)
        return answer


def cases(scenario: Scenario, counts: dict[str, int], quick: bool) -> Iterator[Case]:
    """The cases of a scenario, given how often it makes each call: the first one, one amid, and the last one.

    A quick run makes do with some of the errors, and of these with the last call; with EIO the first one fails, too.
    """
    for function, count in sorted(counts.items()):
        for number in errnos.numbers(function) if count else ():
            error = errnos.name(number)
            if quick and error not in errnos.QUICK:
                continue
            turns = {1, (count + 1) // 2, count} if not quick else {1, count} if error == "EIO" else {count}
            for first in sorted(turns):
                yield Case(scenario.name, function, number, first, always=function in errnos.GROUPS)
            if function in errnos.WRITES and error in errnos.LASTING:
                yield Case(scenario.name, function, number, 1, always=True)


class Table:
    """What came of each call and error."""

    def __init__(self) -> None:
        self.cells: dict[tuple[str, str], Counter[str]] = {}
        self.bad: list[str] = []

    def add(self, function: str, name: str, word: str) -> None:
        self.cells.setdefault((function, name), Counter())[word] += 1

    def update(self, other: Table) -> None:
        for cell, words in other.cells.items():
            self.cells.setdefault(cell, Counter()).update(words)
        self.bad += other.bad

    def rows(self) -> list[dict[str, Any]]:
        """In a stable order."""
        return [
            {"call": function, "error": name, "cases": words.total(), "outcomes": dict(sorted(words.items()))}
            for (function, name), words in sorted(self.cells.items())
        ]


def shown(case: Case, run: Run, word: str) -> str:
    """A case with a bad word, as somebody needs it who looks into it."""
    when = f"{case.first} and on" if case.always else str(case.first)
    return (
        f"{word}: {case.scenario}: {case.function} {errnos.name(case.number)} n={when}: "
        f"code {run.code}, said {run.err[:300]!r}{f', left {run.left}' if run.left else ''}"
    )
