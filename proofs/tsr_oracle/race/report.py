"""What a race says at its end, in words and as JSON."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from random import Random
from typing import Any

from tsr_oracle.race.race import Outcome, Plan
from tsr_oracle.race.referee import Finding
from tsr_oracle.race.rounds import compose
from tsr_oracle.race.sites import LONG, SHORT
from tsr_oracle.terminal import shown
from tsr_spec.tree_text import escape

_MOST = 6
"""How many findings are shown; all are counted."""


def lines(plan: Plan, outcome: Outcome, again: str) -> Iterator[str]:
    """The report; `again` is the command line that plays the same subject once more."""
    played, setting = outcome.played, plan.setting
    yield f"subject: {outcome.version} (level {setting.level}, seed {setting.seed}). {outcome.confined}"
    seen = "by the times of files and by" if played.reads_are_seen else "only by"
    yield f"Reads outside are seen {seen} bytes and names that turn up elsewhere."
    yield ""
    for number, finding in played.findings[:_MOST]:
        yield from _finding(finding, number, setting.seed, again)
    if len(played.findings) > _MOST:
        yield f"… and {len(played.findings) - _MOST:,} more\n"
    yield from _attacks(outcome)
    yield ""
    yield from (f"{count:>9,}  {kind}" for kind, count in played.answers.most_common())
    yield ""
    yield (
        f"{played.calls:,} calls in {played.runs:,} runs and {played.rounds:,} rounds, "
        f"{played.swaps:,} swaps ({played.swaps / max(played.calls, 1):.1f} a call), {outcome.seconds:.0f} s"
    )
    yield f"met: {played.met:,} calls were answered otherwise than on a tree that keeps still"
    yield f"escapes: {_count(outcome, 'escape')}, lost: {_count(outcome, 'loss')}"


def verdict(outcome: Outcome) -> tuple[bool, str]:
    """Whether all is well, and the last line."""
    played = outcome.played
    if played.findings:
        return False, f"FAILED: {len(played.findings):,} finding(s) in round {played.findings[0][0]}"
    if not played.met:
        return False, "FAILED: no call has met a swap, so nothing was shown; give it more calls"
    return True, "OK: nothing outside was read or changed, nothing was lost, and no answer is without an explanation"


def record(plan: Plan, outcome: Outcome) -> str:
    """The record, with its keys always in the same order."""
    played = outcome.played
    table: dict[str, Any] = {
        "subject": outcome.version,
        "fault": plan.setting.fault,
        "level": plan.setting.level,
        "tier": plan.tier,
        "seed": plan.setting.seed,
        "kernel": os.uname().release,
        "confined": outcome.confined,
        "reads_are_seen": played.reads_are_seen,
        "seconds": round(outcome.seconds),
        "rounds": played.rounds,
        "runs": played.runs,
        "calls": played.calls,
        "swaps": played.swaps,
        "met": played.met,
        "escapes": _count(outcome, "escape"),
        "lost": _count(outcome, "loss"),
        "answers": dict(sorted(played.answers.items())),
        "attacks": {name: {"calls": played.at[name], "met": played.met_at[name]} for name in sorted(played.at)},
        "findings": [
            {"class": finding.worst, "what": finding.what, "call": finding.call, "round": number}
            for number, finding in played.findings
        ],
    }
    return json.dumps(table, indent=1, ensure_ascii=True) + "\n"


def _count(outcome: Outcome, worst: str) -> int:
    return sum(finding.worst == worst for _, finding in outcome.played.findings)


def _finding(finding: Finding, number: int, seed: int, again: str) -> Iterator[str]:
    yield f"{shown(finding.worst)}  FENCE-R: {escape(finding.what)}"
    if finding.call:
        yield f"  call:     {escape(finding.call)}"
    yield f"  swapped:  {', '.join(site.name for site in compose(seed, number).sites)}"
    yield f"  again:    {again} --seed {seed} --round {number}"
    yield ""


def _attacks(outcome: Outcome) -> Iterator[str]:
    yield "attack        calls       met   what is swapped"
    for site in (kind(Random(0)) for kind in (*LONG, *SHORT)):
        calls, met = outcome.played.at[site.name], outcome.played.met_at[site.name]
        yield f"{site.name:<10} {calls:>8,}  {met:>8,}   {site.what}"
