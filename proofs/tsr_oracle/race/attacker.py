"""The other process: it renames and exchanges entries of the workspace, as fast as it can, until it is killed.

It moves what is there and makes nothing; it is confined to the workspace, so that nothing of what changes outside is
its doing. It counts what it has done in memory that it shares with whoever started it.
"""

from __future__ import annotations

import ctypes
import itertools
import mmap
import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import NoReturn

import tsr_landlock

_HERE = -100  # AT_FDCWD
_NEW, _EXCHANGE = 1, 2  # RENAME_NOREPLACE, RENAME_EXCHANGE
_BURSTS = (1, 3, 9)  # odd, so that a place is half of the time what it is swapped for
_PAUSES = (0.0, 0.0, 0.00002, 0.0003)


class AttackError(RuntimeError):
    """There is no attack: says why."""


_AT_ONCE, _BY_TURNS = b"at once", b"by turns"  # what an attacker says that has begun


@dataclass(frozen=True, slots=True)
class Swap:
    """Two places to be exchanged, from the workspace root. `moves`: what is at one of them goes to the other."""

    one: str
    other: str
    moves: bool = False


class Attacker:
    """A context manager: within it the swaps of all groups go on, one of each group in turn. `chance` sets the pace.

    `at_once`, once it has begun: names are exchanged at once, so that each of them is there at any moment.
    """

    def __init__(self, workspace: bytes, groups: Sequence[Sequence[Swap]], chance: Random) -> None:
        self._workspace = workspace
        self._groups = [list(group) for group in groups]
        self._burst, self._pause = chance.choice(_BURSTS), chance.choice(_PAUSES)
        self._memory = mmap.mmap(-1, mmap.PAGESIZE)
        self._count = memoryview(self._memory).cast("Q")
        self._pid = 0
        self.at_once = True

    @property
    def swaps(self) -> int:
        """How many it has done so far."""
        return self._count[0]

    def __enter__(self) -> Attacker:
        ready, theirs = os.pipe()
        parent = os.getpid()
        try:
            self._pid = os.fork()
            if self._pid == 0:
                self._attack(theirs, parent)
            os.close(theirs)
            said = os.read(ready, 1000)
        finally:
            os.close(ready)
        self.at_once = said == _AT_ONCE
        if said not in (_AT_ONCE, _BY_TURNS):
            self._end()
            raise AttackError(f"the attacker can't begin: {said.decode() or 'it has ended'}")
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def _end(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)

    def _attack(self, ready: int, parent: int) -> NoReturn:
        """In the child."""
        try:
            for number in (signal.SIGTERM, signal.SIGHUP):
                signal.signal(number, signal.SIG_DFL)
            os.chdir(self._workspace)
            if tsr_landlock.abi() > 1:  # the first one stops renames from one directory to another
                tsr_landlock.restrict([os.fsdecode(self._workspace)], devices=())
            at_once = can_exchange()
            turns = [itertools.cycle([_ready(swap, at_once) for swap in group]) for group in self._groups]
            os.write(ready, _AT_ONCE if at_once else _BY_TURNS)
            os.close(ready)
            self._swap(turns, parent)
        except Exception as error:
            os.write(ready, str(error).encode()[:1000])
        finally:
            os._exit(1)

    def _swap(self, turns: Sequence[Iterator[Callable[[], bool]]], parent: int) -> None:
        done = 0
        burst = range(self._burst)
        while os.getppid() == parent:
            for turn in turns:
                swap = next(turn)
                for _ in burst:
                    done += swap()
            self._count[0] = done
            if self._pause:
                time.sleep(self._pause)


# --- the ways to swap ------------------------------------------------------------------------------------------------


ASIDE = ".aside"
"""What the name of an entry ends in while it is out of the way, where names can't be exchanged at once."""


def can_exchange() -> bool:
    """Whether two names in this directory can be exchanged at once. It is left as it was."""
    one, other = ".one", ".other"
    os.mkdir(one)
    os.symlink(".", other)
    exchange = _renaming(one, other, _EXCHANGE)
    done = exchange() and exchange()
    os.rmdir(one)
    os.unlink(other)
    return done


def _ready(swap: Swap, at_once: bool) -> Callable[[], bool]:
    if swap.moves:
        there, back = _renaming(swap.one, swap.other), _renaming(swap.other, swap.one)
        return lambda: there() or back()
    return _renaming(swap.one, swap.other, _EXCHANGE) if at_once else _dance(swap)


def _dance(swap: Swap) -> Callable[[], bool]:
    """One after the other, so that for a moment there is nothing; what somebody puts there then is left alone."""
    away = swap.one + ASIDE
    aside, over = _renaming(swap.one, away, _NEW), _renaming(swap.other, swap.one, _NEW)
    home, back = _renaming(away, swap.other, _NEW), _renaming(away, swap.one, _NEW)

    def dance() -> bool:
        if not aside():
            return False
        if over():
            return home()
        back()
        return False

    return dance


def _renaming(one: str, other: str, flags: int = 0) -> Callable[[], bool]:
    """Renames when it is called; whether it did. Nothing is looked up then, and nothing converted."""
    rename = ctypes.PyDLL(None).renameat2  # one thread: there is nobody to let run meanwhile
    here = ctypes.c_int(_HERE)
    words = (here, ctypes.c_char_p(os.fsencode(one)), here, ctypes.c_char_p(os.fsencode(other)), ctypes.c_uint(flags))
    return lambda: rename(*words) == 0
