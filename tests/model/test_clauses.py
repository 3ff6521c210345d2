"""The model speaks of clauses that there are."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import tsr_model
from tsr_spec.chapters import clauses

SOURCES = sorted(Path(tsr_model.__file__).parent.rglob("*.py"))
CLAUSE = re.compile(r"\b(?:FENCE|DISC|SHELL|BUILTIN|CLI|EXIT|TIER|THREAT)-[A-Z]?\d+\b")


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_every_clause_that_the_model_names_is_in_the_spec(source: Path) -> None:
    unknown = set(CLAUSE.findall(source.read_text("utf-8"))) - set(clauses())
    assert not unknown
