"""What a mutant of the model is asked besides: what the bundled runner was seen to do, in cases of the spec and others.

Each is observed once, before the first mutant. A mutant that foretells something else is told by it, as a wrong runner
would be told by the model.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from tsr_oracle.judge import judge
from tsr_oracle.observe import Observation
from tsr_oracle.programs import is_patient
from tsr_oracle.quality.mutation.fates import FOR_A_CASE, Question
from tsr_oracle.quality.written_answers import is_modelled
from tsr_oracle.scratch import Area, ScratchError
from tsr_oracle.sealed import run_case
from tsr_oracle.subject import Hosted
from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, CaseWorker, Post, Setting, work
from tsr_oracle.worker_sandbox import stay_on
from tsr_spec.case import Case, CaseError
from tsr_spec.chapters import cases

GENERATED = 2_000
SEED = 3

_AT_ONCE = 20
_LIMIT = 3.0


def of_the_runner(jobs: int) -> Iterator[Question]:
    """A question a case: whether the model foretells what was seen. Raises WorkerError."""
    batches = [Batch("spec", "hosted", every) for every in _ranges(len(cases()))]
    batches += [Batch("generated", "hosted", every) for every in _ranges(GENERATED)]
    with Team(Setting((), None, "ours", SEED, _LIMIT), jobs, serve=serve) as team:
        for seen in team.ask(batches):
            for case, what in seen:
                yield Question(f"seen {case.id}", partial(_foretells, case, what), FOR_A_CASE)


def _ranges(count: int) -> Iterator[range]:
    yield from (range(start, min(start + _AT_ONCE, count)) for start in range(0, count, _AT_ONCE))


def _foretells(case: Case, seen: Observation) -> bool:
    return judge(case, seen, "ours").worst == "agree"


def serve(post: Post, setting: Setting, number: int) -> None:
    """Observes what it is asked for until the other side closes."""
    stay_on(number)
    work(post.connection, lambda area: Watcher(setting, area))


class Watcher:
    """Runs cases by the bundled runner, and gives what was seen where that is what the model foretells."""

    def __init__(self, setting: Setting, area: Area) -> None:
        self._runner = Hosted(None)
        self._cases = CaseWorker(setting, area)
        self._area = area

    def answer(self, asked: object) -> object:
        """What the team asks of it."""
        assert isinstance(asked, Batch)
        return "seen", [one for _, case in self._cases.wanted(asked) for one in self._seen(case)]

    def _seen(self, case: Case) -> Iterator[tuple[Case, Observation]]:
        try:
            if is_patient(case.given) or not is_modelled(case) or self._cases.lacks(case) is not None:
                return
            seen = run_case(case.given, self._area, self._runner, _LIMIT)
            question = replace(case, admissible=())
            if _foretells(question, seen):
                yield question, seen
        except (CaseError, ScratchError):
            return

    def close(self) -> None:
        """End the runner."""
        self._runner.close()
        self._cases.close()
