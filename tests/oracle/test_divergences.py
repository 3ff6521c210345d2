"""Known divergences: read strictly, matched narrowly, and reported once they excuse nothing any more."""

from __future__ import annotations

import datetime
from dataclasses import replace
from pathlib import Path

import pytest

from tsr_oracle import first_divergences
from tsr_oracle.check import Outcome, record_of
from tsr_oracle.classes import Class
from tsr_oracle.divergences import Divergence, DivergenceError, read_divergences
from tsr_oracle.judge import Verdict
from tsr_oracle.record.record import Header, Record
from tsr_oracle.record.sums import Sums
from tsr_oracle.worker import Judged
from tsr_spec import CLAUSES_VERSION
from tsr_spec.case import Case, Given

RIGHT = """
[[divergence]]
clause = "FENCE-16"
class = "stricter"
reason = "a trailing slash is refused early"
link = "https://example.org/issues/7"
expires = 2027-06-30
"""
TODAY = datetime.date(2027, 6, 30)
KNOWN = Divergence("FENCE-16", None, "stricter", "a trailing slash", "https://example.org/issues/7", TODAY)


def read(tmp_path: Path, text: str | bytes) -> tuple[Divergence, ...]:
    file = tmp_path / "tsr-oracle.toml"
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_divergences(str(file))


def without(key: str) -> str:
    return "\n".join(line for line in RIGHT.splitlines() if not line.startswith(f"{key} ="))


def test_a_right_file_is_read(tmp_path: Path) -> None:
    (one,) = read(tmp_path, RIGHT)
    assert (one.clause, one.case, one.worst, one.expires) == ("FENCE-16", None, "stricter", TODAY)
    assert one.name == "stricter by FENCE-16"
    assert read(tmp_path, "") == ()
    assert read(tmp_path, without("clause") + '\ncase = "3f9a12b4c0de"')[0].name == "stricter by 3f9a12b4c0de"


WRONG: dict[str, tuple[str | bytes, str]] = {
    "not TOML": ("[[divergence", "tsr-oracle.toml: "),
    "not UTF-8": (b"\xff", "tsr-oracle.toml: "),
    "another table": (RIGHT + "[other]\n", "holds nothing but [[divergence]] tables"),
    "one table instead of several": ("[divergence]\nclause = 'FENCE-16'\n", "holds nothing but [[divergence]] tables"),
    "a list of words": ("divergence = ['FENCE-16']\n", "divergence 1: the keys are case, class, clause"),
    "an unknown key": (RIGHT + "until = 2027-01-01\n", "divergence 1: the keys are case, class, clause"),
    "neither clause nor case": (without("clause"), "divergence 1: names either a clause or a case"),
    "both": (RIGHT + 'case = "3f9a12b4c0de"\n', "divergence 1: names either a clause or a case"),
    "no clause of the spec": (RIGHT.replace("FENCE-16", "FENCE-999"), "'FENCE-999' is no clause"),
    "a number for a clause": (RIGHT.replace('"FENCE-16"', "16"), "16 is no clause"),
    "a list for a clause": (RIGHT.replace('"FENCE-16"', '["FENCE-16"]'), "['FENCE-16'] is no clause"),
    "no id for a case": (without("clause") + "\ncase = 7\n", "7 is no id of a case"),
    "no class": (without("class"), "`class` is one of escape, loss"),
    "the class that is no failure": (RIGHT.replace("stricter", "agree"), "`class` is one of escape, loss"),
    "a list for a class": (RIGHT.replace('"stricter"', '["stricter"]'), "`class` is one of escape, loss"),
    "no reason": (without("reason"), "`reason` is missing"),
    "an empty reason": (RIGHT.replace("a trailing slash is refused early", " "), "`reason` is missing"),
    "no link": (without("link"), "`link` is missing"),
    "no date": (without("expires"), "`expires` is a date such as 2027-06-30"),
    "a date as text": (RIGHT.replace("2027-06-30", '"2027-06-30"'), "`expires` is a date"),
    "a date with a time": (RIGHT.replace("2027-06-30", "2027-06-30T10:00:00Z"), "`expires` is a date"),
    "the second entry": (RIGHT + without("link"), "divergence 2: `link` is missing"),
}


@pytest.mark.parametrize("what", WRONG)
def test_each_error_is_one_sentence_that_says_where_and_what(tmp_path: Path, what: str) -> None:
    text, expected = WRONG[what]
    with pytest.raises(DivergenceError) as caught:
        read(tmp_path, text)
    assert expected in str(caught.value)
    assert str(caught.value).startswith(str(tmp_path))
    assert "\n" not in str(caught.value)


def test_a_file_that_is_not_there_is_an_error_too(tmp_path: Path) -> None:
    for missing in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(DivergenceError, match=f"{missing}: .*irectory"):
            read_divergences(str(missing))


# --- matching --------------------------------------------------------------------------------------------------------


def found(worst: Class, *clauses: str, title: str = "a", warning: bool = False) -> Judged:
    verdict = Verdict(worst, clauses, "", warning=warning)
    return Judged("generated", "binary", 0, Case(title, (), Given((title,), ()), ()), clauses, verdict)


