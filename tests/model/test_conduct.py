"""What the programs of cases say, by what they do."""

from __future__ import annotations

import pytest

from tsr_model.conduct import may_say
from tsr_spec.case import MARKS, Program


@pytest.mark.parametrize(
    ("program", "said"),
    [
        (Program("p"), "up end"),
        (Program("p", leaves="group"), "up end left"),
        (Program("p", on_term="ignored"), "up end"),
        (Program("p", on_term=7), "up end TERM"),
        (Program("p", on_term="slowly"), "up end TERM clean"),
        (Program("p", on_int="slowly"), "up end INT clean"),
    ],
    ids=str,
)
def test_which_marks_a_program_may_say(program: Program, said: str) -> None:
    assert {mark for mark in MARKS if may_say(program, mark)} == {*said.split()}
