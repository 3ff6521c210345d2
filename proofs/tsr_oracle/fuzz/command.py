"""What the words of `tsr-oracle fuzz` ask for, done from beginning to end."""

from __future__ import annotations

import argparse
import datetime
import time

from tsr_oracle import terminal
from tsr_oracle.divergences import valid_and_expired
from tsr_oracle.fuzz import report
from tsr_oracle.fuzz.campaign import Campaign, Plan, TimeIsUp
from tsr_oracle.fuzz.cluster import Cluster, specifications
from tsr_oracle.fuzz.corpus import Corpus, Identity
from tsr_oracle.fuzz.pace import Pace
from tsr_oracle.fuzz.players import HostError, Local, Players
from tsr_oracle.fuzz.series import Series
from tsr_oracle.fuzz.tally import Tally
from tsr_oracle.fuzz.version import version
from tsr_oracle.record.files import prepare, write
from tsr_oracle.record.record import Failure
from tsr_oracle.team import WorkerError
from tsr_oracle.verbs.check import excuses
from tsr_oracle.verbs.words import Misuse, header_of, replay_words, setting_of
from tsr_oracle.worker import Setting, Way


def fuzz(arguments: argparse.Namespace) -> int:
    """The exit code. Raises Misuse, RecordError, RefusedSubject, WorkerError, KeyboardInterrupt."""
    setting, now = setting_of(arguments), datetime.datetime.now()
    valid, expired = valid_and_expired(excuses(arguments), now.date())
    try:
        players = _players(arguments, setting)
        prepare(arguments.results)
        tally, began = Tally(arguments.results, valid), time.monotonic()
        with Corpus(arguments.corpus, _identity(arguments, setting)) as corpus:
            ended = _play(arguments, setting, players, corpus, tally)
            about = setting, players.version, players.confined
            header = header_of("fuzz", arguments, *about, whole=False, now=now)
            record = report.record_of(tally, header, expired, time.monotonic() - began)
            path = write(arguments.results, record)
            print("\n".join([*report.summary(tally, corpus, record), *players.report(), f"record: {path}"]))
    except HostError as error:
        raise Misuse(str(error)) from None
    if ended is not None:
        raise ended
    passed, last = report.verdict(tally, record)
    print(last)
    return 0 if passed else 1


def _play(
    arguments: argparse.Namespace, setting: Setting, players: Players, corpus: Corpus, tally: Tally
) -> BaseException | None:
    """Plays until it is over. What ended it before that is for later: what was found comes first."""
    plan = Plan(Series(setting.seed, arguments.shard), arguments.seconds, arguments.cases)
    pace = Pace(quiet=arguments.quiet)

    def show(failure: Failure) -> None:
        pace.stop()
        print("\n".join(terminal.failure(failure, replay_words(tally.path(failure), arguments))), flush=True)

    try:
        with players:
            about = f"level {setting.level}, seed {setting.seed}"
            print(f"subject: {players.version} ({about}). {players.confined}\n", flush=True)
            Campaign(plan, corpus, tally, pace, show).run(players)
    except TimeIsUp:
        pass
    except (KeyboardInterrupt, WorkerError) as error:
        return error
    return None


def _players(arguments: argparse.Namespace, setting: Setting) -> Players:
    """The team of this machine, or those of the hosts. Raises HostError."""
    if arguments.hosts is None:
        return Local(setting, _way(arguments), arguments.jobs)
    return Cluster(setting, _way(arguments), arguments.jobs, specifications(arguments.hosts))


def _way(arguments: argparse.Namespace) -> Way:
    return "hosted" if arguments.impl is None else "binary"


def _identity(arguments: argparse.Namespace, setting: Setting) -> Identity:
    subject = arguments.impl or f"the bundled runner{f' with {setting.fault}' if setting.fault else ''}"
    return Identity(setting.seed, arguments.shard, subject, setting.level, version())
