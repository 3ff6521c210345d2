"""Runs given cases again, in one confined worker."""

from __future__ import annotations

from tsr_oracle.team import Team
from tsr_oracle.worker import Batch, Judged, Setting, Way
from tsr_spec.case import Case


def replay(setting: Setting, cases: list[Case], way: Way) -> list[Judged]:
    """Each case, run and judged, in order. Raises RefusedSubject where the subject can't be judged, WorkerError."""
    with Team(setting, jobs=1) as team:
        team.smoke(way)
        answers = list(team.ask([Batch("given", way, range(len(cases)), tuple(cases))]))
    judged: list[Judged] = [one for answer in answers for one in answer]
    return sorted(judged, key=lambda one: one.index)
