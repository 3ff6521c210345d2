"""The schema of a record is that of the records that are written, and strict."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from record_schema import lines_of, validator, wrong
from synthetic_records import HEADER, KNOWN, failing, of_every_kind, record

from tsr_spec.chapters import cases


def lines() -> dict[str, dict[str, Any]]:
    """One line of each type."""
    small = replace(failing(1), smallest=True, origin="0123456789ab")
    made = record(small, skipped={"a": 1}, excuses=((KNOWN, 1),), expired=(KNOWN,), agree=0)
    return {line["type"]: line for line in lines_of(made)}


def test_every_line_of_a_record_is_one_by_the_schema() -> None:
    """Whatever fails, is excused, skipped or printed."""
    assert wrong(of_every_kind()) == []
    assert wrong(record(header=replace(HEADER, shards=("1/2", "2/2"), command="fuzz"))) == []


def test_every_case_of_the_spec_can_stand_in_a_record() -> None:
    """Each form of an entry, an outcome and a need is described."""
    found = [replace(failing(number), case=case) for number, case in enumerate(cases().values())]
    assert wrong(record(*found)) == []


def test_a_key_too_many_or_too_few_is_an_error() -> None:
    """Nothing is taken that the reader would pass over, and nothing left out that it needs."""
    for line in lines().values():
        assert validator().is_valid(line)
        assert not validator().is_valid(line | {"more": 1})
        for key in line.keys() - {"clause"}:
            assert not validator().is_valid({name: value for name, value in line.items() if name != key}), key


@pytest.mark.parametrize(
    ("type", "change"),
    [
        *(("header", {key: value}) for key, value in (("record", 3), ("level", "all"), ("seed", "1"), ("whole", 1))),
        *(("header", {key: value}) for key, value in (("shards", ["1"]), ("started", "today"), ("fail_on", "agree"))),
        *(("verdict", {key: value}) for key, value in (("class", "agree"), ("way", "by foot"), ("clause", "fence"))),
        *(("failure", {key: value}) for key, value in (("class", "agree"), ("standing", "fine"), ("smallest", False))),
        *(("failure", {key: value}) for key, value in (("differences", [["a", "b"]]), ("saved", {}), ("why", None))),
        *(("footer", {key: value}) for key, value in (("cases", -1), ("worst", {"FENCE-5": "agree"}))),
        *(("footer", {key: value}) for key, value in (("tested", {"FENCE-5": 0}), ("excuses", [{}]), ("expired", [1]))),
    ],
    ids=str,
)
def test_another_value_is_an_error(type: str, change: dict[str, object]) -> None:
    """Each key has its values."""
    assert not validator().is_valid(lines()[type] | change)
