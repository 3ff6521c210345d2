"""Which branches of the model are taken is seen without a trace, and every reason for one that isn't is about one."""

from __future__ import annotations

import pytest

from tsr_oracle.quality.branch_calls import Branch
from tsr_oracle.quality.branches import Branches, branches, exemptions, reason, section


@pytest.fixture(name="few", scope="module")
def what_a_few_cases_take() -> Branches:
    return branches(100, 3)


def test_what_a_few_cases_take_is_told_from_what_they_do_not(few: Branches) -> None:
    """A branch that each run takes is not missed; one that can't be taken is, and its other side is not."""
    taken = {*few.all} - {*few.missed}
    assert len({one.module for one in few.all}) > 30
    assert 0.4 < len(taken) / len(few.all) < 0.95
    assert Branch("prediction", "_run", "asked.dry_run", "false") in taken
    unreachable = "one of those that the model says can't be"
    assert Branch("builtins.cp", "_copy", "case Link()", "taken") in few.missed, unreachable
    assert Branch("builtins.cp", "_copy", "case File()", "taken") in taken


def test_each_reason_is_about_branches_that_there_are(few: Branches) -> None:
    """A reason that outlives what it was about would hide a branch of the same name."""
    unused = [one for one in exemptions() if not any(one.covers(branch) for branch in few.all)]
    assert unused == []


def test_the_page_has_a_reason_or_the_condition_of_each_branch_that_is_missed() -> None:
    known = Branch("builtins.cp", "_copy", "case Link()", "taken")
    rare = Branch("shell", "_word", "a | b", "true")
    assert reason(known, exemptions()) is not None
    assert reason(rare, exemptions()) is None
    page = "\n".join(section(Branches(10, (known, rare, Branch("x", "f", "y", "true")), (known, rare))))
    assert "Of 3 branches of `model/tsr_model`, 10 generated cases take 1. Of the 2 others, 1 have a reason" in page
    assert "| `builtins.cp._copy`: 1 | can't be" in page
    assert "`a \\| b` true" in page
