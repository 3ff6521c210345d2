"""What a builtin says it has touched, played on the kernel that runs this: the same tree has to come out.

So a builtin's whole sequence of system calls is held against the kernel, not only each call by itself.
"""

from __future__ import annotations

import os
from collections.abc import Generator
from dataclasses import dataclass

from tsr_proofs.fence.kernel_conformance import seen_in_model
from tsr_proofs.fence.runs import Run, RunBox
from tsr_proofs.scratch import Scratch, Seen, can_chroot, scratch
from tsr_proofs.trees import Place


@dataclass(slots=True)
class Replayed:
    """A run that changed something, and what its replay has left in the real tree, or how it ended."""

    run: Run
    model: dict[Place, Seen]
    kernel: dict[Place, Seen] | str

    def __str__(self) -> str:
        return f"{self.run}\nsaid: {', '.join(f'{verb} /' + '/'.join(at) for verb, at in self.run.effect.touched)}"


@dataclass(frozen=True, slots=True)
class ReplayBox:
    """The runs of a box that change something, each replayed in a scratch directory."""

    runs: RunBox
    chroot: bool | None = None

    def __str__(self) -> str:
        return f"{self.runs}, those that change something"

    @property
    def short(self) -> str:
        """The scope in short."""
        return self.runs.short

    def cases(self, index: int, count: int) -> Generator[Replayed, None, None]:
        """One of `count` equal shares of the runs."""
        with scratch(chroot=can_chroot() if self.chroot is None else self.chroot) as place:
            for run in self.runs.cases(index, count):
                if run.changed:
                    place.make(run.tree)
                    try:
                        yield Replayed(run, seen_in_model(run.effect.files), _replay(place, run))
                    finally:
                        place.clear()


def replay_agrees(replayed: Replayed) -> str | None:
    """FENCE-G1: what a builtin says it touches, done in that order by system calls, makes the tree that it leaves."""
    if isinstance(replayed.kernel, str):
        return replayed.kernel
    differ = {
        place for place in {*replayed.model, *replayed.kernel} if _at(replayed, place)[0] != _at(replayed, place)[1]
    }
    if not differ:
        return None
    model, kernel = _at(replayed, min(differ))
    return f"/{'/'.join(min(differ))}: model {model}, kernel {kernel}"


def replay_changes_nothing(replayed: Replayed) -> str | None:
    """Witness: the replay leaves the tree as it was."""
    before = seen_in_model(replayed.run.effect.call.files)
    return "it changes something" if replayed.kernel != before else None


def _at(replayed: Replayed, place: Place) -> tuple[Seen | None, Seen | None]:
    assert not isinstance(replayed.kernel, str)
    return replayed.model.get(place), replayed.kernel.get(place)


def _replay(place: Scratch, run: Run) -> dict[Place, Seen] | str:
    """Does what the run says by system calls, and gives the tree that this leaves, by place below the tree's root."""
    touched = run.effect.touched
    try:
        if run.command[0] == "mv":
            for (_, source), (_, target) in zip(touched[::2], touched[1::2], strict=True):
                os.rename(_real(place, source), _real(place, target))
        else:
            _play(place, run)
    except OSError as error:
        return f"the replay ends in {error}"
    depth = len(place.root)
    below = {at[depth:]: seen for at, seen in place.read().items() if at[:depth] == place.root}
    return {at: (kind, said.removeprefix(place.prefix)) for at, (kind, said) in below.items()}


def _play(place: Scratch, run: Run) -> None:
    last_read = b""
    for verb, at in run.effect.touched:
        real = _real(place, at)
        match verb:
            case "make" if run.command[0] == "mkdir" or _becomes_directory(run, at):
                os.mkdir(real)
            case "make":
                os.close(os.open(real, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o644))
            case "read":
                last_read = _bytes(real)
            case "write":
                _overwrite(real, last_read)
            case "remove" if os.path.isdir(real) and not os.path.islink(real):
                os.rmdir(real)
            case "remove":
                os.unlink(real)
            case "list":
                os.listdir(real)
            case _:
                os.utime(real)


def _becomes_directory(run: Run, place: Place) -> bool:
    seen = seen_in_model(run.effect.files).get(place)
    return seen is not None and seen[0] == "dir"


def _real(place: Scratch, at: Place) -> str:
    return "/" + "/".join((*place.root, *at))


def _bytes(path: str) -> bytes:
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW)
    try:
        return os.read(handle, 4096)
    finally:
        os.close(handle)


def _overwrite(path: str, data: bytes) -> None:
    handle = os.open(path, os.O_WRONLY | os.O_TRUNC | os.O_NOFOLLOW)
    try:
        os.write(handle, data)
    finally:
        os.close(handle)
