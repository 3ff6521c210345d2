"""The command: runs the theorems of a tier, shows a table, writes the report."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tsr_proofs import records
from tsr_proofs.confinement import table
from tsr_proofs.registry import THEOREMS
from tsr_proofs.report import Report, Row, to_json, write_evidence
from tsr_proofs.theorem import Tier
from tsr_proofs.work import Progress, run

INTERRUPTED = 130
HEADINGS = ("theorem", "clauses", "evidence", "cases", "cpu s", "witness", "faults")


def main(
    tier: str, jobs: int, json_path: str | None = None, write: str | None = None, recorded: Sequence[str] = ()
) -> int:
    """Runs a tier on so many processes; writes the JSON report and the evidence page where asked.

    The page ends with a section for each of the files of what other commands have `recorded`.

    0: every theorem has its expected status, every witness is refuted, every fault is noticed; 1: not so; 64: there is
    no such tier, or no such record; 130: interrupted.
    """
    if tier not in ("quick", "full") or jobs < 1:
        print("✗ error: the tier is `quick` or `full`, and there is at least one job", file=sys.stderr)
        return 64
    try:
        sections = [records.read(path) for path in recorded]
    except (OSError, ValueError, KeyError, TypeError) as error:
        print(f"✗ error: --with: {error!r} — make the record again", file=sys.stderr)
        return 64
    chosen: Tier = "full" if tier == "full" else "quick"
    try:
        with _progress() as progress:
            report = run(THEOREMS, chosen, jobs, progress)
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    _show(report)
    if json_path is not None:
        Path(json_path).write_text(to_json(report), encoding="utf-8")
    if write is not None:
        write_evidence(report, write, [table.section(), *sections])
    return 0 if report.ok else 1


# --- while it runs ---------------------------------------------------------------------------------------------------


@contextmanager
def _progress() -> Iterator[Progress]:
    """A line that is written over, where standard error is a terminal."""
    if not sys.stderr.isatty():
        yield lambda label, done, steps: None
        return

    def show(label: str, done: int, steps: int) -> None:
        print(f"\r\x1b[K{done}/{steps} {label[:60]}", end="", file=sys.stderr, flush=True)

    try:
        yield show
    finally:
        print("\r\x1b[K", end="", file=sys.stderr, flush=True)


# --- the table -------------------------------------------------------------------------------------------------------


def _show(report: Report) -> None:
    rows = [_cells(row) for row in report.rows]
    if sys.stdout.isatty():
        try:
            _show_rich(rows)
        except ImportError:
            _show_plain(rows)
    else:
        _show_plain(rows)
    for row in report.rows:
        if not row.ok:
            print(f"\n✗ {row.name} ({', '.join(row.clauses)}): {trouble(row)}")
    print("\nwho decides about confinement (CONF-1)\n\n" + "\n".join(table.lines()))
    cases, killed = sum(box.cases for box in report.boxes), sum(f.killed for row in report.rows for f in row.faults)
    faults = sum(len(row.faults) for row in report.rows)
    print(f"\n{len(rows)} theorems, {cases:,} cases, {killed} of {faults} faults noticed, {report.seconds:.0f} s")


def trouble(row: Row) -> str:
    """Why a row is not as it should be, with the counterexample."""
    said = []
    if row.status != row.expected:
        said.append(f"{row.status}, and should be {row.expected}\n{row.counterexample or row.scope}")
    if not row.witness.refuted:
        said.append(f"its witness is not refuted: {row.witness.says}")
    said += [f"the fault {fault.name} is not noticed: {fault.says}" for fault in row.faults if not fault.killed]
    return "\n".join(said)


def _cells(row: Row) -> tuple[str, ...]:
    killed = sum(fault.killed for fault in row.faults)
    return (
        row.name,
        ", ".join(row.clauses),
        f"{row.status} {row.scope}" if row.expected != "refuted" else f"{row.status} (a finding)",
        f"{row.cases:,}",
        f"{row.seconds:.1f}",
        "refuted" if row.witness.refuted else "NOT REFUTED",
        f"{killed}/{len(row.faults)}",
    )


def _show_plain(rows: list[tuple[str, ...]]) -> None:
    widths = [max(len(row[column]) for row in [HEADINGS, *rows]) for column in range(len(HEADINGS))]
    for row in (HEADINGS, *rows):
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _show_rich(rows: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table(*HEADINGS)
    for row in rows:
        table.add_row(*row)
    Console().print(table)
