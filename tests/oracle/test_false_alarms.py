"""What checks of the right runner have come to is counted by kind, and put together from several records."""

from __future__ import annotations

from pathlib import Path

import pytest

from tsr_oracle.command import run as main
from tsr_oracle.quality.false_alarms import Checked, FalseAlarmsError, put_together, read, section
from tsr_oracle.quality.false_alarms import main as save


def test_a_check_of_the_right_runner_is_saved_by_kind(tmp_path: Path) -> None:
    """Six cases through the host; the spec's are played as well, and each by the command too."""
    words = ["check", "--cases", "6", "--jobs", "1", "--shard", "1/40", "--quiet", "--results", str(tmp_path)]
    assert main(words) == 0
    save(tmp_path / "saved.json", [str(tmp_path / "record.jsonl")])
    found = {(one.source, one.way): one for one in read(tmp_path / "saved.json")}
    assert {("spec", "hosted"), ("spec", "binary")} <= found.keys()
    assert all(one.red == {} and one.cases > 0 for one in found.values())


def test_shards_and_seeds_are_put_together_by_kind() -> None:
    some = [Checked("1", "generated", "hosted", seed, 10, red) for seed, red in ((1, {"loss": 1}), (1, {}), (2, {}))]
    assert put_together(some) == [
        Checked("1", "generated", "hosted", 1, 20, {"loss": 1}),
        Checked("1", "generated", "hosted", 2, 10, {}),
    ]


def test_what_is_red_is_on_the_page() -> None:
    *_, row, blank = section([Checked("1", "generated", "binary", 3, 1000, {"escape": 2})])
    assert row == "| generated | by the command itself | 1 | 3 | 1,000 | 2 escape |"
    assert blank == ""


@pytest.mark.parametrize("text", ["", "{}", '[{"cases": 1}]'])
def test_what_is_not_such_a_file_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "saved.json").write_text(text)
    with pytest.raises(FalseAlarmsError):
        read(tmp_path / "saved.json")
