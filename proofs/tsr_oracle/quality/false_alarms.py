"""`python -m tsr_oracle.quality.false_alarms FILE RECORD…`: saves what checks of the bundled runner have come to.

The runner is right as far as is known, so whatever is worse than agreement is a mistake of it, or a false alarm.
"""

from __future__ import annotations

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from tsr_oracle.record.from_json import read as read_record
from tsr_oracle.record.record import Record


class FalseAlarmsError(ValueError):
    """What was saved says nothing about false alarms: says why."""


@dataclass(frozen=True, slots=True)
class Checked:
    """So many cases of a kind; `red`: how many of them came to each class but agreement."""

    clauses: str
    source: str
    way: str
    seed: int
    cases: int
    red: dict[str, int]


def checked(record: Record) -> Iterator[Checked]:
    """What a record says, a kind of case at a time."""
    kinds = sorted({(line.source, line.way) for line in record.lines})
    for source, way in kinds:
        found = Counter[str](line.worst for line in record.lines if (line.source, line.way) == (source, way))
        red = {name: count for name, count in sorted(found.items()) if name != "agree"}
        yield Checked(record.header.clauses, source, way, record.header.seed, found.total(), red)


def put_together(every: Sequence[Checked]) -> list[Checked]:
    """Those of a kind as one. They are of different cases: shards, or other seeds."""
    found: dict[tuple[str, str, str, int], Checked] = {}
    for one in every:
        key = one.clauses, one.source, one.way, one.seed
        before = found.get(key, replace(one, cases=0, red={}))
        red = dict(sorted((Counter(before.red) + Counter(one.red)).items()))
        found[key] = replace(one, cases=before.cases + one.cases, red=red)
    return list(found.values())


def read(path: Path) -> tuple[Checked, ...]:
    """What was saved. Raises FalseAlarmsError, OSError."""
    try:
        saved: Any = json.loads(path.read_text("utf-8"))
        if not isinstance(saved, list):
            raise ValueError("no list")
        return tuple(Checked(**one) for one in saved)
    except (ValueError, TypeError) as error:
        raise FalseAlarmsError(f"{path}: this is about no false alarms: {error!r}") from None


def section(every: Sequence[Checked]) -> Iterator[str]:
    """The table as Markdown."""
    yield "| cases | played | clauses | seed | how many | red lines |"
    yield "|---|---|---|---:|---:|---|"
    for one in every:
        way = "by the command itself" if one.way == "binary" else "in a process that is warm"
        red = ", ".join(f"{count} {name}" for name, count in one.red.items()) or "none"
        yield f"| {one.source} | {way} | {one.clauses} | {one.seed} | {one.cases:,} | {red} |"
    yield ""


def main(file: Path, records: Sequence[str]) -> None:
    """Save what these records say. Raises RecordError, OSError."""
    found = put_together([one for name in records for one in checked(read_record(name))])
    file.write_text(json.dumps([asdict(one) for one in found], indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit("usage: python -m tsr_oracle.quality.false_alarms FILE RECORD…")
    main(Path(sys.argv[1]), sys.argv[2:])
