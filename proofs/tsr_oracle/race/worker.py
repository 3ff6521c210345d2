"""A worker of a race: confined like every worker of the oracle, and then it plays the rounds that it is asked for."""

from __future__ import annotations

import os
from dataclasses import dataclass

from tsr_oracle.race.attacker import AttackError
from tsr_oracle.race.rounds import Played, Player
from tsr_oracle.scratch import Area
from tsr_oracle.smoke import smoke
from tsr_oracle.subject import Command, Hosted, Subject
from tsr_oracle.worker import Post, Setting, Smoke, work


@dataclass(frozen=True, slots=True)
class Play:
    """Play the round of this number."""

    number: int

    def __str__(self) -> str:
        return f"to play round {self.number}"


def serve(post: Post, setting: Setting, number: int) -> None:
    """Plays rounds until the other side closes, on any processor: the attacker needs one beside the subject's."""
    work(post.connection, lambda area: _Worker(setting, area))


class _Worker:
    def __init__(self, setting: Setting, area: Area) -> None:
        self._setting, self._area = setting, area
        self._subject: Subject = Command(setting.words) if setting.words else Hosted(setting.fault)
        self._player: Player | None = None
        self._found = False

    def answer(self, asked: object) -> object:
        match asked:
            case Smoke():
                return "smoke", smoke(self._area, self._subject)
            case Play(number=number):
                try:
                    return "played", self._play(number)
                except AttackError as error:
                    return "failed", str(error)
        raise AssertionError(asked)

    def _play(self, number: int) -> Played:
        """The round, unless something was found: the outside may be no more then."""
        played = Played() if self._found else self._playing().play(number)
        self._found = self._found or bool(played.findings)
        return played

    def _playing(self) -> Player:
        if self._player is None:
            self._subject.close()
            os.dup2(self._area.stdout, self._area.stderr)  # one file for both, so that their order is seen
            self._player = Player(self._setting, self._area, self._subject)
        return self._player

    def close(self) -> None:
        self._subject.close()
