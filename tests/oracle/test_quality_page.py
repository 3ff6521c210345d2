"""The page about the oracle is made from what runs have saved, and the reasons on it are about what there is."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsr_oracle.faults.catalogue import CONTACTS, Contact, catalogue, every_name, names_of_contact, read
from tsr_oracle.quality.__main__ import oracle_quality
from tsr_oracle.quality.page import uncovered
from tsr_oracle.quality.reasons import reasons
from tsr_oracle.quality.score import best, from_json

DOCS = Path(__file__).resolve().parents[2] / "docs"


def test_the_page_is_made_from_what_was_saved() -> None:
    """`make score` makes both; `python -m tsr_oracle.quality docs` makes the page alone."""
    assert (DOCS / "oracle-quality.md").read_text("utf-8") == oracle_quality(DOCS)


def test_there_are_as_many_wrong_runners_as_the_page_promises() -> None:
    every = catalogue()
    assert (len(every) >= 100, sum(bool(fault.subtle) for fault in every) >= 20) == (True, True)


def test_every_rule_has_a_wrong_runner_or_a_reason_why_it_has_none() -> None:
    assert {*uncovered()} == {*reasons().exempt}


@pytest.mark.parametrize("which", CONTACTS)
def test_each_contact_was_all_of_it_and_each_miss_has_a_post_mortem(which: Contact) -> None:
    frozen = from_json((DOCS / f"{which}-contact.json").read_text("utf-8"))
    assert {*frozen.hunted} == {*names_of_contact(which)}
    missed = {one.fault for one in map(best, frozen.hunted.values()) if one.result != "caught"}
    mine = {name for name in reasons().post_mortems if name.startswith(f"{which}_contact.")}
    assert missed == mine
    assert {name for name in reasons().open if name.startswith(f"{which}_contact.")} <= missed


def test_every_wrong_runner_was_hunted_and_what_is_not_caught_is_open() -> None:
    score = from_json((DOCS / "oracle-quality.json").read_text("utf-8"))
    hunted = {name for name in every_name() if read(name).by == "check"}
    assert {*score.hunted} == hunted
    assert {one.fault for one in map(best, score.hunted.values()) if one.result != "caught"} == {
        *reasons().open,
        *reasons().by_users,
    }
