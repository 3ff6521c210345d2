"""What the children of a run read."""

from __future__ import annotations

import pytest

from tsr_model.prediction import predict
from tsr_spec.example import given_of


@pytest.mark.parametrize(
    ("terminal", "parallel", "read"),
    [(False, "false", "as it is"), (True, "false", "terminal"), (True, "true", "null")],
)
def test_what_a_child_reads(terminal: bool, parallel: str, read: str) -> None:
    """A child reads what the runner was given, but never a terminal from a group of its own (TREE-7)."""
    config = f'[tasks.t]\nrun = "tool"\nparallel = {parallel}\n'
    assert predict(given_of({"tree": "bin/tool* 0", "config": config, "terminal": terminal})).stdin == read
