"""What is written into the page: evidence that there is, failures in order with what shows them again, odd texts."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from browser_records import EXCUSE, HOSTILE, config, failure, hostile, of_each_sort, record

from tsr_oracle.reports.page.escaping import json_block, paragraphs, text
from tsr_oracle.reports.page.failures import data
from tsr_oracle.reports.page.page import page
from tsr_oracle.traces import traces
from tsr_oracle.traces.traces import TraceError
from tsr_spec.chapters import clauses


def _failures(shown: str) -> list[dict[str, object]]:
    """What the page's script is given."""
    found = re.search(r'id="data">(.*)</script>', shown)
    assert found is not None
    failures: list[dict[str, object]] = json.loads(found[1])["failures"]
    return failures


def _card(shown: str, guarantee: str) -> str:
    return shown.partition(f'id="guarantee-{guarantee}"')[2].partition("</article>")[0]


def test_each_guarantee_has_the_words_that_the_report_of_the_theorems_has(tmp_path: Path) -> None:
    """Word, scope and theorem are those of the report at hand; a guarantee that it has none for says so."""
    row = {"name": "made-up", "clauses": ["FENCE-G1"], "status": "exhausted up to", "scope": "9N <b>"}
    (tmp_path / "evidence.json").write_text(json.dumps({"rows": [row]}))
    shown = page(of_each_sort(), "results", str(tmp_path / "evidence.json"))
    assert "<b>exhausted up to</b> 9N &lt;b&gt; <small>made-up</small>" in _card(shown, "FENCE-G1")
    assert "no theorem: and no reason is given" in _card(shown, "FENCE-G2")
    assert shown.count('<article id="guarantee-') == sum(
        clause.kind == "guarantee" and not clause.id.startswith("THREAT") for clause in clauses().values()
    )


def test_without_a_report_no_evidence_is_claimed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Without a report of the theorems each guarantee says so; one that is named and can't be read is an error."""
    monkeypatch.setattr(traces, "EVIDENCE", (tmp_path / "there-is-none.json",))
    shown = page(of_each_sort(), "results")
    assert "is at hand" in _card(shown, "FENCE-G1")
    assert "exhausted" not in shown.partition('<section aria-labelledby="failures">')[0]
    with pytest.raises(TraceError, match=r"none\.json"):
        page(of_each_sort(), "results", str(tmp_path / "none.json"))


def test_failures_come_worst_first_and_those_made_smaller_before_others() -> None:
    """Whatever their order in the record is."""
    found = [
        failure("1", "stricter", "FENCE-16", config("true")),
        failure("2", "escape", "FENCE-G1", config("true")),
        replace(failure("3", "escape", "FENCE-G4", config("true")), smallest=True, origin="0" * 12),
        failure("4", "loss", "FENCE-12", config("true")),
    ]
    told = _failures(page(record(*found), "results"))
    assert [one["name"] for one in told] == ["3", "2", "4", "1"]
    assert [one["origin"] for one in told] == ["0" * 12, "", "", ""]


def test_each_failure_says_how_it_stands_and_what_shows_it_again() -> None:
    """The words name its case file, whether it counts or not."""
    shown = of_each_sort()
    told = {one["name"]: one for one in _failures(page(shown, "some where"))}
    for name in ("left", "warned"):
        case = next(one for one in shown.failures if one.line.name == name).case
        assert str(told[name]["replay"]).endswith(f"replay 'some where/case-{case.id}.json' --impl ./tsr")
    assert told["slash"]["excuse"] == [EXCUSE.reason, "2999-01-01", EXCUSE.link]
    assert told["left"]["excuse"] == []


def test_a_page_of_an_agreeing_subject_says_so() -> None:
    """The verdict in a sentence, and the counts by class."""
    shown = page(record(agreeing=3), "results")
    assert '<p class="verdict">OK: every case agrees</p>' in shown
    assert "✓</span> agree</span> <b>3</b>" in shown
    assert _failures(shown) == []


def test_an_untested_clause_has_its_reason() -> None:
    """That of the chapter where nothing checks it, else that no case of this run is about it."""
    shown = page(record(), "results")
    for name, reason in (("CONF-3", "Not checked here: "), ("FENCE-5", "Untested: ")):
        row = shown.partition(f'<tr id="{name}"')[2].partition("</tr>")[0]
        assert reason in row
        assert 'data-class="untested"' in row
    assert 'data-class="agree"' in shown.partition('<tr id="FENCE-2"')[2].partition(">")[0]


def test_the_policy_admits_this_style_and_this_script_only() -> None:
    """The hashes are those of the elements, byte for byte; nothing else may be loaded, run or sent."""
    shown = page(of_each_sort(), "results")
    for name, element in (("style", r"<style>(.*?)</style>"), ("script", r'<script type="module">(.*?)</script>')):
        found = re.search(element, shown, re.DOTALL)
        assert found is not None
        digest = base64.b64encode(hashlib.sha256(found[1].encode()).digest()).decode()
        assert f"{name}-src 'sha256-{digest}';" in shown
    assert "content=\"default-src 'none'; " in shown
    assert not re.search(r"""(src|href)=["']?(https?:)?//|url\(|@import""", shown)


@pytest.mark.parametrize("odd", HOSTILE)
def test_an_odd_text_stays_a_text(odd: str) -> None:
    """As HTML and as data it holds no mark that could end it, and no letter that can't be seen."""
    for written in (text(odd), json_block([odd]), paragraphs(odd)):
        assert re.sub(r"</?(p|pre|code)>", "", written).isprintable()
        assert not {"<", ">"} & set(re.sub(r"</?(p|pre|code)>", "", written))
    assert json.loads(json_block([odd, {"of": odd}]))[0] == json.loads(json_block([odd]))[0]


def test_the_whole_page_is_of_letters_that_can_be_seen() -> None:
    """Also where all texts of a record are odd; the one script element more that they ask for is not there."""
    shown = page(hostile(), "results")
    assert all(letter.isprintable() or letter == "\n" for letter in shown)
    assert len(re.findall(r"<script", shown)) == 2
    shown.encode("utf-8")


def test_what_is_shown_of_a_huge_failure_is_bounded() -> None:
    """A subject that says a lot, and a case with a lot in it, make no page that can't be opened."""
    huge = failure(
        "huge",
        "divergence",
        "CLI-2",
        config("true"),
        *(replace(config("x"), path=f"ws/{number}", data="y" * 1000) for number in range(300)),
        differences=[(f"ws/{number}", "a" * 5000, "b" * 5000) for number in range(1000)],
        said="z\n" * 100_000,
        why="w" * 100_000,
    )
    assert len(json.dumps(data(record(huge), "results"))) < 500_000


def test_what_is_drawn_is_the_workspace_of_the_case() -> None:
    """The rows are those of the workspace, with its links."""
    told = _failures(page(of_each_sort(), "results"))[0]
    rows = {row[0]: row for row in told["rows"]}  # type: ignore[attr-defined]
    assert rows["ws/in"] == ["ws/in", 1, "link", "in -> ../out", "out", "", True, False]
    assert rows["ws/nowhere"][4] is None
    assert (rows["ws"][5], rows["share"][5], rows["ws/new"][2]) == ("workspace", "allowed", "absent")
