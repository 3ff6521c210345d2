"""Confines a worker of the oracle, so that a faulty subject can't reach beyond the scratch areas."""

from __future__ import annotations

import os
import resource

import tsr_landlock
from tsr_oracle import launching
from tsr_oracle.keeper import stay_behind
from tsr_oracle.scratch import Area

LARGEST_FILE = 64 << 20
"""Bytes. A subject that writes without end would fill the memory that scratch is made of."""


def confine(area: Area, *, with_parent: bool = False) -> str:
    """Go on in a child, confined for good to writing in its areas. The sentence says what holds, for the report.

    The process itself stays behind as the child's keeper, which removes the areas in the end; `with_parent`, also when
    its own parent has ended. To be called with one thread, before the first case; what else the worker is to write to
    must be open by then. Without Landlock the worker goes on unconfined, and the sentence says so. Where Landlock is
    there but can't be used, LandlockError is raised.
    """
    stay_behind(area.close, with_parent=with_parent)
    _limit(resource.RLIMIT_CORE, 0)  # a core file would look like something that the subject made
    _limit(resource.RLIMIT_FSIZE, LARGEST_FILE)
    area.provide_mount()  # nobody who is confined mounts anything
    if tsr_landlock.abi() == 0:
        return "Not confined: this host has no Landlock, so a faulty subject could write wherever this user may."
    version = tsr_landlock.restrict(area.roots)
    launching.keep_apart()
    left = "; ".join(("modes, owners and times, which Landlock knows nothing of", *tsr_landlock.gaps(version)))
    return f"Confined by Landlock (ABI {version}): subjects write beneath their scratch only (not covered: {left})."


def stay_on(number: int) -> None:
    """Keep this worker, and all that it starts, on one processor, the `number`th of those it may use, in rotation.

    Worker, host and runner take turns and hardly ever run side by side, so as many workers as there are processors do
    about a third more when none has to be woken on another one. Which one is the first depends on who started the
    worker, so that checks that run at the same time don't all crowd on one.
    """
    if hasattr(os, "sched_setaffinity"):
        usable = sorted(os.sched_getaffinity(0))
        os.sched_setaffinity(0, {usable[(os.getppid() + number) % len(usable)]})


def _limit(which: int, value: int) -> None:
    hard = resource.getrlimit(which)[1]
    value = value if hard == resource.RLIM_INFINITY else min(value, hard)
    resource.setrlimit(which, (value, value))
