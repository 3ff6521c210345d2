"""`tsr-oracle report`: reads a record or its directory, writes what is asked for, and ends as it is documented."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest
from interrupting import oracle
from synthetic_records import HEADER, agreeing, failing, of_every_kind, record

from tsr_oracle import terminal
from tsr_oracle.command import parser
from tsr_oracle.divergences import read_divergences
from tsr_oracle.record import files
from tsr_oracle.record.from_json import read
from tsr_oracle.record.record import Record, RecordError
from tsr_oracle.verbs.words import Misuse


def written(directory: Path, found: Record) -> Path:
    """A directory of results with this record."""
    files.prepare(str(directory))
    files.write(str(directory), found)
    return directory


def report(*words: object) -> int:
    """What `report` with these words ends with."""
    arguments = parser().parse_args(["report", *map(str, words)])
    code: int = arguments.run(arguments)
    return code


@pytest.fixture(name="results")
def a_directory_of_results(tmp_path: Path) -> Path:
    return written(tmp_path / "results", of_every_kind())


@pytest.fixture(name="shards")
def results_of_two_shards(tmp_path: Path) -> list[Path]:
    made = []
    for number, found in ((1, ()), (2, (failing(2),))):
        part = record(*found, agree=0, header=replace(HEADER, shards=(f"{number}/2",)))
        made.append(written(tmp_path / f"part-{number}", replace(part, lines=(agreeing(number + 90), *part.lines))))
    return made


def test_a_record_and_its_directory_are_shown_alike(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """RECORD is either; showing is no judging, so a failed check is shown with exit code 0."""
    assert report("show", results) == report("show", results / "record.jsonl") == 0
    out = capsys.readouterr().out
    assert out[: len(out) // 2] == out[len(out) // 2 :]
    assert "FAILED: 5 finding(s)" in out


@pytest.mark.parametrize(
    ("format", "begins"),
    [("terminal", "subject: "), ("markdown", "## FAILED"), ("junit", "<?xml"), ("sarif", '{"$schema"')],
)
def test_each_format_goes_to_standard_output_or_into_a_file(
    results: Path, format: str, begins: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """With `--output` there is nothing on standard output, and the file has what would have been there."""
    assert report("show", results, "--format", format) == 0
    out = capsys.readouterr().out
    assert out.startswith(begins)
    assert report("show", results, "--format", format, "--output", results / "made") == 0
    assert capsys.readouterr().out == ""
    assert (results / "made").read_text("utf-8") == out


def test_what_other_programs_read_is_what_they_can_read(results: Path) -> None:
    """XML and JSON, parsed back from the files."""
    for format in ("junit", "sarif"):
        report("show", results, "--format", format, "--output", results / format)
    assert ElementTree.parse(results / "junit").getroot().tag == "testsuites"
    assert json.loads((results / "sarif").read_text("ascii"))["version"] == "2.1.0"


def test_nothing_that_a_record_holds_drives_a_terminal(results: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A record may come from anywhere; what is printed of it is letters that can be seen."""
    report("show", results)
    report("compare", results, results)
    assert capsys.readouterr().out.replace("\n", "").isprintable()


