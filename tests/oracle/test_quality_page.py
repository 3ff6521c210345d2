"""The page about the oracle is made from what runs have saved, and the reasons on it are about what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsr_oracle.faults.catalogue import catalogue, names_of_first_contact
from tsr_oracle.quality.__main__ import oracle_quality
from tsr_oracle.quality.page import uncovered
from tsr_oracle.quality.reasons import reasons
from tsr_oracle.quality.score import Score, best, from_json

DOCS = Path(__file__).resolve().parents[2] / "docs"


@pytest.fixture(name="first", scope="module")
def first_contact_as_it_was() -> Score:
    return from_json((DOCS / "first-contact.json").read_text("utf-8"))


def test_the_page_is_made_from_what_was_saved() -> None:
    """`make score` makes both; `python -m tsr_oracle.quality docs` makes the page alone."""
    assert (DOCS / "oracle-quality.md").read_text("utf-8") == oracle_quality(DOCS)


def test_there_are_as_many_wrong_runners_as_the_page_promises() -> None:
    every = catalogue()
    assert (len(every) >= 100, sum(bool(fault.subtle) for fault in every) >= 20) == (True, True)


def test_every_rule_has_a_wrong_runner_or_a_reason_why_it_has_none() -> None:
    assert {*uncovered()} == {*reasons().exempt}


def test_the_first_contact_was_all_of_it_and_each_miss_has_a_post_mortem(first: Score) -> None:
    assert {*first.hunted} == {*names_of_first_contact()}
    missed = {one.fault for one in map(best, first.hunted.values()) if one.result != "caught"}
    assert missed == {*reasons().post_mortems}
    assert reasons().open <= missed
