"""What other commands have recorded, as sections of the page: each by one function, from JSON."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the page: what it says, tables of rows below their columns, and notes. `command` makes its record."""

    title: str
    command: str
    says: str
    tables: tuple[tuple[tuple[str, ...], tuple[tuple[str, ...], ...]], ...]
    notes: tuple[str, ...] = ()


def read(path: str | Path) -> Section:
    """The section of a record. Raises OSError, and KeyError or ValueError where it is none."""
    record: Record = json.loads(Path(path).read_text(encoding="utf-8"))
    for key, section in _KINDS.items():
        if key in record:
            return section(record)
    raise ValueError(f"{path}: a record has one of the keys {', '.join(_KINDS)}")


def render(section: Section) -> str:
    """The section as Markdown."""
    tables = [
        "\n".join(_line(row) for row in (columns, ("---",) * len(columns), *rows)) for columns, rows in section.tables
    ]
    notes = ["\n".join(f"- {note}" for note in section.notes)] if section.notes else []
    return "\n\n".join([f"## {section.title}", f"Made by `{section.command}`. {section.says}", *tables, *notes]) + "\n"


def _line(row: tuple[str, ...]) -> str:
    return "|" + "|".join("---" if cell == "---" else f" {cell.replace('|', chr(92) + '|')} " for cell in row) + "|"


# --- system calls that fail ------------------------------------------------------------------------------------------


def _failing_calls(record: Record) -> Section:
    cases = sum(row["cases"] for part in ("calls", "system_calls") for row in record[part])
    words = [(f"**{word}**", meaning) for word, meaning in record["words"].items()]
    planned = [f"As planned, `{call}`: {why}." for call, why in record["planned"].items()]
    return Section(
        record["title"],
        record["command"],
        f"Each call that the runner makes was made to fail, with each error that fits it: {cases:,} cases in "
        f"{len(record['scenarios'])} scenarios. First the functions of the runner's one seam to the kernel, then the "
        "system calls of a real process.",
        (
            (("outcome", "what happened"), tuple(words)),
            (("function", "fails with", "cases", "outcome"), _outcomes(record["calls"])),
            (("system call", "fails with", "cases", "outcome"), _outcomes(record["system_calls"])),
        ),
        (*record["notes"], *planned),
    )


def _outcomes(rows: list[Record]) -> tuple[tuple[str, ...], ...]:
    """A line for each call and outcomes, with all errors that have these."""
    grouped: dict[tuple[str, tuple[str, ...]], list[Record]] = {}
    for row in rows:
        grouped.setdefault((row["call"], tuple(sorted(row["outcomes"]))), []).append(row)
    return tuple(
        (f"`{call}`", " ".join(row["error"] for row in alike), f"{_sum(alike):,}", _counted(words, alike))
        for (call, words), alike in grouped.items()
    )


def _counted(words: tuple[str, ...], rows: list[Record]) -> str:
    return ", ".join(f"{word} {sum(row['outcomes'][word] for row in rows):,}" for word in words)


def _sum(rows: list[Record]) -> int:
    return sum(row["cases"] for row in rows)


# --- races -----------------------------------------------------------------------------------------------------------


def _races(record: Record) -> Section:
    numbers = ("calls", "swaps", "met", "escapes", "lost")
    return Section(
        "Races",
        f"tsr-oracle race --tier {record['tier']} --json docs/race.json",
        "Another process swapped directories, files and links inside the workspace as fast as it could, while builtins "
        f"worked there (FENCE-R). Of {record['calls']:,} calls {record['met']:,} met a swap on their way; "
        f"{record['escapes']:,} got out of the workspace, and {record['lost']:,} lost anything.",
        (
            (("what", "number"), tuple((name, f"{record[name]:,}") for name in numbers)),
            (("answer", "calls"), tuple((name, f"{number:,}") for name, number in record["answers"].items())),
        ),
        (f"Subject: {record['subject']}. Kernel: {record['kernel']}. Seed: {record['seed']}.",),
    )


# --- the fence and the kernel ----------------------------------------------------------------------------------------


def _boundaries(record: Record) -> Section:
    sides = ("beneath a root", "outside", "across")
    checks = record["checks"].items()
    total = sum(sum(numbers.values()) for _, numbers in checks)
    return Section(
        "The fence and the kernel",
        f"python tests/confine/fence_and_kernel.py docs/confinement.json --seed {record['seed']}",
        "A process within a boundary tried each operation, on trees that were drawn, and the fence was asked of the "
        f"same places with the same roots (CONF-G3): {total:,} checks at {record['places']:,} places of "
        f"{record['trees']:,} trees. {record['different']:,} times one of them did not permit what lies beneath a "
        "root, or permitted anything else. Checked is what a process without a boundary can do there. Across: one "
        "name beneath a root, and one outside.",
        (
            (
                ("operation", *sides),
                tuple((name, *(f"{numbers.get(side, 0):,}" for side in sides)) for name, numbers in checks),
            ),
            (
                ("at a root itself, which is no promise", "the kernel", "the fence", "checks"),
                tuple(
                    (row["operation"], row["kernel"], row["fence"], f"{row['checks']:,}") for row in record["at_roots"]
                ),
            ),
            (
                ("outside all roots, and not compared", "within a boundary", "without"),
                tuple((row["what"], row["within"], row["without"]) for row in record["not_covered"]),
            ),
        ),
        (
            *(f"Apart from that: {why} ({number:,} times)." for why, number in record["known"].items()),
            f"Kernel: {record['kernel']}, Landlock ABI {record['abi']}.",
        ),
    )


_KINDS: dict[str, Callable[[Record], Section]] = {
    "system_calls": _failing_calls,
    "swaps": _races,
    "not_covered": _boundaries,
}
"""Which section a record is for, by a key that no other kind has."""