def test_a_file_has_no_colours_whatever_standard_output_is(results: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Colours are for a terminal only."""
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)
    report("show", results, "--output", results / "made")
    assert "\x1b[" not in (results / "made").read_text("utf-8")


def test_shards_are_put_together_with_their_case_files(
    shards: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The code is that of the whole run; every report of the new record finds its case files beside it."""
    assert report("combine", *shards, "--output", tmp_path / "all/record.jsonl") == 1
    assert capsys.readouterr().out.endswith("FAILED: 1 finding(s) of class divergence or worse\n")
    whole = read(str(tmp_path / "all/record.jsonl"))
    assert whole.header.shards == ("1/2", "2/2")
    assert (tmp_path / f"all/case-{failing(2).case.id}.json").exists()
    assert report("combine", shards[0], "--output", tmp_path / "one.jsonl") == 0


def test_comparing_ends_with_whether_something_got_worse(
    shards: list[Path], results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """0 and 1, in each format."""
    green = written(tmp_path / "green", record(agree=4))
    red = replace(record(failing(10_000), agree=4), lines=(failing(10_000).line, *map(agreeing, range(10_001, 10_004))))
    red_place = written(tmp_path / "red", red)
    for format in ("terminal", "markdown", "json"):
        assert report("compare", green, red_place, "--format", format) == 1
        assert report("compare", red_place, green, "--format", format) == 0
    assert "WORSE: 1 of 4 cases" in capsys.readouterr().out


def test_no_record_is_written_over(results: Path, shards: list[Path]) -> None:
    """What is read is not what is written, by whatever name."""
    before = (results / "record.jsonl").read_bytes()
    for words in (
        ("show", results, "--output", results / "record.jsonl"),
        ("show", results, "--output", results / "../results/record.jsonl"),
        ("combine", *shards, "--output", shards[1] / "record.jsonl"),
    ):
        with pytest.raises(Misuse, match="that is a record which is read here; name another file"):
            report(*words)
    assert (results / "record.jsonl").read_bytes() == before
    assert read(str(shards[1] / "record.jsonl")).header.shards == ("2/2",)


def test_what_is_no_record_is_an_error(tmp_path: Path, results: Path) -> None:
    """A directory without one, a file that is none, one that was cut short."""
    (tmp_path / "text").write_text("hello\n")
    (tmp_path / "short").write_text((results / "record.jsonl").read_text().rpartition('{"type": "footer"')[0])
    for name, said in (
        ("none", "none: No such file"),
        (".", "record.jsonl: No such file"),
        ("text", "text, line 1: cut short, or no record"),
        ("short", "short: truncated: there is no footer"),
    ):
        with pytest.raises(RecordError, match=said):
            report("show", tmp_path / name)


@pytest.mark.parametrize(
    "words",
    [(), ("show",), ("combine", "a"), ("compare", "a"), ("show", "a", "--format", "pdf"), ("explain", "a")],
    ids=str,
)
def test_other_words_are_misuse(words: tuple[str, ...]) -> None:
    """Each is a sentence that says where help is."""
    with pytest.raises(Misuse, match="see `tsr-oracle report"):
        report(*words)


def test_misuse_and_what_can_not_be_written_end_with_64(results: Path) -> None:
    """One line on standard error, and nothing half written."""
    for words, said in (
        (("combine", ".", "./record.jsonl", "--output", "all"), "tsr-oracle: ./record.jsonl: it is named twice\n"),
        (("show", ".", "--output", "no/dir"), "tsr-oracle: no/dir: No such file or directory\n"),
    ):
        answer = oracle(results, "report", *words)
        assert (answer.code, answer.out, answer.err) == (64, "", said)
    assert not (results / "all").exists()


def test_a_first_divergence_file_comes_of_a_record_too_and_is_never_written_over(
    results: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing has to be run again for it."""
    first = tmp_path / "tsr-oracle.toml"
    assert report("divergences", results, "--output", first) == 0
    assert "kind(s) excused for 30 days" in capsys.readouterr().out
    assert read_divergences(str(first))
    with pytest.raises(Misuse, match="is kept; name another"):
        report("divergences", results, "--output", first)


def test_a_subject_that_fails_in_every_way_gets_a_page_and_not_a_book(tmp_path: Path) -> None:
    """Kinds beyond the most frequent of the worst are counted; the line before the last has the sums by class."""
    found = [replace(failing(n), line=replace(failing(n).line, clause=f"FENCE-{n}")) for n in range(1, 60)]
    lines = terminal.report(record(*found), "record.jsonl")
    assert len([line for line in lines if " × " in line]) == terminal.MOST_KINDS
    assert f"… and {59 - terminal.MOST_KINDS} more" in lines
    assert re.fullmatch(r"59 \w+, [\d,]+ agree", lines[-3])
