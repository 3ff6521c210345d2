"""What a run of fuzzing says at its end, and its record."""

from __future__ import annotations

from tsr_oracle.classes import CLASSES
from tsr_oracle.divergences import Divergence
from tsr_oracle.fuzz.corpus import Corpus
from tsr_oracle.fuzz.series import ROUND
from tsr_oracle.fuzz.tally import Tally
from tsr_oracle.record.record import Header, Record, in_order
from tsr_oracle.terminal import excused


def record_of(tally: Tally, header: Header, expired: tuple[Divergence, ...], seconds: float) -> Record:
    """The record: every case that failed, as far as it was kept, and the others as far as they are named."""
    return Record(header, in_order(tally.lines), tally.failures(), tally.sums.footer(expired, seconds))


def summary(tally: Tally, corpus: Corpus, record: Record) -> list[str]:
    """The sums, and how far the corpus is."""
    played, seconds = sum(tally.sums.classes.values()), record.footer.seconds
    lines = [f"{played:,} cases in {seconds:.0f} s, {played / max(seconds, 0.001):,.0f}/s"]
    lines += [f"skipped {count:,}: {reason}" for reason, count in sorted(tally.sums.skipped.items())]
    lines += [excused(excuse, count) for excuse, count in record.footer.excuses if count]
    lines += [
        f"warning: {count:,} × {worst} by {clause or '—'} (rests on a ruling; --level says what counts)"
        for (worst, clause), count in sorted(tally.kinds("warning").items())
    ]
    lines += record.stale()
    lines += [f"{count:,} × {worst} by {clause or '—'}" for (worst, clause), count in tally.kinds().most_common()]
    return [*lines, *_of_corpus(corpus)]


def _of_corpus(corpus: Corpus) -> list[str]:
    """The corpus, and what it has seen in all calls."""
    state = corpus.state
    lines = [
        f"corpus: {corpus.directory}: {len(state.ids):,} interesting cases of {state.rounds * ROUND:,} "
        f"in {state.rounds:,} whole rounds; the next call goes on from there"
    ]
    return lines + [f"in these rounds: {count:,} × {kind}" for kind, count in state.findings.most_common()]


def verdict(tally: Tally, record: Record) -> tuple[bool, str]:
    """Whether nothing counts, and a line that says so."""
    failing = CLASSES[: CLASSES.index(record.header.fail_on) + 1]
    found = sum(count for (worst, _), count in tally.kinds().items() if worst in failing)
    if found or record.stale():
        outdated = f"{len(record.stale())} outdated entry(ies) of the divergence file"
        return False, f"FAILED: {found:,} finding(s) of class {record.header.fail_on} or worse, {outdated}"
    if not tally.sums.classes:
        return False, "FAILED: no case was run"
    return True, f"OK: nothing worse than {min(tally.sums.classes, key=CLASSES.index)}"
