"""The record is whole, or says that it is not."""

from __future__ import annotations

import datetime
import json
import os
from dataclasses import replace
from pathlib import Path

import pytest

from tsr_oracle.check import Outcome, record_of
from tsr_oracle.classes import Class
from tsr_oracle.divergences import Divergence
from tsr_oracle.expected import Difference
from tsr_oracle.judge import Verdict
from tsr_oracle.record import to_json
from tsr_oracle.record.files import prepare, write
from tsr_oracle.record.from_json import read
from tsr_oracle.record.record import Header, Record, RecordError, case_file, complete
from tsr_oracle.record.sums import Sums
from tsr_oracle.worker import Judged
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, File, Given
from tsr_spec.read_json import case_from_text

HEADER = Header(
    "check", CLAUSES_VERSION, ("tsr",), " --impl tsr", "tsr 1", "seed", "divergence", 1, (), True, "Confined.", "2026"
)


def failing(word: str, worst: Class) -> Judged:
    case = Case("odd bytes", ("FENCE-1",), Given((word, "\udcff"), (File("ws/\udcfe", "\udcfd\n"),)), ())
    verdict = Verdict(worst, ("FENCE-1",), "gone \udcfe", (Difference("ws/\udcfe", "a", "b"),))
    return Judged("generated", "binary", 7, case, ("FENCE-1",), verdict, said="\udcff\0")


@pytest.fixture(name="record")
def a_record_with_failures() -> Record:
    known = Divergence("FENCE-1", None, "hang", "slow", "l", datetime.date(2999, 1, 1))
    outcome = Outcome(1, Sums((known,)))
    for judged in (failing("t", "loss"), failing("u", "hang"), replace(failing("v", "loss"), skipped="needs root")):
        outcome.add(judged)
    return record_of(outcome, HEADER, (), 1.25)


@pytest.fixture(name="written")
def a_written_record(tmp_path: Path, record: Record) -> Path:
    directory = str(tmp_path / "deep" / "results")
    prepare(directory)
    return Path(write(directory, record))


def test_a_record_is_read_back_as_it_was(record: Record, written: Path) -> None:
    footer = replace(record.footer, seconds=round(record.footer.seconds, 1))
    again = read(str(written))
    assert again.header == record.header
    assert again.footer == footer
    assert again.lines == record.lines
    kept = [replace(failure, case=replace(failure.case, title="")) for failure in record.failures]
    assert [replace(failure, case=replace(failure.case, title="")) for failure in again.failures] == kept
    assert written.read_bytes().isascii()


def test_each_failure_has_a_case_file_bytes_and_all(record: Record, written: Path) -> None:
    assert {path.name for path in written.parent.glob("case-*")} == set(map(case_file, record.failures))
    for failure in record.failures:
        assert case_from_text((written.parent / case_file(failure)).read_text()).given == failure.case.given


def test_a_record_that_is_cut_short_anywhere_is_an_error(written: Path) -> None:
    whole = written.read_bytes()
    ends = [0, 1, *(index + 1 for index, byte in enumerate(whole) if byte == 10), len(whole) - 2]
    for end in sorted(set(ends) - {len(whole)}):
        written.write_bytes(whole[:end])
        with pytest.raises(RecordError, match=str(written)):
            read(str(written))


def test_a_line_too_many_or_too_few_is_an_error(record: Record, written: Path) -> None:
    lines = list(to_json.lines(record))
    header, verdict, *_, footer = lines
    for wrong in ([*lines, footer], [*lines, verdict], [header, *lines], lines[1:], [header, *lines[2:]]):
        written.write_text("".join(wrong))
        with pytest.raises(RecordError, match=str(written)):
            read(str(written))


@pytest.mark.parametrize("number", range(5))
def test_a_key_that_is_missing_or_has_a_wrong_type_is_an_error_with_its_line(
    record: Record, written: Path, number: int
) -> None:
    lines = list(to_json.lines(record))
    value = json.loads(lines[number])
    for key in value.keys() - {"clause", "smallest", "origin"}:
        for wrong in ({k: v for k, v in value.items() if k != key}, value | {key: {"x": [None]}}):
            written.write_text("".join([*lines[:number], json.dumps(wrong) + "\n", *lines[number + 1 :]]))
            with pytest.raises(RecordError, match=f"line {number + 1}"):
                read(str(written))


def test_what_is_no_record_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "bytes").write_bytes(b"\xff")
    (tmp_path / "list").write_text("[]\n")
    (tmp_path / "number").write_text(json.dumps(7) + "\n")
    (tmp_path / "deep").write_text("[" * 100_000 + "\n")
    for name in ("bytes", "list", "number", "deep", "none", "."):
        with pytest.raises(RecordError):
            read(str(tmp_path / name))


def test_shards_are_complete_when_each_is_there() -> None:
    assert complete(())
    assert complete(("2/2", "1/2"))
    assert not complete(("1/2",))
    assert not complete(("1/2", "2/3"))
    assert not complete(("1/2", "1/2"))


def test_where_no_results_can_go_is_known_beforehand(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for wrong in ("file", "file/in", "/proc/none"):
        with pytest.raises(RecordError, match="--results names another directory"):
            prepare(str(tmp_path / wrong))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_directory_of_somebody_else_is_known_beforehand(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(RecordError, match="Permission denied"):
        prepare(str(tmp_path))
    tmp_path.chmod(0o700)
