"""A round: what it is made of, which is a function of seed and number, and how a worker plays it."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from tsr_oracle.race import sites
from tsr_oracle.race.answers import AT_LOAD, Heard, heard
from tsr_oracle.race.arena import Arena
from tsr_oracle.race.attacker import ASIDE, Attacker
from tsr_oracle.race.commands import Call, spelled
from tsr_oracle.race.referee import Finding, Referee
from tsr_oracle.race.sites import LONG, SHORT, Site, expendable
from tsr_oracle.scratch import Area
from tsr_oracle.subject import Subject
from tsr_oracle.worker import Setting
from tsr_spec.case import Entry, File, Given, Link

_CALLS_OF_A_LONG_RUN = 240
_RUNS_OF_A_SITE = 10
_CALLS_OF_A_SHORT_RUN = 2
_MOST_SAID = 1 << 24
"""Bytes of what a process says that are looked at."""
_CONFIG = "tasks.toml"


@dataclass(frozen=True, slots=True)
class Run:
    """One process: the task that it is asked for, and the calls that this makes."""

    task: str
    calls: tuple[Call, ...]
    directory: str
    settings: tuple[str, ...]

    def table(self) -> str:
        """The task, as the config has it."""
        marked = (f"{call.text} && echo @ok {n} || echo @no {n}" for n, call in enumerate(self.calls))
        return "\n".join([f"[tasks.{self.task}]", *self.settings, f"run = '{'; '.join(marked)}'"])


@dataclass(frozen=True, slots=True)
class Round:
    """What is played at a time: sites, and runs that go there one after the other."""

    sites: tuple[Site, ...]
    runs: tuple[Run, ...]

    @property
    def calls(self) -> tuple[Call, ...]:
        """All calls of all runs."""
        return tuple(call for run in self.runs for call in run.calls)

    def entries(self) -> Iterator[Entry]:
        """What is in the workspace in the beginning."""
        for site in self.sites:
            yield from site.inside
        text = self._config()
        yield File(f"ws/{_CONFIG}", text)
        yield File(f"ws/{sites.OTHER_CONFIG}", text.replace(f"config {sites.ONE} ", f"config {sites.OTHER} "))

    def _config(self) -> str:
        members = [f"'{member}'" for site in self.sites for member in site.members]
        above = [f"[workspace]\nmembers = [{', '.join(members)}]"] if members else []
        return "\n".join([*above, "[tasks.first]\nrun = 'true'", *(run.table() for run in self.runs)]) + "\n"


@dataclass(slots=True)
class Played:
    """What came of rounds: how much was done, what was answered, and what can't be right, with the number of its round.

    `met`: how many calls were answered otherwise than on a tree that keeps still. `at` and `met_at` have the calls, and
    those, by site.
    """

    rounds: int = 0
    runs: int = 0
    calls: int = 0
    swaps: int = 0
    met: int = 0
    answers: Counter[str] = field(default_factory=Counter)
    at: Counter[str] = field(default_factory=Counter)
    met_at: Counter[str] = field(default_factory=Counter)
    findings: list[tuple[int, Finding]] = field(default_factory=list)
    reads_are_seen: bool = True

    def add(self, other: Played) -> None:
        """Counts the others too."""
        self.rounds += other.rounds
        self.runs += other.runs
        self.calls += other.calls
        self.swaps += other.swaps
        self.met += other.met
        self.answers.update(other.answers)
        self.at.update(other.at)
        self.met_at.update(other.met_at)
        self.reads_are_seen &= other.reads_are_seen
        self.findings += other.findings


# --- what a round is made of -----------------------------------------------------------------------------------------


def compose(seed: int, number: int) -> Round:
    """The round of that number: three of long runs, then one of short ones."""
    chance = Random(f"race {seed} {number}")
    short = number % 4 == 3
    chosen = tuple(
        kind(chance) for kind in chance.sample(SHORT if short else LONG, chance.choice((2, 3)) + (not short))
    )
    return Round(chosen, tuple(_short_runs(chosen, chance) if short else _long_runs(chosen, chance)))


def _long_runs(chosen: Sequence[Site], chance: Random) -> Iterator[Run]:
    """All that happens at the root in one run; each site with a directory of its own has one too."""
    at_root = [site for site in chosen if not site.directory]
    sequences = [(site, calls) for site in at_root for calls in site.calls]
    chance.shuffle(sequences)
    yield Run("all", tuple(_taken(sequences, _CALLS_OF_A_LONG_RUN, chance)), "", ())
    for site in (site for site in chosen if site.directory):
        own = [(site, calls) for calls in chance.sample(site.calls, len(site.calls))]
        calls = tuple(_taken(own, _CALLS_OF_A_LONG_RUN // len(chosen), chance))
        yield Run(f"at-{site.name}", calls, site.directory, site.settings)


def _short_runs(chosen: Sequence[Site], chance: Random) -> Iterator[Run]:
    runs = []
    for site in chosen:
        sequences = [(site, calls) for calls in chance.sample(site.calls, len(site.calls))]
        calls = list(_taken(sequences, _RUNS_OF_A_SITE * _CALLS_OF_A_SHORT_RUN, chance))
        for start in range(0, len(calls), _CALLS_OF_A_SHORT_RUN):
            some = tuple(calls[start : start + _CALLS_OF_A_SHORT_RUN])
            runs.append(Run(f"{site.name}-{start}", some, site.directory, site.settings))
    chance.shuffle(runs)
    yield from runs


def _taken(sequences: Iterable[tuple[Site, tuple[Call, ...]]], most: int, chance: Random) -> Iterator[Call]:
    """The calls of sequences, until there are so many."""
    count = 0
    for site, calls in sequences:
        for call in calls:
            yield replace(spelled(call, site.directory, chance), site=site.name)
        count += len(calls)
        if count >= most:
            return


# --- playing ---------------------------------------------------------------------------------------------------------


class Player:
    """Plays rounds with a subject, in an area of its own."""

    def __init__(self, setting: Setting, area: Area, subject: Subject) -> None:
        self._setting, self._area, self._subject = setting, area, subject
        self.arena = Arena(area)

    def play(self, number: int, *, calm: bool = False) -> Played:
        """Play the round of that number; `calm`, without an attacker. Raises AttackError, SubjectError."""
        round = compose(self._setting.seed, number)
        entries = list(round.entries())
        self.arena.furnish(entries)
        groups = [] if calm else [site.swaps for site in round.sites]
        chance = Random(f"pace {self._setting.seed} {number}")
        played = Played(rounds=1, reads_are_seen=self.arena.reads_are_seen)
        referee = Referee(self.arena.world, _lines(entries), self._setting.level)
        found: list[Finding] = []
        with Attacker(self.arena.workspace, groups, chance) as attacker:
            for run in round.runs:
                found += self._play(run, referee, played)
                if found:
                    break
        played.swaps = attacker.swaps
        calls = [_real(call, self.arena.world.real) for call in round.calls]
        found += referee.of_outside(self.arena.changes(), calls)
        kept = self._kept(entries, attacker.at_once)
        found += referee.of_inside(dict(self.arena.contents()), kept, _known(round, entries), calls)
        played.findings = [(number, one) for one in found]
        return played

    def _play(self, run: Run, referee: Referee, played: Played) -> list[Finding]:
        world = self.arena.world
        calls = tuple(_real(call, world.real) for call in run.calls)
        ended = self._subject.run(Given((run.task,), ()), world, self._area, self._setting.limit)
        output = os.pread(self._area.stdout, _MOST_SAID, 0).decode("utf-8", "surrogateescape")
        said = heard(calls, ended, output)
        played.runs += 1
        _count(said, run, played)
        return list(referee.of_run(calls, ended, said, output))

    def _kept(self, entries: Iterable[Entry], at_once: bool) -> dict[bytes, str]:
        """What has to be somewhere afterwards, and where it was: files and links that no call removes or replaces."""
        kept = (entry for entry in entries if isinstance(entry, File | Link) and not expendable(entry, at_once))
        return {self.arena.held(entry): entry.path for entry in kept}


def _count(said: Heard, run: Run, played: Played) -> None:
    """A run that is refused at load counts as one call, since it was to make some."""
    calm = any(call.prints == "never" for call in run.calls)
    counted = [(answer.call.site, answer.kind, answer.met) for answer in said.answers]
    counted += [(run.calls[0].site, AT_LOAD, not calm)] * said.refused
    played.calls += len(counted)
    for site, kind, met in counted:
        played.answers[kind] += 1
        played.at[site] += 1
        played.met += met
        played.met_at[site] += met


def _real(call: Call, real: Callable[[str], bytes]) -> Call:
    """The call with real places, as it stands in the config and in messages."""
    return replace(call, words=tuple(real(word).decode() for word in call.words))


def _lines(entries: Iterable[Entry]) -> frozenset[str]:
    return frozenset(line for entry in entries if isinstance(entry, File) for line in entry.data.splitlines())


def _known(round: Round, entries: Iterable[Entry]) -> frozenset[str]:
    """Every name that there may be: those of the beginning, and those that a call or the attacker gives."""
    paths = [entry.path for entry in entries] + [operand for call in round.calls for operand in call.operands]
    paths += [place for site in round.sites for swap in site.swaps for place in (swap.one, swap.other)]
    names = {name for path in paths for name in path.split("/")}
    return frozenset(names | {name + ASIDE for name in names})