def recorded(
    *judged: Judged,
    valid: tuple[Divergence, ...] = (KNOWN,),
    expired: tuple[Divergence, ...] = (),
    whole: bool = True,
    shards: tuple[str, ...] = (),
) -> Record:
    """The record of a check that has found this."""
    outcome = Outcome(1, Sums(valid))
    for one in judged:
        outcome.add(one)
    header = Header(
        "check",
        CLAUSES_VERSION,
        ("tsr",),
        "",
        "tsr 1",
        "seed",
        "stricter",
        1,
        shards,
        whole,
        "",
        "2026-01-01T00:00:00Z",
    )
    return record_of(outcome, header, expired, 1.0)


def matches(known: Divergence, judged: Judged) -> bool:
    assert judged.verdict is not None
    return known.matches(judged.case.id, judged.verdict)


def test_the_class_and_the_leading_clause_have_to_be_the_known_ones() -> None:
    assert matches(KNOWN, found("stricter", "FENCE-16", "FENCE-1"))
    assert not matches(KNOWN, found("stricter", "FENCE-1", "FENCE-16")), "a clause that is involved is not enough"
    assert not matches(KNOWN, found("stricter"))
    for worse in ("escape", "loss", "divergence"):
        assert not matches(KNOWN, found(worse, "FENCE-16")), "a worse fault does not slide in"


def test_a_case_is_matched_by_its_id_whatever_the_clauses_are() -> None:
    judged = found("stricter", "FENCE-1")
    by_case = replace(KNOWN, clause=None, case=judged.case.id)
    assert matches(by_case, judged)
    assert not matches(by_case, found("divergence", "FENCE-1"))
    assert not matches(by_case, found("stricter", "FENCE-1", title="b"))


def test_what_is_excused_is_counted_and_is_neither_shrunk_nor_shown() -> None:
    record = recorded(found("stricter", "FENCE-16"), found("stricter", "FENCE-2"), found("escape", "FENCE-16"))
    assert [failure.worst for failure in record.standing("counts")] == ["escape", "stricter"], "worst first"
    assert [failure.worst for failure in record.standing("excused")] == ["stricter"]
    assert record.footer.excuses == ((KNOWN, 1),)
    assert len(record.lines) == 3


def test_a_warning_may_be_excused_as_well() -> None:
    record = recorded(*(found("stricter", clause, warning=True) for clause in ("FENCE-16", "FENCE-17")))
    assert [failure.standing for failure in record.failures] == ["excused", "warning"]
    assert record.passed()


# --- when one has to go ----------------------------------------------------------------------------------------------


def test_an_entry_holds_through_the_day_on_which_it_expires() -> None:
    assert not KNOWN.expired(TODAY)
    assert KNOWN.expired(TODAY + datetime.timedelta(days=1))


def test_one_that_has_expired_excuses_nothing_and_is_told() -> None:
    record = recorded(found("stricter", "FENCE-16"), valid=(), expired=(KNOWN,))
    assert record.stale() == ("expired on 2027-06-30: stricter by FENCE-16 (https://example.org/issues/7)",)
    assert [failure.standing for failure in record.failures] == ["counts"]


def test_one_that_nothing_matched_is_told_but_only_after_a_whole_run() -> None:
    told = ("no longer fails, delete it: stricter by FENCE-16 (https://example.org/issues/7)",)
    assert recorded().stale() == told
    assert recorded(whole=False).stale() == ()
    assert recorded(shards=("1/2",)).stale() == ()
    assert recorded(shards=("2/2", "1/2")).stale() == told
    assert recorded(found("stricter", "FENCE-16")).stale() == ()


def test_two_entries_for_one_thing_leave_the_second_without_a_match() -> None:
    again = replace(KNOWN, reason="the same again")
    assert len(recorded(found("stricter", "FENCE-16"), valid=(KNOWN, again)).stale()) == 1


# --- a first file ----------------------------------------------------------------------------------------------------


def test_a_first_file_excuses_each_kind_once_and_for_a_short_time(tmp_path: Path) -> None:
    name = str(tmp_path / "first.toml")
    record = recorded(
        *(found("stricter", "FENCE-2", title=title) for title in "ab"), found("hang", "INT-1"), found("crash"), valid=()
    )
    first_divergences.write(name, record, TODAY)
    entries = read_divergences(name)
    assert [(entry.clause, entry.worst) for entry in entries] == [
        ("INT-1", "hang"),
        (None, "crash"),
        ("FENCE-2", "stricter"),
    ]
    assert {entry.expires for entry in entries} == {TODAY + datetime.timedelta(days=first_divergences.DAYS)}
    again = recorded(found("stricter", "FENCE-2"), found("hang", "INT-1"), found("crash"), valid=entries)
    assert again.passed()


def test_what_is_grave_stays_a_comment_in_it(tmp_path: Path) -> None:
    name = str(tmp_path / "first.toml")
    grave = [found(worst, "FENCE-2", title=worst) for worst in ("escape", "loss", "bypass", "leak")]
    first_divergences.write(name, recorded(*grave, valid=()), TODAY)
    assert read_divergences(name) == ()
    assert Path(name).read_text().count("# [[divergence]]") == len(grave)


def test_a_first_file_is_not_written_over_another(tmp_path: Path) -> None:
    name = tmp_path / "first.toml"
    name.write_text("mine")
    with pytest.raises(FileExistsError):
        first_divergences.write(str(name), recorded(valid=()), TODAY)
    assert name.read_text() == "mine"
