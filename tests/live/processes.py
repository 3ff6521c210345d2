"""What the kernel says of processes."""

from __future__ import annotations

import os
import re
import signal
from dataclasses import dataclass


@dataclass(frozen=True)
class Process:
    """What the kernel says of a process."""

    pid: int
    parent: int
    group: int
    session: int
    state: str
    exiting: bool

    @property
    def lives(self) -> bool:
        return self.state not in "ZX" and not self.exiting


_PF_EXITING = 0x4


def _text(path: str) -> str:
    """A file of the kernel's about a process; empty if there is no such process."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except FileNotFoundError:
        return ""
    try:
        return os.read(descriptor, 8192).decode("utf-8", "replace")
    except ProcessLookupError:
        return ""
    finally:
        os.close(descriptor)


def pending(pid: int) -> int:
    """The signals that are on their way to a process, as a mask."""
    masks = re.findall(r"^(?:Sig|Shd)Pnd:\s*(\w+)", _text(f"/proc/{pid}/status"), re.MULTILINE)
    return sum({1 << bit for mask in masks for bit in range(64) if int(mask, 16) >> bit & 1})


def process(pid: int) -> Process | None:
    """The process of that pid, a zombie too."""
    stat = _text(f"/proc/{pid}/stat").rpartition(")")[2].split()
    if not stat:
        return None
    state, parent, group, session, _, _, flags = stat[:7]
    exiting = bool(int(flags) & _PF_EXITING) or bool(pending(pid) >> signal.SIGKILL - 1 & 1)
    return Process(pid, int(parent), int(group), int(session), state, exiting)


def descendants(ancestor: int) -> list[Process]:
    """Everything that descends from a process, zombies included."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc"):
        if name.isdigit() and (stat := _text(f"/proc/{name}/stat").rpartition(")")[2].split()):
            parents[int(name)] = int(stat[1])
    family = {ancestor}
    while more := {pid for pid, parent in parents.items() if parent in family} - family:
        family |= more
    return [known for pid in sorted(family - {ancestor}) if (known := process(pid)) is not None]
