"""Asks a mutant of the bundled runner the spec's cases, as any subject is judged: by a worker that has confined itself.

The process that a runner is forked from imports it from where its worker does. So there lies another copy of the
package in front, made of links to the real one but for the module that is changed.
"""

from __future__ import annotations

import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tsr_oracle.programs import is_patient
from tsr_oracle.quality.mutation.fates import Fate, Judge
from tsr_oracle.quality.mutation.mutants import Mutant
from tsr_oracle.team import RefusedSubject, Team, WorkerError
from tsr_oracle.worker import Batch, Judged, Setting
from tsr_spec.case import Case
from tsr_spec.chapters import cases

GUARDS = (
    *("fence", "handles", "roles", "places", "locate", "guards", "guarded_names", "search_path", "dotenv", "envfiles"),
    *("discovery", "permissions", "teardown", "groups"),
)
"""The modules that keep the runner's promises."""

_WITH_PATIENCE = ("teardown", "groups")
"""What only cases tell about that take seconds in which nothing happens."""

GENERATED = 300
_AT_ONCE = 10
_LIMIT = 3.0


@contextmanager
def judging_runner(package: Path) -> Iterator[Judge]:
    """A judge of mutants of the runner, whose package this is."""
    with tempfile.TemporaryDirectory(prefix="tsr-mutants-") as top:
        runner = _Runner(package, Path(top, package.name))
        sys.path.insert(0, top)
        try:
            yield runner.judge
        finally:
            sys.path.remove(top)
            runner.end_team()


class _Runner:
    def __init__(self, package: Path, copy: Path) -> None:
        self._package, self._copy = package, copy
        self._setting = Setting((), None, "ours", 5, _LIMIT)
        self._team: Team | None = None

    def judge(self, mutant: Mutant) -> Fate:
        """Whether a case tells the mutant from the runner."""
        self._put(mutant)
        try:
            by = self._noticed_by(mutant)
        except RefusedSubject:
            return Fate("killed", "being started")
        except WorkerError:  # it takes its surroundings down
            self.end_team()
            return Fate("killed", "ending workers")
        return Fate("survived") if by is None else Fate("killed", by)

    def _noticed_by(self, mutant: Mutant) -> str | None:
        if self._team is None:
            self._team = Team(self._setting, 1)
            self._team.__enter__()
        self._team.turn_to(self._setting)
        for batch in _questions(mutant):
            for answer in self._team.ask([batch]):
                wrong = [one.case for one in answer if isinstance(one, Judged) and _is_wrong(one)]
                if wrong:
                    return f"{batch.source} {wrong[0].id}"
        return None

    def end_team(self) -> None:
        """Nothing is kept running."""
        if self._team is not None:
            self._team.__exit__(None, None, None)
            self._team = None

    def _put(self, mutant: Mutant) -> None:
        """The package anew, with the mutant in it; what was compiled of the real modules is used again."""
        shutil.rmtree(self._copy, ignore_errors=True)
        for directory, _, names in os.walk(self._package):
            here = self._copy / Path(directory).relative_to(self._package)
            here.mkdir()
            for name in names:
                if not _is_of(mutant.path, Path(directory, name)):
                    (here / name).symlink_to(Path(directory, name))
        (self._copy / mutant.path.relative_to(self._package)).write_text(mutant.text, encoding="utf-8")


def _is_of(source: Path, file: Path) -> bool:
    """Whether it is the source, or what was compiled of it."""
    compiled = file.parent == source.parent / "__pycache__" and file.name.startswith(f"{source.stem}.")
    return file == source or compiled


def _is_wrong(judged: Judged) -> bool:
    return judged.verdict is not None and judged.verdict.worst != "agree"


def _questions(mutant: Mutant) -> Iterator[Batch]:
    """The spec's cases that name a clause that the module names first, then the others, then generated ones."""
    named = set(re.findall(r"[A-Z]+-\w+", mutant.path.read_text(encoding="utf-8")))
    patient = mutant.module.rpartition(".")[2] in _WITH_PATIENCE

    def distance(case: Case) -> tuple[bool, bool]:
        return named.isdisjoint(case.clauses), is_patient(case.given)

    every = sorted((case for case in cases().values() if patient or not is_patient(case.given)), key=distance)
    for start in range(0, len(every), _AT_ONCE):
        given = tuple(every[start : start + _AT_ONCE])
        yield Batch("given", "hosted", range(len(given)), given)
    yield from (Batch("generated", "hosted", range(start, start + _AT_ONCE)) for start in range(0, GENERATED, _AT_ONCE))
