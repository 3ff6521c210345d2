"""The record is whole, or says that it is not."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from tsr_oracle import record
from tsr_oracle.check import Outcome
from tsr_oracle.judge import Verdict
from tsr_oracle.record import RecordError
from tsr_oracle.worker import Judged, Setting
from tsr_spec.case import Case, File, Given
from tsr_spec.read_json import case_from_text

SETTING = Setting(("tsr",), None, "seed", 1)


@pytest.fixture(name="written")
def a_record_with_one_failure(tmp_path: Path) -> Path:
    case = Case("odd bytes", ("FENCE-1",), Given(("t", "\udcff"), (File("ws/\udcfe", "\udcfd\n"),)), ())
    outcome = Outcome()
    outcome.add(Judged("given", "binary", 0, case, ("FENCE-1",), Verdict("loss", ("FENCE-1",), "gone")), ())
    record.prepare(str(tmp_path / "deep" / "results"))
    paths = record.write(str(tmp_path / "deep" / "results"), outcome, SETTING, 1.25)
    assert case_from_text(Path(paths[case.id]).read_text()).given == case.given, "bytes and all"
    return tmp_path / "deep" / "results" / "record.jsonl"


def test_a_record_is_a_header_the_verdicts_the_failures_and_a_footer(written: Path) -> None:
    header, verdict, failure, footer = record.read(str(written))
    assert (header["type"], header["record"], header["subject"]) == ("header", record.VERSION, ["tsr"])
    assert verdict == {"type": "verdict", "source": "given", "way": "binary", "index": 0, "class": "loss"}
    assert (failure["type"], failure["class"], failure["clauses"]) == ("failure", "loss", ["FENCE-1"])
    assert (footer["type"], footer["cases"], footer["worst"]["FENCE-1"]) == ("footer", 1, "loss")
    assert written.read_bytes().isascii()


def test_a_record_that_is_cut_short_anywhere_is_an_error(written: Path) -> None:
    whole = written.read_bytes()
    ends = [0, 1, *(index + 1 for index, byte in enumerate(whole) if byte == 10), len(whole) - 2]
    for end in sorted(set(ends) - {len(whole)}):
        written.write_bytes(whole[:end])
        with pytest.raises(RecordError, match=str(written)):
            record.read(str(written))


def test_what_is_no_record_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff")
    (tmp_path / "list").write_text("[]\n")
    (tmp_path / "number").write_text(json.dumps(7) + "\n")
    for name in ("bytes", "list", "number", "none", "."):
        with pytest.raises(RecordError):
            record.read(str(tmp_path / name))


def test_where_no_results_can_go_is_known_beforehand(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for wrong in ("file", "file/in", "/proc/none"):
        with pytest.raises(RecordError, match="--results names another directory"):
            record.prepare(str(tmp_path / wrong))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_of_somebody_else_is_known_beforehand(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RecordError, match="Permission denied"):
        record.prepare(str(tmp_path))
    tmp_path.chmod(0o700)
