"""The actors of a stage as the test sees them: it tells them what to do, and hears what they say."""

from __future__ import annotations

import socket
import struct
from typing import TYPE_CHECKING

from processes import process

if TYPE_CHECKING:
    from stage import Stage


class Gone(AssertionError):
    """An actor that should do something lives no more."""


class Actor:
    """A process of the run, seen from the test: its pid as the kernel vouches for it, and what it has said."""

    def __init__(self, stage: Stage, connection: socket.socket, name: str) -> None:
        self.stage = stage
        self.connection = connection
        self.name = name
        peer = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
        self.pid: int = struct.unpack("3i", peer)[0]
        self.said: list[str] = []
        self.died: float | None = None
        """When its death was seen."""

    def __repr__(self) -> str:
        return f"{self.name}[{self.pid}]"

    def _next(self, start: str) -> str | None:
        for place, text in enumerate(self.said):
            if text.startswith(start):
                return self.said.pop(place)
        return None

    def hears(self, start: str) -> str:
        """What it says that starts so, once it does."""
        found: list[str] = []

        def has_come() -> bool:
            found.extend(text for text in [self._next(start)] if text is not None)
            return bool(found) or self.died is not None

        self.stage.wait(has_come, f"{self!r} to say {start!r}")
        if not found:
            raise Gone(f"{self!r} died and never said {start!r}\n{self.stage.story()}")
        return found[0]

    def order(self, *words: object) -> None:
        """Tell it to do something, and don't wait."""
        self.stage.note(f"test → {self!r}", " ".join(map(str, words)))
        try:
            self.connection.send(" ".join(map(str, words)).encode())
        except OSError:
            raise Gone(f"{self!r} can't be told to {words[0]}\n{self.stage.story()}") from None

    def does(self, *words: object) -> str:
        """Tell it to do something, and wait until it is done."""
        self.order(*words)
        return self.hears("= ")[2:]

    def on(self, name: str, what: str, status: int = 0) -> None:
        """What a signal does from now on: `default`, `ignored`, `reported`, or `ends` it with a status."""
        self.does("on", name, what, status)

    def arrived(self, name: str) -> float:
        """When that signal arrived: it must be one that is reported."""
        return float(self.hears(f"! {name} ").split()[2])

    def has_heard(self, name: str) -> bool:
        """Whether that signal has arrived so far."""
        self.stage.look()
        return any(text.startswith(f"! {name} ") for text in self.said)

    def report(self) -> dict[str, str]:
        return dict(item.split("=", 1) for item in self.does("report").split())

    def forks(self, name: str) -> Actor:
        """A descendant in its group."""
        self.does("fork", name)
        return self.stage.actor(name)

    def ends(self, status: int = 0) -> None:
        """It ends by itself."""
        self.order("exit", status)
        self.dies()

    def ends_by(self, name: str) -> None:
        """It ends by a signal of its own."""
        self.order("raise", name)
        self.dies()

    def dies(self) -> float:
        """Wait for its death, and say when it was seen."""
        self.stage.wait(lambda: self.died is not None, f"{self!r} to die")
        assert self.died is not None
        return self.died

    def stops(self) -> None:
        """It stops itself."""
        self.order("stop")
        self.is_stopped()

    def is_stopped(self) -> None:
        self.stage.wait(lambda: self.state() in ("T", ""), f"{self!r} to be stopped", poll=True)
        assert self.state() == "T", f"{self!r} died\n{self.stage.story()}"

    def state(self) -> str:
        known = process(self.pid)
        return "" if known is None or not known.lives else known.state

    def survives(self) -> bool:
        """Whether it still lives: it answers, or it is stopped and nothing is on its way to it. No time decides."""
        if self.died is not None or not self.state():
            return False
        if self.state() == "T":
            return True
        try:
            self.order("ping")
        except Gone:
            return False
        self.stage.wait(
            lambda: self.died is not None or "= pong" in self.said or self.state() in ("T", ""),
            f"{self!r} to answer or to die",
            poll=True,
        )
        return self._next("= pong") is not None or self.state() == "T"
