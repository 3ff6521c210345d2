"""The traces as they are printed: a table of all clauses, or a page about one."""

from __future__ import annotations

import os
import textwrap

from tsr_oracle.traces.source_places import Place
from tsr_oracle.traces.traces import Gap, Trace

MOST = 12
"""How many cases of a clause a page names."""
_WIDTH = 110


def table(traces: list[Trace]) -> list[str]:
    """A line for each clause: what it is, how much stands behind it, and what lacks."""
    lines = [
        f"{'clause':<11} {'kind':<9} {'from':<6} {'model':>5} {'runner':>6} {'proofs':>6} {'cases':>5} {'faults':>6}"
    ]
    for trace in traces:
        clause = trace.clause
        counts = (
            f"{len(trace.model):>5} {len(trace.runner):>6} {len(trace.theorems):>6} {len(trace.cases):>5}"
            f" {len(trace.faults):>6}"
        )
        lacks = "; ".join(map(_lack, trace.gaps))
        lines.append(f"{clause.id:<11} {clause.kind:<9} {clause.provenance:<6} {counts}  {lacks}".rstrip())
    gaps = [gap for trace in traces for gap in trace.gaps]
    open_gaps = sum(gap.reason is None for gap in gaps)
    return [*lines, "", f"{len(traces)} clauses, {len(gaps)} gaps, {open_gaps} of them without a written reason"]


def _lack(gap: Gap) -> str:
    return f"no {gap.lacks}" + ("" if gap.reason else " (and no reason)")


def page(trace: Trace) -> list[str]:
    """All about one clause."""
    clause = trace.clause
    lines = [
        f"{clause.id} · {clause.title}",
        " · ".join((clause.kind, clause.provenance, clause.tier, *clause.threats)),
    ]
    lines += ["", *textwrap.indent(clause.prose, "    ").splitlines(), ""]
    lines += _part("model", [_place(place) for place in trace.model])
    lines += _part("runner", [_place(place) for place in trace.runner])
    lines += _part("theorems", [f"{one.name}: {one.status} ({one.scope})" for one in trace.theorems])
    shown = [f"{case.id}  {case.title}" for case in trace.cases[:MOST]]
    more = len(trace.cases) - len(shown)
    lines += _part(f"cases ({len(trace.cases)})", [*shown, f"… and {more} more"] if more else shown)
    lines += _part("faults", [f"{one.name}: {' '.join(one.what.split())}" for one in trace.faults])
    return lines + [f"no {gap.lacks}: {gap.reason or 'and no reason is given'}" for gap in trace.gaps]


def _part(title: str, items: list[str]) -> list[str]:
    if not items:
        return []
    wrapped = (textwrap.wrap(item, _WIDTH, initial_indent="    ", subsequent_indent="      ") for item in items)
    return [f"{title}:", *(line for lines in wrapped for line in lines)]


def _place(place: Place) -> str:
    file = os.path.relpath(place.file)
    return f"{place.name}   {place.file if file.startswith('..') else file}:{place.line}"
