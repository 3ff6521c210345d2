"""Shards together are the whole run; what does not belong together is refused in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from record_schema import wrong
from synthetic_records import HEADER, KNOWN, agreeing, failing, of_every_kind, record

from tsr_oracle.check import Plan, bundled_words, record_of, run
from tsr_oracle.progress import Progress
from tsr_oracle.record.record import Failure, Header, Record, RecordError
from tsr_oracle.reports.combine import combine
from tsr_oracle.worker import Setting


def shard(number: int, *found: Failure, header: Header = HEADER, **footer: object) -> Record:
    """One of two shards, with a case of its own in which all is well."""
    made = record(*found, agree=0, header=replace(header, shards=(f"{number}/2",)), **footer)
    return replace(made, lines=(agreeing(20_000 + number), *made.lines))


def both(one: Record, two: Record) -> Record:
    """The two put together."""
    return combine([("one", one), ("two", two)])


def test_all_is_there_and_the_sums_are_sums() -> None:
    """Lines in order, failures worst first, counts added, the worst class of each clause, the excuses of both."""
    one = shard(1, failing(2, "hang"), skipped={"a": 1}, excuses=((KNOWN, 1),), seconds=2.0)
    two = shard(2, failing(1), skipped={"a": 2, "b": 1}, excuses=((KNOWN, 2),), seconds=1.5)
    whole = both(two, one)
    assert [line.name for line in whole.lines] == ["1:1", "1:2", "1:20001", "1:20002"]
    assert [failure.worst for failure in whole.failures] == ["escape", "hang"]
    footer = whole.footer
    assert (footer.skipped, footer.tested["FENCE-5"], footer.seconds) == ({"a": 3, "b": 1}, 14, 3.5)
    assert (footer.worst["FENCE-5"], footer.excuses) == ("escape", ((KNOWN, 3),))
    assert whole.header == replace(HEADER, shards=("1/2", "2/2"))


def test_the_order_of_naming_does_not_matter() -> None:
    """Shards come back from CI in any order."""
    one, two = shard(1, failing(1)), shard(2, failing(2))
    assert both(one, two) == both(two, one)


def test_it_passes_as_the_whole_run_would() -> None:
    """An excuse that one shard did not use is outdated only where no shard has used it."""
    used, unused = shard(1, excuses=((KNOWN, 1),)), shard(2, excuses=((KNOWN, 0),))
    assert both(used, unused).passed()
    assert not both(replace(used, footer=unused.footer), unused).passed()
    assert not both(shard(1, failing(1)), shard(2)).passed()


def test_what_differs_from_machine_to_machine_is_told_of_both() -> None:
    """When it began, and how subjects were confined, is no reason to refuse."""
    later = replace(HEADER, started="2027-01-02T09:00:00Z", confinement="Not confined.")
    whole = both(shard(1, header=later), shard(2))
    assert (whole.header.started, whole.header.confinement) == (HEADER.started, "Not confined. Confined by Landlock.")


def test_put_together_in_two_steps_is_the_same() -> None:
    """What was put together once can be put together with the rest."""
    parts = [(f"{number}", replace(shard(1), header=replace(HEADER, shards=(f"{number}/3",)))) for number in (1, 2, 3)]
    assert combine([("two", combine(parts[:2])), parts[2]]).header.shards == ("1/3", "2/3", "3/3")
    assert combine(parts[:1]) == parts[0][1]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"subject": ("./other",)}, "two: its subject is ('./other',), that of one ('./tsr',)"),
        ({"subject_version": "tsr 1.3"}, "two: its subject version is 'tsr 1.3'"),
        ({"clauses": "0.1"}, "two: its clauses is '0.1'"),
        ({"level": "ours"}, "two: its level is 'ours', that of one 'seed'"),
        ({"seed": 2}, "two: its seed is 2, that of one 1"),
        ({"fail_on": "hang"}, "two: its fail on is 'hang'"),
        ({"whole": False}, "two: its whole is False"),
        ({"command": "fuzz"}, "two: its command is 'fuzz'"),
    ],
    ids=lambda value: str(value)[:20],
)
def test_what_was_asked_otherwise_is_refused(change: dict[str, object], said: str) -> None:
    """Other subjects, versions, levels, seeds: these are no parts of one run, and the error says which and how."""
    with pytest.raises(RecordError) as caught:
        both(shard(1), shard(2, header=replace(HEADER, **change)))
    assert str(caught.value).startswith(said)
    assert "\n" not in str(caught.value)


def test_nothing_is_counted_twice() -> None:
    """A record named twice, a shard that is in two, a whole run, shards of other divisions."""
    one = shard(1)
    for named, said in (
        ([("one", one), ("./one", one)], "./one: it is named twice"),
        ([("one", one), ("two", one)], "two: shard 1/2 is in one already"),
        ([("one", one), ("two", record())], "two: it is no shard"),
        ([("one", one), ("two", record(header=replace(HEADER, shards=("2/3",))))], "they are shards of different"),
    ):
        with pytest.raises(RecordError) as caught:
            combine(named)
        assert str(caught.value).startswith(said)


def test_two_divergence_files_are_refused() -> None:
    """What one shard excuses the other has to excuse too."""
    with pytest.raises(RecordError, match="two: it was made with another divergence file than one"):
        both(shard(1, excuses=((KNOWN, 1),)), shard(2))


def test_a_record_by_itself_stays_as_it_is() -> None:
    """Nothing of it is lost, whatever is in it."""
    (whole, again) = (of_every_kind(), combine([("one", of_every_kind())]))
    assert replace(again, lines=whole.lines) == whole
    assert sorted(line.key for line in again.lines) == sorted(line.key for line in whole.lines)


def checked(shard: tuple[int, int]) -> Record:
    """The record of a small check of a runner with a fault, or of a shard of it."""
    setting = Setting(bundled_words(), "no_table", "ours", 1, only="BUILTIN-12")
    outcome = run(Plan(setting, (), ("hosted",), 1, shard), (), Progress(quiet=True))
    shards = () if shard == (1, 1) else ("{}/{}".format(*shard),)
    return record_of(outcome, replace(HEADER, shards=shards), (), 1.0)


def of_failure(failure: Failure) -> tuple[object, ...]:
    """What is the same of a failure, whether it was made smaller or not."""
    return failure.line.key, *failure.kind, failure.standing, failure.origin or failure.case.id


@pytest.mark.slow
def test_three_shards_are_the_whole_run() -> None:
    """The same lines, failures and sums, apart from times and from what was made smaller."""
    whole, parts = checked((1, 1)), [checked((number, 3)) for number in (1, 2, 3)]
    together = combine([(str(number), part) for number, part in enumerate(parts)])
    assert together.header == replace(whole.header, shards=("1/3", "2/3", "3/3"))
    assert together.lines == whole.lines
    assert together.footer == replace(whole.footer, seconds=3.0)
    assert sorted(map(of_failure, together.failures)) == sorted(map(of_failure, whole.failures))
    assert len(whole.failures) > 2
    assert wrong(together) == []
    assert all(len(part.lines) < len(whole.lines) for part in parts)
