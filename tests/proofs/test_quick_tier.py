"""The quick tier as a whole, once: everything is as expected, and as the committed page says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsr_proofs.lemma_check import is_installed
from tsr_proofs.prove import main, trouble
from tsr_proofs.registry import THEOREMS
from tsr_proofs.report import from_json, render, statuses

PAGE = Path(__file__).parents[2] / "docs" / "evidence.md"


@pytest.mark.slow
@pytest.mark.skipif(not is_installed(), reason="crosshair-tool is not installed: the lemmas would count as not run")
def test_the_quick_tier(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = main("quick", 2, str(tmp_path / "report.json"), str(tmp_path / "evidence.md"))
    report = from_json((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert [trouble(row) for row in report.rows if not row.ok] == []
    assert code == 0
    assert [row.name for row in report.rows] == [theorem.name for theorem in THEOREMS]
    assert "faults noticed" in capsys.readouterr().out
    if PAGE.exists():
        assert statuses(PAGE.read_text(encoding="utf-8")) == statuses(render(report))
