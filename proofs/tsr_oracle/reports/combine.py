"""Several shards' records as one: that of the whole run, but for times, and for what was made smaller.

Each shard makes the first failures of a kind smaller, so together they have done so with more of them.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import fields, replace
from typing import TypeAlias

from tsr_oracle.classes import Class, worse
from tsr_oracle.record.record import Footer, Header, Record, RecordError, in_order, severity

Named: TypeAlias = "tuple[str, Record]"
"""A record, and the path that it was read from."""

_OF_EACH = ("shards", "confinement", "started")
"""What may differ from shard to shard."""


def combine(named: Sequence[Named]) -> Record:
    """The record of all of them. Raises RecordError where they are no parts of one run."""
    _require_different(named)
    _require_alike(named)
    records = [record for _, record in named]
    lines = in_order(line for record in records for line in record.lines)
    failures = sorted((failure for record in records for failure in record.failures), key=severity)
    return Record(_header(records), lines, tuple(failures), _footer([record.footer for record in records]))


def _require_different(named: Sequence[Named]) -> None:
    """Each file is there once, and so is each shard."""
    files = [os.path.realpath(path) for path, _ in named]
    shards: dict[str, str] = {}
    for number, (path, record) in enumerate(named):
        if files[number] in files[:number]:
            raise RecordError(f"{path}: it is named twice")
        for shard in record.header.shards:
            if shard in shards:
                raise RecordError(f"{path}: shard {shard} is in {shards[shard]} already")
            shards[shard] = path
    for path, record in named:
        if not record.header.shards and len(named) > 1:
            raise RecordError(f"{path}: it is no shard; only what `--shard` has divided is put together")
    if len({shard.partition("/")[2] for shard in shards}) > 1:
        raise RecordError(f"they are shards of different divisions: {', '.join(shards)}")


def _require_alike(named: Sequence[Named]) -> None:
    """They were asked the same, of the same subject, and excused the same."""
    (first_path, first), *others = named
    names = [field.name for field in fields(Header) if field.name not in _OF_EACH]
    for path, record in others:
        for name in names:
            here, there = getattr(record.header, name), getattr(first.header, name)
            if here != there:
                what = name.replace("_", " ")
                raise RecordError(
                    f"{path}: its {what} is {here!r}, that of {first_path} {there!r}; no parts of one run"
                )
        if _entries(record.footer) != _entries(first.footer):
            raise RecordError(f"{path}: it was made with another divergence file than {first_path}, or on another day")


def _entries(footer: Footer) -> object:
    return [excuse for excuse, _ in footer.excuses], footer.expired


def _header(records: list[Record]) -> Header:
    headers = [record.header for record in records]
    shards = sorted({shard for header in headers for shard in header.shards}, key=_number)
    return replace(
        headers[0],
        shards=tuple(shards),
        confinement=" ".join(dict.fromkeys(header.confinement for header in headers)),
        started=min(header.started for header in headers),
    )


def _number(shard: str) -> tuple[int, str]:
    return len(shard), shard


def _footer(footers: list[Footer]) -> Footer:
    """The sums; the time is what all of them took together."""
    worst: dict[str, Class] = {}
    for footer in footers:
        for name, found in footer.worst.items():
            worst[name] = worse(worst.get(name, "agree"), found)
    excused = [sum(counts) for counts in zip(*map(_counts, footers), strict=True)]
    return Footer(
        _summed(footer.skipped for footer in footers),
        _summed(footer.tested for footer in footers),
        dict(sorted(worst.items())),
        tuple(zip((excuse for excuse, _ in footers[0].excuses), excused, strict=True)),
        footers[0].expired,
        sum(footer.seconds for footer in footers),
    )


def _counts(footer: Footer) -> list[int]:
    return [count for _, count in footer.excuses]


def _summed(counts: Iterable[dict[str, int]]) -> dict[str, int]:
    total: Counter[str] = Counter()
    for count in counts:
        total.update(count)
    return dict(sorted(total.items()))
